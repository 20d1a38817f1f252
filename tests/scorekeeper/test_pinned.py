"""Everything fetched from elsewhere to test, build or run the site is pinned by version and
hash.
"""

import re
import tomllib

import pytest
import yaml

from scorekeeper.places import REPOSITORY
from tests.scorekeeper.test_deploy_files import printed_by, tool

pytestmark = pytest.mark.one_database

WORKFLOWS = sorted((REPOSITORY / ".github/workflows").glob("*.y*ml"))
COMPOSED = sorted((REPOSITORY / "deploy").glob("*compose*.y*ml"))
CONTAINERFILE = (REPOSITORY / "Containerfile").read_text(encoding="utf-8")
LOCKS = sorted(REPOSITORY.glob("requirements*.txt"))
PROJECT = tomllib.loads((REPOSITORY / "pyproject.toml").read_text(encoding="utf-8"))
# Every recipe of the repository that installs something.
RECIPES = [
    REPOSITORY / "Makefile",
    REPOSITORY / "Containerfile",
    *(path for path in sorted((REPOSITORY / ".ci").iterdir()) if path.is_file()),
    *WORKFLOWS,
]


def locked(name):
    """Return the number of hashes of each package of a requirements file, by `package==version`."""
    text = (REPOSITORY / name).read_text(encoding="utf-8").replace("\\\n", " ")
    lines = [
        line for line in text.splitlines() if line.strip() and not line.strip().startswith("#")
    ]
    return {line.split()[0]: line.count("--hash=sha256:") for line in lines}


def test_the_files_that_are_read_here_are_there():
    assert [path.name for path in WORKFLOWS] == ["ci.yml", "release.yml", "weekly.yml"]
    assert [path.name for path in COMPOSED] == ["compose.yaml"]
    assert [path.name for path in LOCKS] == [
        "requirements-audit.txt",
        "requirements-build.txt",
        "requirements-dev.txt",
        "requirements-installer.txt",
        "requirements.txt",
    ]


@pytest.mark.parametrize("workflow", WORKFLOWS, ids=lambda path: path.name)
def test_an_action_is_a_commit_with_its_version_beside(workflow):
    used = re.findall(r"^\s*(?:- )?uses:\s*(.*)$", workflow.read_text(encoding="utf-8"), re.M)
    assert used
    wrong = [line for line in used if not re.fullmatch(r"[\w./-]+@[0-9a-f]{40} # v[\d.]+", line)]
    assert wrong == []


@pytest.mark.parametrize("workflow", WORKFLOWS, ids=lambda path: path.name)
def test_a_workflow_is_one_by_its_schema_and_ends_by_itself(workflow):
    for schema in ("vendor.github-workflows", "custom.github-workflows-require-timeout"):
        printed_by(tool("check-jsonschema"), "--builtin-schema", schema, str(workflow))
    text = workflow.read_text(encoding="utf-8")
    # Nothing may write but where a job says so.
    assert yaml.safe_load(text)["permissions"] == {"contents": "read"}
    makefile = (REPOSITORY / "Makefile").read_text(encoding="utf-8")
    code = re.sub(r"#.*", "", text)
    targets = {name for row in re.findall(r"\bmake ([a-z -]+)", code) for name in row.split()}
    assert targets <= set(re.findall(r"^([a-z-]+):", makefile, re.M))
    scripts = re.findall(r"\.ci/[a-z-]+", text)
    assert [name for name in scripts if not (REPOSITORY / name).exists()] == []


def test_the_hosted_runs_try_every_python_and_start_the_night():
    jobs = yaml.safe_load(WORKFLOWS[0].read_text(encoding="utf-8"))["jobs"]
    assert jobs["test"]["strategy"]["matrix"]["python"] == ["3.11", "3.12", "3.13", "3.14"]
    assert "make nightly" in jobs["nightly"]["steps"][-2]["run"]


def test_the_bot_proposes_libraries_actions_and_images():
    file = REPOSITORY / ".github/dependabot.yml"
    printed_by(tool("check-jsonschema"), "--builtin-schema", "vendor.dependabot", str(file))
    updates = yaml.safe_load(file.read_text(encoding="utf-8"))["updates"]
    proposed = [update["package-ecosystem"] for update in updates]
    assert proposed == ["pip", "github-actions", "docker", "docker-compose"]


def test_the_compiler_is_an_extra_that_the_locked_packages_have():
    extras = PROJECT["project"]["optional-dependencies"]
    assert [re.split(r"[<>=]", name)[0] for name in extras["analysis"]] == ["numba"]
    assert not [name for name in PROJECT["project"]["dependencies"] if "numba" in name]
    for name in ("requirements.txt", "requirements-dev.txt"):
        assert "numba" in {row.split("==")[0] for row in locked(name)}


def images():
    """Return the images that the container file and the composed services start from."""
    stages = re.findall(r"^FROM \S+ AS (\S+)$", CONTAINERFILE, re.M)
    based = re.findall(r"^FROM (\S+)", CONTAINERFILE, re.M)
    copied = re.findall(r"(?:--from=|,from=)([^\s,]+)", CONTAINERFILE)
    named = [name for name in (*based, *copied) if name not in stages]
    for path in COMPOSED:
        services = yaml.safe_load(path.read_text(encoding="utf-8"))["services"].values()
        named += [service["image"] for service in services if "image" in service]
    return named


def test_an_image_is_a_digest_beside_its_tag():
    named = images()
    assert len(named) == 3
    wrong = [
        name for name in named if not re.fullmatch(r"[\w./-]+:[\w.-]+@sha256:[0-9a-f]{64}", name)
    ]
    assert wrong == []


@pytest.mark.parametrize("path", LOCKS, ids=lambda path: path.name)
def test_a_requirement_is_one_version_with_hashes(path):
    rows = locked(path.name)
    assert rows
    wrong = {name for name, hashes in rows.items() if "==" not in name or not hashes}
    assert wrong == set()


def test_what_the_build_asks_for_is_locked_as_the_development_packages_are():
    required = PROJECT["build-system"]["requires"]
    assert PROJECT["dependency-groups"]["build"] == required
    rows = locked("requirements-build.txt")
    names = {name.split("==")[0] for name in rows}
    assert {re.split(r"[<>=]", name)[0] for name in required} <= names
    assert rows.items() <= locked("requirements-dev.txt").items()


@pytest.mark.parametrize("path", RECIPES, ids=lambda path: path.name)
def test_whatever_installs_demands_hashes_or_takes_what_it_built_itself(path):
    """Every installation demands hashes or takes the wheel built before.

    No recipe uses an isolated build (`pip wheel`, `python -m build`), because such a build fetches
    packages that no hash pins.
    """
    text = path.read_text(encoding="utf-8").replace("\\\n", " ")
    lines = [line for line in text.splitlines() if not line.lstrip().startswith("#")]
    built = re.compile(r"\bpip3? wheel\b|-m build\b|\buv build\b|\bhatch build\b")
    assert [line for line in lines if built.search(line)] == []
    installed = re.compile(r"\bpip3? install\b")
    assert [
        line
        for line in lines
        if installed.search(line)
        and "--require-hashes" not in line
        and "--no-deps /wheel/" not in line
    ] == []
