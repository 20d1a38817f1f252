"""Simulated evenings: `python -m tests.simulation --seeds 1000`; `--seed 17` replays one."""

import argparse
import os
import sys
import time

os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"

import django

django.setup()

from tests.simulation.evening import filled, happen


def main() -> int:
    """Let the evenings happen; 1 if anything was wrong."""
    parser = argparse.ArgumentParser(prog="python -m tests.simulation")
    parser.add_argument("--seeds", type=int, default=100, help="how many evenings")
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    parser.add_argument("--seed", type=int, help="only this one")
    asked = parser.parse_args()
    seeds = range(asked.first, asked.first + asked.seeds) if asked.seed is None else [asked.seed]
    database, failed = filled(), 0
    begun = time.process_time()
    for seed in seeds:
        told = happen(seed, database)
        if told.wrong:
            failed += 1
            print(f"SEED {seed}", *told.wrong, sep="\n")
        elif asked.seed is not None:
            print(f"SEED {seed}: nothing is wrong, its answers are {told.digest}")
    database.remove()
    spent = time.process_time() - begun
    print(f"{len(seeds)} evenings, {failed} wrong, {len(seeds) / spent:.1f} a second")
    return bool(failed)


sys.exit(main())
