"""Keeps a worker process running next to the server, and starts it again if it dies.

Imports no Django, because Django is not set up in the server's parent process.
"""

import contextlib
import subprocess
import threading
import time
from collections.abc import Iterator, Sequence

PATIENCE = 5.0  # seconds that a stopping server gives its worker
# These are seconds. A worker that dies is started again after a pause. The pause doubles each
# time, up to the longest one. If the worker ran longer than `WELL_AFTER`, the next pause is the
# first one again.
FIRST_PAUSE, LONGEST_PAUSE, WELL_AFTER = 1.0, 60.0, 60.0


class Supervisor:
    """Keeps one worker running next to the server."""

    def __init__(self, command: Sequence[str]) -> None:
        self.command = list(command)
        self.process: subprocess.Popen[bytes] | None = None
        self._lock = threading.Lock()
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._keep, daemon=True)

    def start(self) -> None:
        """Start the first worker, and a thread that watches it."""
        self._thread.start()

    def _keep(self) -> None:
        pause = FIRST_PAUSE
        while not self._stop.is_set():
            begun = time.monotonic()
            # Start the worker in a separate session, so that Ctrl-C reaches only the server.
            with self._lock:
                if self._stop.is_set():
                    return
                self.process = subprocess.Popen(  # noqa: S603 -- our own command
                    self.command, stdin=subprocess.PIPE, start_new_session=True
                )
            self.process.wait()
            if time.monotonic() - begun > WELL_AFTER:
                pause = FIRST_PAUSE
            if self._stop.wait(pause):
                return
            pause = min(2 * pause, LONGEST_PAUSE)

    def stop(self) -> None:
        """Stop the worker; its running job fails with `job_interrupted`."""
        with self._lock:
            self._stop.set()
            process = self.process
        if process is None or process.poll() is not None:
            return
        process.terminate()
        try:
            process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            process.kill()


@contextlib.contextmanager
def supervised(command: Sequence[str]) -> Iterator[Supervisor]:
    """Run a worker as long as the block lasts."""
    supervisor = Supervisor(command)
    supervisor.start()
    try:
        yield supervisor
    finally:
        supervisor.stop()
