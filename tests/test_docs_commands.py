"""The commands that the documents name: what can be parsed here is, with its options; what can be
run against a site is run.
"""

import re
import subprocess
import unicodedata
from importlib.util import find_spec
from itertools import pairwise
from pathlib import Path

import pytest
from django.core.management import get_commands, load_command_class

from games.dix.models import DixHand
from tests.plain import plain
from tests.test_docs import DOCS, ROOT, TRACKED, read, read_settings

pytestmark = [
    pytest.mark.one_database,
    pytest.mark.skipif(not TRACKED, reason="an export of the tree: git does not list its files"),
]
SITE = r"(?:manage\.py|/bin/scorekeeper|(?<![\w./-])scorekeeper)"
# A word of a command line: no mark of a sentence, no bracket, no redirection.
WORD = r"[^\s`()<>|&;#,…]+"
SHELL = re.compile(r"^```sh\n(.*?)^```", re.M | re.S)


def blocks(name):
    """Return the blocks of shell commands of a document."""
    return SHELL.findall(read(name))


def code_of(name):
    """Return every text of a document that is set as code."""
    text = read(name)
    return [*blocks(name), *re.findall(r"`([^`\n]+)`", SHELL.sub("", text))]


def named_by(pattern, *names):
    """Return (document, match) for each place of a pattern in the code of the documents."""
    return [
        (name, place)
        for name in names or DOCS
        for text in code_of(name)
        for place in re.finditer(pattern, text)
    ]


def site_commands():
    """Return every command of the site with options or arguments, as documents name them."""
    known = get_commands()
    return sorted(
        {
            (place[1], place[2].strip())
            for _name, place in named_by(rf"{SITE} ([a-z_]+)((?: {WORD})*)")
            if place[1] in known
        }
    )


@pytest.mark.parametrize(("command", "words"), site_commands())
def test_a_command_of_the_site_takes_the_options_that_are_named(command, words):
    loaded = load_command_class(get_commands()[command], command)
    known = re.findall(r"--[\w-]+", loaded.create_parser("manage.py", command).format_help())
    assert set(re.findall(r"--[\w-]+", words)) <= set(known)


def test_modules_that_are_run_exist_and_know_their_options():
    runs = named_by(rf"python -m ([\w.]+)((?: {WORD})*)")
    assert len(runs) > 10
    for name, place in runs:
        module = place[1]
        assert find_spec(module) is not None, (name, module)
        path = ROOT / module.replace(".", "/")
        if not (path.exists() or path.with_suffix(".py").exists()):
            continue  # a library's
        files = [path.with_suffix(".py")] if path.with_suffix(".py").exists() else path.glob("*.py")
        code = "".join(file.read_text(encoding="utf-8") for file in files)
        for option in re.findall(r"--[\w-]+", place[2]):
            named = (f'"{option}"', f'"{option[2:]}"')
            assert any(text in code for text in named), (name, module, option)


def test_targets_of_make_and_their_variables_exist():
    makefile = read("Makefile")
    targets = set(re.findall(r"^([a-z-]+):", makefile, re.M))
    known = set(re.findall(r"\$[({]+([A-Z_]+)", makefile))
    for name, place in named_by(rf"\bmake ([a-z][a-z-]*)((?: [A-Z_]+={WORD})*)"):
        assert place[1] in targets, (name, place[0])
        assert set(re.findall(r"([A-Z_]+)=", place[2])) <= known, (name, place[0])


@pytest.mark.parametrize("name", DOCS, ids=str)
def test_variables_of_the_environment_that_a_document_names_are_read(name):
    known = set(re.findall(r'"((?:SCOREKEEPER|DATABASE)_\w+)"', read_settings()))
    beside = set(re.findall(r"\b(?:SCOREKEEPER|DATABASE)_\w+", read("deploy/compose.yaml")))
    used = set(re.findall(r"\b(?:SCOREKEEPER|DATABASE)_[A-Z_]*[A-Z]\b", read(name)))
    assert used - known - beside == set()


@pytest.mark.parametrize("name", [name for name in DOCS if blocks(name)], ids=str)
def test_a_block_of_shell_can_be_read_by_a_shell(name):
    for block in blocks(name):
        done = subprocess.run(["bash", "-n"], input=block, text=True, capture_output=True)
        assert (done.returncode, done.stderr) == (0, ""), block


def test_files_that_a_block_of_shell_takes_from_the_repository_exist():
    for name in DOCS:
        for block in blocks(name):
            for path in re.findall(r"(?<![\w/])(?:deploy|tests|\.ci|docs)/[\w./-]+\w", block):
                assert (ROOT / path).exists(), (name, path)


# --- On a forge ----------------------------------------------------------------------------------


def anchors(name):
    """Return the anchors that a forge gives the headings of a document."""
    text = re.sub(r"^```.*?^```", "", read(name), flags=re.M | re.S)
    made = set()
    for heading in re.findall(r"^#{1,6} (.+)$", text, re.M):
        words = unicodedata.normalize("NFC", re.sub(r"[`*]|\]\([^)]*\)|\[", "", heading)).lower()
        made.add(re.sub(r"[^\w\- ]", "", words).strip().replace(" ", "-"))
    return made


@pytest.mark.parametrize("name", [*DOCS, "CHANGELOG.md"], ids=str)
def test_links_lead_to_a_file_of_the_repository_and_to_a_heading_of_it(name):
    for target in re.findall(r"\]\(([^)\s]+)\)", read(name)):
        if re.match(r"[a-z]+:", target):
            continue
        path, _mark, anchor = target.partition("#")
        file = (ROOT / name).parent / path if path else ROOT / name
        inside = file.resolve().relative_to(ROOT.resolve())
        assert str(inside) in TRACKED or file.is_dir(), target
        if anchor:
            assert anchor in anchors(str(inside)), target


@pytest.mark.parametrize("name", [*DOCS, "CHANGELOG.md"], ids=str)
def test_a_document_has_one_title_and_skips_no_level(name):
    text = re.sub(r"^```.*?^```", "", read(name), flags=re.M | re.S)
    levels = [len(marks) for marks in re.findall(r"^(#{1,6}) ", text, re.M)]
    # Pages of the site's own have their title from the page around them.
    if Path(name).name.startswith("help."):
        assert levels[:1] == [2]
    else:
        assert levels.count(1) == 1
        assert levels[0] == 1
    assert all(after <= before + 1 for before, after in pairwise(levels))


# --- Run ------------------------------------------------------------------------------------------


@pytest.mark.django_db(transaction=True)
def test_the_five_lines_of_the_readme_play_a_hand(live_server):
    (lines,) = [block for block in blocks("README.md") if block.startswith("api=")]
    script = lines.replace("http://localhost:8000", live_server.url).replace("--max-time 3", "-m 1")
    done = subprocess.run(["bash", "-c", script], text=True, capture_output=True)
    hand = DixHand.objects.get()
    assert (hand.bidder, hand.bid, hand.taken) == (0, 70, 80)
    assert "Mise de 70 réussie : 80 points" in plain(done.stdout)
    assert "event: version\ndata: 2" in done.stdout
