"""Whether the compiled loop is ready."""

from pathlib import Path

from games.compiled import Compiled


def _play() -> None:
    from games.bataille.engine.kernel import play  # noqa: PLC0415 -- that is what takes long
    from games.bataille.engine.odds import Conventions  # noqa: PLC0415

    play(Conventions().numbers, 0, 0, 1)


LOOP = Compiled("bataille", [Path(__file__).parent / "engine" / "kernel.py"], _play)
is_warm, warm = LOOP.is_warm, LOOP.warm
