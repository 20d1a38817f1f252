"""Style sheets: what their source keeps to, and how the static files' step joins them."""

import re
from pathlib import Path

import pytest

from games.registry.installed import games
from scorekeeper.places import REPOSITORY
from scorekeeper.server.style_sheets import MissingSheetError, bundle

SHEETS = [path for path in sorted(REPOSITORY.rglob("static/**/*.css")) if ".venv" not in path.parts]
TOKENS = {"tokens.css", "night.css"}
COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
# The three breakpoints, and the other side of each.
BREAKPOINTS = {"26rem", "26.01rem", "42rem", "42.01rem", "56.24rem", "56.25rem"}


def rules(path: Path) -> str:
    return COMMENT.sub("", path.read_text(encoding="utf-8"))


def on_screen(path: Path) -> str:
    """Return the sheet without what is for paper only."""
    if path.name == "print.css":
        return ""
    text, parts, depth = rules(path), [], 0
    for part in re.split(r"(@media[^{]*print[^{]*\{|[{}])", text):
        if depth or (part.startswith("@media") and "print" in part):
            depth += part.count("{") - part.count("}")
        else:
            parts.append(part)
    return "".join(parts)


def test_together_they_are_short():
    lines = [line for path in SHEETS for line in path.read_text(encoding="utf-8").splitlines()]
    assert len(lines) <= 2600
    assert [line for line in lines if len(line) > 120] == []


@pytest.mark.parametrize("path", SHEETS, ids=lambda path: path.name)
def test_colours_and_breakpoints_are_those_of_the_tokens(path):
    colours = re.findall(r"#[0-9a-f]{3,8}\b(?=[^{}]*[;}])", rules(path), re.IGNORECASE)
    assert path.name in TOKENS or colours == []
    queries = re.findall(r"@(?:media|import)[^{;]*", rules(path))
    width = re.compile(r"width[:<>= ]+([\d.]+\w+)")
    widths = {size for query in queries for size in width.findall(query)}
    assert widths <= BREAKPOINTS


@pytest.mark.parametrize("path", SHEETS, ids=lambda path: path.name)
def test_nothing_is_important_but_on_paper_and_what_is_hidden(path):
    text = re.sub(r"\[hidden\] \{[^}]*\}", "", on_screen(path))
    assert "!important" not in text


def test_no_page_has_more_than_three():
    a_game = max(len(game.pad.styles) for game in games())
    pages = [path for path in REPOSITORY.rglob("templates/**/*.html") if ".venv" not in path.parts]
    for path in pages:
        text = path.read_text(encoding="utf-8")
        block = re.search(r"\{% block styles %\}(.*?)\{% endblock %\}", text, re.DOTALL)
        if block:
            links = len(re.findall("<link|_styles.html", block[1]))
            links += (a_game - 1) * block[1].count("{% for style")
            assert 1 + links <= 3, path


def test_imports_stand_in_their_place_with_their_media_and_without_comments():
    files = {
        "a/one.css": '/* One. */\n@import "two.css" print;\np { margin: 0; }\n',
        "b/three.css": "b { top: 0; }\n",
        "a/two.css": '@import "../b/three.css";\ni { top: 1px; } /* Two. */\n',
    }
    assert bundle("a/one.css", files["a/one.css"], files.__getitem__) == (
        "@media print {\nb { top: 0; }\ni { top: 1px; } }\np { margin: 0; }\n"
    )


def test_an_import_of_no_file_is_refused():
    with pytest.raises(MissingSheetError, match=r"css/nowhere\.css"):
        bundle("css/site.css", '@import "nowhere.css";\n')
