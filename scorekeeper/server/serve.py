"""Takes the port, prints the addresses, and serves the site until a signal to stop."""

import errno
import io
import socket
import sys
from contextlib import nullcontext
from typing import Any

import segno
import uvicorn

from core.addresses import lan_address
from jobs.supervisor import supervised
from scorekeeper.console import gettext as _
from scorekeeper.environment import Environment, SettingError
from scorekeeper.places import PROGRAM, TYPED
from scorekeeper.status.measures import begin_anew

SHUTDOWN_PATIENCE = 5  # seconds for the last requests, at the end


def say(text: str) -> None:
    """Print a line on the terminal."""
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def take_port(environment: Environment) -> socket.socket:
    """Return a socket that listens on the port; made first, so that a busy port is known early."""
    host, port = environment.host, environment.port
    try:
        family, kind, protocol, _name, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        taken = socket.socket(family, kind, protocol)
        # Connections inherit this option. The head and the body of an answer are sent
        # separately. Without the option, the body waits 40 ms for the acknowledgement of the
        # head.
        taken.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        if sys.platform != "win32":  # where the option means something else
            taken.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        taken.bind(address)
        taken.listen(2048)
    except UnicodeError:
        raise SettingError(
            _("HOST=%(host)s : ce nom de machine n'est pas lisible.") % {"host": host}
        ) from None
    except OSError as error:
        raise SettingError(_why_not(host, port, error)) from error
    return taken


def _why_not(host: str, port: int, error: OSError) -> str:
    if error.errno == errno.EADDRINUSE:
        return _(
            "PORT=%(port)s : ce port est déjà pris par un autre programme ; en choisir un autre, "
            "par exemple PORT=%(other)s."
        ) % {"port": port, "other": port + 1 if port < 65535 else 8000}
    if error.errno == errno.EACCES:
        return _(
            "PORT=%(port)s : ce port est réservé au système ; en choisir un au-dessus de 1023."
        ) % {"port": port}
    return _("HOST=%(host)s : impossible d'écouter à cette adresse (%(reason)s).") % {
        "host": host,
        "reason": error.strerror,
    }


def owner_url(environment: Environment, token: str) -> str:
    """Return the address at which the owner of the site takes over the owner's account.

    Without a public address it is an address of this machine.
    """
    base = environment.public_url or f"http://localhost:{environment.port}"
    return f"{base}/compte/lien/{token}/"


def owner_lines(environment: Environment, token: str | None) -> list[str]:
    """Return the lines that say how the owner of the site can sign in, while nobody can.

    The output of a deployment is stored in its journal. So it has the command that prints the link
    instead of the link.
    """
    if environment.public_url:
        return [
            "  "
            + _("Personne ne peut encore se connecter comme propriétaire du site. Pour un lien :"),
            f"  {TYPED} owner_link",
            "",
        ]
    return [
        "  " + _("Pour prendre le compte du propriétaire du site (une fois, dans les 24 heures) :"),
        f"  {owner_url(environment, token or '')}",
        "",
    ]


def welcome(environment: Environment) -> str:
    """Return the text with the addresses of the site: on this machine, and for phones nearby."""
    if environment.public_url:
        return f"\n  {_opened(environment.public_url)}\n"
    lines = ["", "  " + _opened(f"http://localhost:{environment.port}/")]
    phone = _phone_url(environment)
    if phone:
        on_a_phone = _("Sur un téléphone du même réseau : %(address)s") % {"address": phone}
        lines += [f"  {on_a_phone}", "", _qr_code(phone)]
    else:
        lines.append("  " + _("Aucun réseau local : les téléphones ne peuvent pas s'y joindre."))
    return "\n".join([*lines, "  " + _("Ctrl-C pour arrêter."), ""])


def _opened(address: str) -> str:
    return _("Le carnet est ouvert : %(address)s") % {"address": address}


def _phone_url(environment: Environment) -> str | None:
    everywhere = environment.host in {"0.0.0.0", "::"}  # noqa: S104 -- compared, not bound
    address = lan_address() if everywhere else environment.host
    if address is None or address.startswith("127.") or address in {"localhost", "::1"}:
        return None
    host = f"[{address}]" if ":" in address else address
    return f"http://{host}:{environment.port}/"


def _qr_code(url: str) -> str:
    drawing = io.StringIO()
    segno.make(url, error="l").terminal(out=drawing, border=2, compact=True)
    return drawing.getvalue()


def serve(environment: Environment, listening: socket.socket) -> None:
    """Serve until a signal to stop, with a worker process for the long jobs."""
    allow_many_streams()
    begin_anew()
    with supervised(worker_command(environment)) if environment.worker else nullcontext():
        _serve(environment, listening)


def worker_command(environment: Environment) -> list[str]:
    """Return the command of the worker; its name is the same at each start on this machine."""
    name = f"{socket.gethostname()[:40]}:{environment.port}"
    return [*PROGRAM, "worker", "--with-parent", "--name", name]


def _serve(environment: Environment, listening: socket.socket) -> None:
    application = "scorekeeper.asgi:application"
    how: dict[str, Any] = {
        "http": "scorekeeper.server.connections:Connection",
        "ws": "none",
        "access_log": False,  # it would contain addresses and paths
        "log_config": None,  # Django's settings say how to log
        "lifespan": "on",
        "proxy_headers": environment.public_url is not None,
        "server_header": False,
        "timeout_graceful_shutdown": SHUTDOWN_PATIENCE,
    }
    if environment.processes == 1:
        uvicorn.Server(uvicorn.Config(application, **how)).run(sockets=[listening])
    else:
        uvicorn.run(application, fd=listening.fileno(), workers=environment.processes, **how)


def allow_many_streams() -> None:
    """Raise the limit of open files as far as the system allows: each stream is an open file."""
    if sys.platform == "win32":
        return
    import resource  # noqa: PLC0415 -- does not exist everywhere

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = 65536 if hard == resource.RLIM_INFINITY else min(hard, 65536)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
