"""`make cluster`: the rehearsal. `--help` says what makes it longer or shorter.

Prints how fast tables record on one process and on two machines, at the rate of real tables and at
twenty times that; what each failure costs, in seconds until hands are acknowledged again and until
watchers are back; and an upgrade of one machine after the other. It exits with 1 if an acknowledged
hand is lost, a hand is stored twice, or an answer was an error of ours.
"""

import argparse
import asyncio
import sys
import tempfile
from pathlib import Path

from scorekeeper.server.serve import allow_many_streams
from tests.cluster.failures import suffer
from tests.cluster.rehearsal import Rehearsal
from tests.cluster.speed import compare
from tests.cluster.upgrade import upgrade

PARTS = {"speed": compare, "failures": suffer, "upgrade": upgrade}


async def rehearse(options: argparse.Namespace) -> int:
    """Build the cluster and run the chosen parts; return the number of faults."""
    allow_many_streams()
    with tempfile.TemporaryDirectory(prefix="scorekeeper-cluster-") as name:
        rehearsal = Rehearsal(Path(name), options)
        try:
            await rehearsal.build()
            return sum([await PARTS[part](rehearsal) for part in options.parts])
        finally:
            rehearsal.close()


def parsed(arguments: list[str] | None = None) -> argparse.Namespace:
    """Parse the command line; return its options."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--parts", nargs="+", choices=PARTS, default=list(PARTS))
    parser.add_argument("--processes", type=int, default=2, help="serving processes a machine")
    parser.add_argument("--prepared", help="address of a database that has run the migrations")
    speed = parser.add_argument_group("speed")
    speed.add_argument("--tables", type=int, default=1000)
    speed.add_argument("--watched", type=int, default=200, help="so many of them have a watcher")
    speed.add_argument("--every", type=float, default=120.0, help="seconds between two hands")
    speed.add_argument("--seconds", type=float, default=180.0, help="of each measurement")
    failures = parser.add_argument_group("failures and upgrade")
    failures.add_argument("--failing", type=int, default=50, help="tables, each with a watcher")
    failures.add_argument("--failing-every", type=float, default=5.0, help="between two hands")
    failures.add_argument("--calm", type=float, default=10.0, help="seconds between failures")
    failures.add_argument("--cut", type=float, default=4.0, help="seconds without a network")
    failures.add_argument("--beside", type=float, default=30.0, help="seconds of old beside new")
    return parser.parse_args(arguments)


if __name__ == "__main__":
    sys.exit(bool(asyncio.run(rehearse(parsed()))))
