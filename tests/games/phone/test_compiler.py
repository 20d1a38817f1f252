"""The compiler: what it supports gives the same as in CPython, and everything else is refused."""

import re
import sys

import pytest

from games.phone.compiler import NotForThePhone, compile_program, subset, tight
from games.phone.rules import RUNTIME, compile_rules, runtime_text
from tests.games.phone import constructs
from tests.games.phone.conftest import MATCH_TEXTS
from tests.games.phone.match_texts import text

RUNTIME_TEXT = "\n".join(map(runtime_text, RUNTIME))

ALL = """
function all() {
  const found = {};
  for (const [name, call] of Object.entries(calls)) {
    try {
      found[name] = [...call()].map(text);
    } catch (error) {
      found[name] = [String(error), error.stack];
    }
  }
  return found;
}
"""


@pytest.fixture(scope="session")
def said_by_javascript(run_javascript):
    """Return what each construct gives as JavaScript, by its name."""
    names = [construct.__name__ for construct in constructs.CONSTRUCTS]
    code, variable = compile_program([(constructs.__name__, name) for name in names])
    calls = ", ".join(f"{name}: {variable(constructs.__name__, name)}" for name in names)
    program = f"{RUNTIME_TEXT}\n{code}\n{MATCH_TEXTS}\nconst calls = {{{calls}}};\n{ALL}"
    return run_javascript(program, "all")


@pytest.mark.parametrize("construct", constructs.CONSTRUCTS, ids=lambda function: function.__name__)
def test_javascript_gives_what_python_gives(construct, said_by_javascript):
    expected = [text(value) for value in construct()]
    assert said_by_javascript[construct.__name__] == expected


def test_every_name_that_is_known_has_its_counterpart():
    imported = set().union(*filter(None, subset.STANDARD.values())) - subset.MARKERS
    for name in subset.BUILTINS | subset.EXCEPTIONS | imported:
        assert re.search(rf"^(const|class|function\*?) \${name}\b", RUNTIME_TEXT, re.M), name
    for operator in (*subset.OPERATORS.values(), *subset.IN_PLACE.values()):
        assert re.search(rf"^(const|function) \${operator}\b", RUNTIME_TEXT, re.M), operator


REFUSED = {
    "with open(x) as file: pass": "With",
    "x = 3 if x else eval('3')": "the name `eval`",
    "for one in x: pass\n    else: x = 1": "`else` of a loop",
    "return '%s' % x": "text filled by `%`",
    "return f'{x:.2f}'": "the format '.2f'",
    "return x.split(',')": "the attribute `split`",
    "return x.farget": "the attribute `farget`",
    "return round(x)": "the name `round`",
    "global y": "Global",
    "return [one for one in {1, 2}]": "going through a set",
    "names = zip(x, x)": "keeping what is read once",
    "return helper(1, 2, 3)": "more arguments than parameters",
    "return helper()": "no argument for ['a']",
    "return helper(1, c=2)": "the keyword `c`",
    "return x.copy(deep=True)": "the keyword `deep`",
    "try: pass\n    except Exception: pass": "catching every exception",
    "try: pass\n    except: pass": "a bare `except`",
    "def inner(a=[]): pass": "a default that is made once",
    "return Enum": "`typing.Enum`",
    "first, *more, last = x": "a `*` that is not the last",
    "x[0], x[1] = x": "items among several targets",
    "x[1:2] = []": "giving a slice new items",
    "return x @ x": "MatMult",
    "return 1j": "the constant 1j",
    "import math": "Import",
}


@pytest.mark.parametrize("body", REFUSED)
def test_what_is_not_known_is_refused_with_its_place(body, tmp_path, monkeypatch):
    name = f"refused_{list(REFUSED).index(body)}"
    head = "from typing import Any\ndef helper(a, b=1):\n    return a\n\n"
    if "Enum" in body:
        head = head.replace("from typing import Any", "from typing import Enum")
    (tmp_path / f"{name}.py").write_text(f"{head}def tried(x):\n    {body}\n")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(NotForThePhone) as refused:
        compile_program([(name, "tried")])
    message = str(refused.value)
    assert re.match(rf"{re.escape(str(tmp_path / name))}\.py:[67]: ", message), message
    assert REFUSED[body] in message
    sys.modules.pop(name, None)


@pytest.mark.nightly
def test_the_same_code_gives_the_same_file():
    assert compile_rules() == compile_rules()


def test_members_that_nothing_names_are_left_out_with_what_only_they_need(tmp_path, monkeypatch):
    (tmp_path / "members.py").write_text(
        "class Sheet:\n"
        "    def told(self):\n        return self.half\n\n"
        "    @property\n    def half(self):\n        return getattr(self, 'quarter')()\n\n"
        "    def quarter(self):\n        return 1\n\n"
        "    def drawn(self):\n        return painted()\n\n"
        "    def handed_in(self):\n        return 2\n\n"
        "def painted():\n    return 3\n\n"
        "def wanted():\n    return Sheet().told()\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    code, _variable = compile_program([("members", "wanted")], ["handed_in"])
    sys.modules.pop("members", None)
    names = ("told", "half", "quarter", "handed_in", "drawn", "painted")
    assert [name for name in names if name in code] == ["told", "half", "quarter", "handed_in"]


def test_spaces_go_where_only_a_reader_needs_them():
    assert tight('if (a === "x , y") { return [a, - -b]; }') == 'if(a==="x , y"){return[a,- -b];}'
    assert tight(r'{ "a \" : b" : c }') == r'{"a \" : b":c}'
