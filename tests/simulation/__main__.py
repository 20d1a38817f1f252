"""Simulated evenings: `python -m tests.simulation --seeds 1000`; `--seed 17` replays one.

`--faults` puts faults into the site, one after another, and says which evening found each.
"""

import argparse
import os
import sys
import time
from collections.abc import Iterable

os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"

import django

django.setup()

from scorekeeper.server.gc_tuning import tune_gc
from tests.simulation.evening import filled, happen
from tests.simulation.faults import FAULTS, first_found


def main() -> int:
    """Simulate the evenings; return 1 if anything was wrong in one of them, else 0."""
    parser = argparse.ArgumentParser(prog="python -m tests.simulation")
    parser.add_argument("--seeds", type=int, default=100, help="how many evenings")
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    parser.add_argument("--seed", type=int, help="only this one")
    parser.add_argument("--faults", action="store_true", help="put faults in, and find each")
    parser.add_argument("--fault", type=int, nargs="+", help="only those of these numbers")
    arguments = parser.parse_args()
    tune_gc()
    if arguments.faults or arguments.fault is not None:
        return find_faults(arguments.fault or range(len(FAULTS)))
    seeds = (
        range(arguments.first, arguments.first + arguments.seeds)
        if arguments.seed is None
        else [arguments.seed]
    )
    database, failed = filled(), 0
    begun = time.process_time()
    for seed in seeds:
        evening = happen(seed, database)
        failed += bool(evening.wrong)
        if evening.wrong:
            print("\n".join([f"SEED {seed}", *evening.wrong]), flush=True)
        elif arguments.seed is not None:
            print(f"SEED {seed}: nothing is wrong, its answers are {evening.digest}")
    database.remove()
    spent = time.process_time() - begun
    print(f"{len(seeds)} evenings, {failed} wrong, {len(seeds) / spent:.1f} a second")
    return bool(failed)


def find_faults(numbers: Iterable[int]) -> int:
    """Put each fault in, and print the first evening that finds it.

    Return 1 if some fault is found by none of 1000 evenings, else 0.
    """
    database, missed = filled(), 0
    for number in numbers:
        complaint = first_found(FAULTS[number], database)
        missed += complaint is None
        words = f"{complaint[0]}: {complaint[1][-200:]}" if complaint else "NOT FOUND"
        print(f"{number:2} {FAULTS[number].words}: {words}", flush=True)
    database.remove()
    return bool(missed)


sys.exit(main())
