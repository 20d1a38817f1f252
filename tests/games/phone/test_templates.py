"""The match page's templates as data: unknown constructs are refused, and every filter and tag that
they ask for exists.
"""

import json
import re
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders
from django.template import engines
from django.utils import translation

from games.phone.templates import NotForTheTemplates, _Compiled, _Template, templates_text
from games.registry import installed


def compiled(source):
    template = engines["django"].from_string(source)
    return _Template("here.html", _Compiled()).nodes(template.template.nodelist)


@pytest.mark.parametrize("language", ["fr", "en"])
def test_the_page_of_every_game_is_compiled_in_each_language(language):
    templates = json.loads(templates_text(language))
    assert templates["language"] == language
    assert set(templates["games"]) == {game.slug for game in installed.games()}
    assert {"dix/_line.html", "maitre/pad.html", "games/_table.html"} <= set(templates["templates"])
    with translation.override(language):
        assert templates["said"]["change"] == translation.gettext("Modifier")


def test_texts_values_and_conditions_become_lists():
    assert compiled('a\n  b{{ x.y|default:"z" }}') == [
        "a\nb",
        ["v", {"n": ["x", "y"], "f": [["default", {"c": "z"}]]}],
    ]
    assert compiled("{% if a and not b %}1{% else %}2{% endif %}") == [
        ["if", [[["and", {"n": ["a"]}, ["not", {"n": ["b"]}]], ["1"]], [None, ["2"]]]]
    ]
    assert compiled('{% url "games:entry" match line.number %}') == [
        ["url", ["/parties/", "/lignes/", "/"], [{"n": ["match"]}, {"n": ["line", "number"]}], None]
    ]


@pytest.mark.parametrize(
    "source",
    [
        "{% now 'Y' %}",
        "{% for one in all reversed %}{% endfor %}",
        "{% url name %}",
        "{% include 'games/_deals.html' only %}",
        "{% cycle 'a' 'b' %}",
    ],
)
def test_what_phones_cannot_draw_is_refused_with_its_place(source):
    with pytest.raises(NotForTheTemplates, match=r"^here\.html:1: phones can't draw"):
        compiled(source)


def collect(value, filters, tags):
    """Collect the filters and tags that compiled templates ask for."""
    if isinstance(value, dict):
        filters |= {
            filter_[0] for filter_ in value.get("f", ()) if isinstance(value.get("f"), list)
        }
        value = list(value.values())
    if isinstance(value, list):
        if value[:1] == ["tag"]:
            tags.add(value[1])
        for part in value:
            collect(part, filters, tags)


def test_every_filter_and_tag_has_its_counterpart():
    filters, tags = set(), set()
    collect(json.loads(templates_text("fr"))["templates"], filters, tags)
    scripts = ["phone/play.js"]
    scripts += [script for game in installed.games() for script in game.phone.scripts]
    known = "\n".join(Path(finders.find(script)).read_text() for script in scripts)
    for name in filters | tags:
        assert re.search(rf"\b{name}(\(|:| = )", known), name
