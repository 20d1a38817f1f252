"""Tests of `make release`, each in a repository of its own; and of the stamp of a night."""

import json
import subprocess
from datetime import date
from types import SimpleNamespace

import pytest

from tests import nightly
from tests.release import ROOT, STAMP, Refusal, git, last_tag, new_migrations, release, rewritten

pytestmark = pytest.mark.one_database

DAY = date(2026, 11, 27)
FILES = {
    "pyproject.toml": '[project]\nname = "scorekeeper"\nversion = "0.9.0"\n',
    "scorekeeper/__init__.py": '"""The site."""\n\nVERSION = "0.9.0"  # as in pyproject.toml\n',
    "docs/deploy.md": "pip install scorekeeper-0.9.0-py3-none-any.whl\n",
    "CHANGELOG.md": "# Changelog\n\n## 1.0.0, unreleased\n\n- All.\n\n"
    "## 0.9.0, 1 May 2026\n\n- Some.\n",
    ".gitignore": "/.nightly/\n",
    "clubs/migrations/0001_initial.py": "",
    "clubs/models.py": "",
}


def commit(root, message="A change", **files):
    for name, text in files.items():
        write(root, name, text)
    git(root, "add", "-A")
    git(root, "commit", "-qm", message)


def write(root, name, text):
    (root / name).parent.mkdir(parents=True, exist_ok=True)
    (root / name).write_text(text, encoding="utf-8")


def green(root, **changes):
    """Leave the stamp of a green night of the present commit."""
    stamp = {"commit": git(root, "rev-parse", "HEAD"), "result": "green", "failed": [], **changes}
    write(root, STAMP, json.dumps(stamp))


def expect(root, version):
    """Write the changelog's section of a version that is to come, and commit it."""
    text = (root / "CHANGELOG.md").read_text(encoding="utf-8")
    section = f"# Changelog\n\n## {version}, unreleased\n\n- More.\n"
    commit(root, **{"CHANGELOG.md": text.replace("# Changelog\n", section, 1)})
    green(root)


def refusal(root, version):
    """Return why a release is refused; assert that it left everything as it was."""
    before = git(root, "rev-parse", "HEAD"), git(root, "status", "--porcelain"), git(root, "tag")
    with pytest.raises(Refusal) as refused:
        release(root, version, DAY)
    assert before == (
        git(root, "rev-parse", "HEAD"), git(root, "status", "--porcelain"), git(root, "tag"),
    )  # fmt: skip
    return str(refused.value)


@pytest.fixture
def root(tmp_path, monkeypatch):
    """A repository before its first release, whose night was green."""
    for name in ("AUTHOR", "COMMITTER"):
        monkeypatch.setenv(f"GIT_{name}_NAME", "Anne")
        monkeypatch.setenv(f"GIT_{name}_EMAIL", "anne@example.org")
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", "/dev/null")
    git(tmp_path, "init", "-q", "-b", "main")
    commit(tmp_path, **FILES)
    green(tmp_path)
    return tmp_path


def test_it_sets_version_changelog_and_tag_in_one_commit(root):
    before = git(root, "rev-parse", "HEAD")
    assert release(root, "1.0.0", DAY) == "v1.0.0"
    assert git(root, "rev-parse", "HEAD^") == before
    assert git(root, "log", "-1", "--format=%s") == "Release 1.0.0"
    assert git(root, "cat-file", "-t", "v1.0.0") == "tag"
    assert git(root, "rev-parse", "v1.0.0^{commit}") == git(root, "rev-parse", "HEAD")
    assert git(root, "status", "--porcelain") == ""
    assert git(root, "show", "HEAD:pyproject.toml").splitlines()[2] == 'version = "1.0.0"'
    assert 'VERSION = "1.0.0"  # as' in git(root, "show", "HEAD:scorekeeper/__init__.py")
    assert "scorekeeper-1.0.0-py3" in git(root, "show", "HEAD:docs/deploy.md")
    changes = git(root, "show", "HEAD:CHANGELOG.md")
    assert "## 1.0.0, 27 November 2026\n\n- All." in changes
    assert "## 0.9.0, 1 May 2026" in changes


def test_it_refuses_a_tree_with_changes(root):
    write(root, "clubs/models.py", "changed = True\n")
    assert "clubs/models.py" in refusal(root, "1.0.0")
    git(root, "checkout", "-q", "clubs/models.py")
    write(root, "new.py", "")
    assert "?? new.py" in refusal(root, "1.0.0")


