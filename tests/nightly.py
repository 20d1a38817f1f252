"""What is too long for `make test`, in parts: `make nightly`.

A part that ended well is not run again on the same tree and the same new seeds, so that a night
that was stopped can be resumed. What each part printed is in `.nightly/`. A whole night of a commit
leaves a stamp there, without which that commit is not released (`tests.release`).
"""

import argparse
import hashlib
import json
import os
import random
import re
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / ".nightly"
PYTEST = [sys.executable, "-m", "pytest", "-q", "--dist", "loadfile", "-n", "3"]
NEW = ["--hypothesis-profile", "new"]
# Tests of code that may read the clock: services, calls and pages with dates, hours or
# deadlines.
TIMED = ["bulletin", "clubs", "games/api", "games/services", "jobs", "leaderboards", "ratelimits"]
TIMED += ["tournaments/api", "tournaments/services", "tournaments/views", "transmission"]
CLOCKS = {
    "midnight": "2026-11-25T23:59:30+01:00",
    "new year": "2026-12-31T23:59:30+01:00",
    "clocks forward": "2027-03-28T01:59:30+01:00",
    "clocks back": "2026-10-25T02:59:30+02:00",
}
# Pure code. Mutants are tried on those of its modules that have changed.
PURE = re.compile(
    r"games/\w+/engine/.*"
    r"|games/\w+/analysis/(?!(?:\w+/)*(?:best_|capab|chances|club_|duplicate|equity_words|judging"
    r"|kept_|\w*lab\b|lab_|review_|reviews|solutions|\w+_compiled)\w*\.py).*"
    r"|tournaments/(draws|state)/.*|tournaments/formats/(?!\w+\.py|\w+/form).*"
    r"|tournaments/formats/(advice|fitting).*"
    r"|tournaments/challenges/(nights|table).*|transmission/graph/.*"
    r"|leaderboards/rating/.*|clubs/lists/.*|bulletin/prose/.*"
)


@dataclass(frozen=True)
class Part:
    """A command, and the variables that are added to its environment."""

    command: Sequence[str]
    environment: dict[str, str] = field(default_factory=dict)


def parts(since: str) -> dict[str, Part]:
    """Return every part of the night by its name; modules changed since the commit or date `since`
    are mutated.
    """
    on_postgres = ["bash", ".ci/postgres"]
    night = {
        "pure, services and pages": Part([*PYTEST, *NEW, "-m", "nightly and not browser"]),
        "browser": Part([*PYTEST, "-m", "nightly and browser"]),
        "properties": Part([*PYTEST, *NEW, *of_hypothesis()]),
        "PostgreSQL": Part([*on_postgres, *PYTEST, *NEW, "--database-only", "-m", ""]),
    }
    for name, clock in CLOCKS.items():
        night[name] = Part([*PYTEST, *(f"tests/{folder}" for folder in TIMED)], {"CLOCK": clock})
    changed = changed_modules(since)
    if changed:
        mutants = [sys.executable, "-m", "tests.mutants", "--sample", "8", "--least", "90"]
        night["mutants of what changed"] = Part([*mutants, *changed])
    return night


def of_hypothesis() -> list[str]:
    """Return the test modules with hypothesis properties, which are run with new examples."""
    modules = (ROOT / "tests").rglob("test_*.py")
    return sorted(str(file) for file in modules if "@given" in file.read_text())


def changed_modules(since: str) -> list[str]:
    """Return the pure modules that have changed since a commit."""
    names = git("diff", "--name-only", "--diff-filter=d", since, "--", "*.py").splitlines()
    return [name for name in names if PURE.fullmatch(name)]


def git(*arguments: str) -> str:
    """Return what a git command prints."""
    return subprocess.run(
        ["git", *arguments], cwd=ROOT, check=True, capture_output=True, text=True
    ).stdout


def fingerprint() -> str:
    """Return a fingerprint of the state of the tree, committed or not."""
    text = git("rev-parse", "HEAD") + git("diff", "HEAD") + git("status", "--porcelain")
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def before(tree: str, seed: str | None) -> dict:
    """Return the unfinished night of this tree if it can be resumed, otherwise a new night."""
    file = FOLDER / "night.json"
    if file.exists():
        night = json.loads(file.read_text())
        if night["tree"] == tree and seed in (None, night["seed"]):
            return night
    return {"tree": tree, "seed": seed or str(random.SystemRandom().randrange(10**9)), "done": {}}


def run(name: str, part: Part, seed: str) -> tuple[bool, float]:
    """Run a part; return whether it ended well, and its seconds."""
    environment = {**os.environ, "NIGHTLY_SEED": seed, "REQUIRE_BROWSER": "1", **part.environment}
    began = time.monotonic()
    with (FOLDER / f"{name.replace(' ', '-')}.log").open("w") as log:
        ended = subprocess.run(part.command, cwd=ROOT, env=environment, stdout=log, stderr=log)
    return ended.returncode == 0, time.monotonic() - began


def leave_stamp(failed: Sequence[str]) -> None:
    """Store how the whole night of this commit ended, for `tests.release`."""
    commit = git("rev-parse", "HEAD").strip()
    stamp = {"commit": commit, "result": "failed" if failed else "green", "failed": list(failed)}
    (FOLDER / "stamp.json").write_text(json.dumps(stamp))


def main() -> int:
    """Run the remaining parts of the night, and print how each part ended; return the exit
    status.
    """
    parser = argparse.ArgumentParser(description="run what `make test` leaves to the night")
    parser.add_argument("--parts", nargs="+", help="only these")
    parser.add_argument("--seed", help="new seeds are drawn from this instead of chance")
    parser.add_argument("--since", default="HEAD~1", help="mutate what changed since this commit")
    arguments = parser.parse_args()
    FOLDER.mkdir(exist_ok=True)
    night = before(fingerprint(), arguments.seed)
    print(f"NIGHTLY_SEED={night['seed']}", flush=True)
    failed = []
    for name, part in parts(arguments.since).items():
        if arguments.parts and name not in arguments.parts:
            continue
        if name not in night["done"]:
            well, seconds = run(name, part, night["seed"])
            if well:
                night["done"][name] = round(seconds)
                (FOLDER / "night.json").write_text(json.dumps(night))
            else:
                failed.append(name)
                print(f"{name}: failed after {seconds:.0f} s", flush=True)
                continue
        print(f"{name}: {night['done'][name]} s", flush=True)
    if not arguments.parts and not git("status", "--porcelain"):
        leave_stamp(failed)
    for name in failed:
        text = (FOLDER / f"{name.replace(' ', '-')}.log").read_text().splitlines()
        print(f"\n== {name}", *text[-60:], sep="\n")
    print(f"{sum(night['done'].values()) / 60:.0f} minutes")
    return int(bool(failed))


if __name__ == "__main__":
    sys.exit(main())
