"""Makes a release: version, changelog and tag in one commit: `make release VERSION=1.2.3`.

It refuses a tree with changes, a commit without a green night (`tests.nightly` leaves a stamp), a
version that is no step from the last tag, and a patch release of a changed schema. It pushes
nothing.
"""

import json
import re
import subprocess
import sys
from collections.abc import Callable
from datetime import date
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
STAMP = Path(".nightly") / "stamp.json"
CHANGELOG = "CHANGELOG.md"
# Every file that names the version, with the text around it.
NAMED = {
    "pyproject.toml": '\nversion = "{}"\n',
    "scorekeeper/__init__.py": '\nVERSION = "{}"',
    "docs/deploy.md": "scorekeeper-{}-py3-none-any.whl",
}
MONTHS = "January February March April May June July August September October November December"


class Refusal(Exception):
    """Raised with the sentence that says why there is no release. Nothing was changed."""


def git(root: Path, *arguments: str) -> str:
    """Return what a git command prints, without the last line break."""
    done = subprocess.run(["git", *arguments], cwd=root, check=True, capture_output=True, text=True)
    return done.stdout.strip()


def numbers(version: str) -> tuple[int, int, int]:
    """Return the three numbers of a version. Raise `Refusal` if it does not have three."""
    match = re.fullmatch(r"(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)", version, re.ASCII)
    if match is None:
        raise Refusal(f"{version!r} is no version: three numbers, like 1.2.3.")
    major, minor, patch = map(int, match.groups())
    return major, minor, patch


def last_tag(root: Path) -> str | None:
    """Return the tag of the last release before HEAD; None before the first release."""
    merged = git(root, "tag", "--list", "v*", "--merged", "HEAD").splitlines()
    tags = [tag for tag in merged if re.fullmatch(r"v\d+\.\d+\.\d+", tag, re.ASCII)]
    return max(tags, key=lambda tag: numbers(tag[1:]), default=None)


def new_migrations(root: Path, tag: str) -> list[str]:
    """Return the migrations that were added, changed or removed since a tag."""
    names = git(root, "diff", "--name-only", "--no-renames", tag, "HEAD").splitlines()
    return [name for name in names if re.fullmatch(r".*/migrations/\d\w*\.py", name)]


def check_tree(root: Path) -> None:
    """Refuse a tree with changes that are in no commit."""
    changed = git(root, "status", "--porcelain")
    if changed:
        raise Refusal(f"The tree has changes that are in no commit:\n{changed}")


def check_step(root: Path, version: str) -> None:
    """Refuse a version that is no single step, or too small a one for a changed schema."""
    next_numbers, tag = numbers(version), last_tag(root)
    if git(root, "tag", "--list", f"v{version}"):
        raise Refusal(f"The tag v{version} exists already.")
    if tag is None:
        return
    major, minor, patch = numbers(tag[1:])
    if next_numbers not in ((major + 1, 0, 0), (major, minor + 1, 0), (major, minor, patch + 1)):
        raise Refusal(f"{version} does not follow {tag}.")
    changed = new_migrations(root, tag)
    if changed and next_numbers == (major, minor, patch + 1):
        raise Refusal(
            f"The schema has changed since {tag}, so the next version is {major}.{minor + 1}.0 "
            f"or {major + 1}.0.0:\n" + "\n".join(changed)
        )


def check_night(root: Path) -> None:
    """Refuse a commit whose last whole night was not green, or that had none."""
    commit, file = git(root, "rev-parse", "HEAD"), root / STAMP
    night = json.loads(file.read_text(encoding="utf-8")) if file.exists() else {}
    if night.get("commit") != commit:
        raise Refusal(f"{commit[:10]} has had no whole night: make nightly.")
    if night["result"] != "green":
        raise Refusal(f"The night of {commit[:10]} was not green: {', '.join(night['failed'])}.")


def rewritten(root: Path, version: str, today: date) -> dict[str, str]:
    """Return the new texts of the files that name the version, by file.

    Raise `Refusal` if the changelog has no entry for it, or a file no version.
    """
    texts = {}
    for name, around in NAMED.items():
        text = (root / name).read_text(encoding="utf-8")
        pattern = re.escape(around).replace(re.escape("{}"), r"\d+\.\d+\.\d+")
        texts[name], count = re.subn(pattern, around.format(version), text)
        if not count:
            raise Refusal(f"{name} names no version.")
    changes = (root / CHANGELOG).read_text(encoding="utf-8")
    head = re.compile(rf"^## {re.escape(version)}, unreleased\n(?=\s*[^\s#])", re.M)
    day = f"{today.day} {MONTHS.split()[today.month - 1]} {today.year}"
    texts[CHANGELOG], count = head.subn(f"## {version}, {day}\n", changes)
    if count != 1:
        raise Refusal(f"{CHANGELOG} needs one section « ## {version}, unreleased » with a text.")
    return texts


def release(root: Path, version: str, today: date) -> str:
    """Make the release, and return its tag. Raise `Refusal` if it may not be made."""
    checks: tuple[Callable[[], None], ...] = (
        lambda: check_step(root, version),
        lambda: check_tree(root),
        lambda: check_night(root),
    )
    for check in checks:
        check()
    texts = rewritten(root, version, today)
    for name, text in texts.items():
        (root / name).write_text(text, encoding="utf-8")
    tag = f"v{version}"
    git(root, "commit", "-q", "-m", f"Release {version}", "--", *texts)
    git(root, "tag", "-a", tag, "-m", f"scorekeeper {version}")
    return tag


def main() -> int:
    """Make the release that the command line names; return the exit status."""
    version = sys.argv[1] if len(sys.argv) == 2 else ""
    try:
        tag = release(ROOT, version, date.today())
    except Refusal as refusal:
        print(refusal, file=sys.stderr)
        return 1
    print(f"{tag} is made. Nothing is pushed yet: git push origin HEAD {tag}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