def test_it_refuses_a_commit_without_a_green_night(root):
    green(root, result="failed", failed=["browser"])
    assert "was not green: browser" in refusal(root, "1.0.0")
    green(root)
    commit(root, **{"clubs/models.py": "later = True\n"})
    assert "no whole night" in refusal(root, "1.0.0")
    (root / STAMP).unlink()
    assert "no whole night" in refusal(root, "1.0.0")


def test_it_refuses_a_patch_of_a_changed_schema(root):
    release(root, "1.0.0", DAY)
    commit(root, **{"clubs/migrations/0002_more.py": ""})
    expect(root, "1.0.1")
    assert new_migrations(root, "v1.0.0") == ["clubs/migrations/0002_more.py"]
    reason = refusal(root, "1.0.1")
    assert "The schema has changed since v1.0.0" in reason
    assert "1.1.0" in reason
    expect(root, "1.1.0")
    assert release(root, "1.1.0", DAY) == "v1.1.0"
    # A patch of an unchanged schema is one again.
    expect(root, "1.1.1")
    assert release(root, "1.1.1", DAY) == "v1.1.1"
    assert last_tag(root) == "v1.1.1"


@pytest.mark.parametrize("version", ["", "1.0", "v1.0.0", "1.0.0rc1", "01.0.0", "1.0.0\n"])
def test_it_refuses_what_is_no_version(root, version):
    assert "three numbers" in refusal(root, version)


@pytest.mark.parametrize("version", ["1.0.0", "0.9.9", "1.0.2", "1.2.0", "3.0.0"])
def test_it_refuses_a_version_that_does_not_follow_the_last_one(root, version):
    release(root, "1.0.0", DAY)
    expect(root, version)
    assert "exists already" in (reason := refusal(root, version)) or "does not follow" in reason


@pytest.mark.parametrize(
    "changes", ["# Changelog\n", "# Changelog\n\n## 1.0.0, unreleased\n\n## 0.9.0, 1 May 2026\n"]
)
def test_it_refuses_a_changelog_without_a_text_for_the_version(root, changes):
    commit(root, **{"CHANGELOG.md": changes})
    green(root)
    assert "## 1.0.0, unreleased" in refusal(root, "1.0.0")


def test_the_files_of_this_repository_can_be_rewritten():
    version = rewritten_version()
    texts = rewritten(ROOT, version, DAY)
    assert f'version = "{version}"' in texts["pyproject.toml"]
    assert f"## {version}, 27 November 2026" in texts["CHANGELOG.md"]


def rewritten_version():
    """Return the version of the changelog's first section, or skip if that is released."""
    first = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8").split("\n## ")[1].split("\n")[0]
    version, _comma, day = first.partition(", ")
    if day != "unreleased":
        pytest.skip("nothing is to be released")
    return version


# --- The stamp of a night ------------------------------------------------------------------------


def night(monkeypatch, folder, *arguments, ends=True, changed=""):
    """Run a night of two pretended parts; return its stamp, or None."""
    answers = {"rev-parse": "abc\n", "status": changed}
    monkeypatch.setattr(nightly, "FOLDER", folder)
    monkeypatch.setattr(nightly, "git", lambda *command: answers.get(command[0], ""))
    monkeypatch.setattr(nightly, "parts", lambda since: {"one": None, "two": None})
    monkeypatch.setattr(nightly, "run", lambda name, part, seed: (name == "one" or ends, 1.0))
    monkeypatch.setattr("sys.argv", ["nightly", *arguments])
    for name in ("one", "two"):
        (folder / f"{name}.log").write_text("")
    assert nightly.main() == int(not ends)
    file = folder / STAMP.name
    return SimpleNamespace(**json.loads(file.read_text())) if file.exists() else None


@pytest.mark.parametrize(("ends", "result"), [(True, "green"), (False, "failed")])
def test_a_whole_night_leaves_its_commit_and_its_result(monkeypatch, tmp_path, ends, result):
    stamp = night(monkeypatch, tmp_path, ends=ends)
    assert (stamp.commit, stamp.result) == ("abc", result)
    assert stamp.failed == ([] if ends else ["two"])


def test_a_part_of_a_night_or_one_of_a_changed_tree_leaves_no_stamp(monkeypatch, tmp_path):
    assert night(monkeypatch, tmp_path, "--parts", "one") is None
    assert night(monkeypatch, tmp_path, changed=" M clubs/models.py\n") is None


def test_the_stamp_is_where_the_release_reads_it_and_git_does_not_see_it():
    assert nightly.FOLDER / "stamp.json" == ROOT / STAMP
    ignored = subprocess.run(["git", "check-ignore", "-q", str(STAMP)], cwd=ROOT)
    assert ignored.returncode in (0, 128)  # 128: an export of the tree
