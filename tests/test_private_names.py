"""The code uses nothing private of libraries: underscore names, undocumented modules, JavaScript's
own.

What is private of a library may change with any of its releases. So these tests read all files:
Python (product, benchmarks, tests) and the scripts of the pages.
"""

import ast
import importlib
import re
import subprocess
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
OURS = {
    "bench", "bulletin", "clubs", "core", "games", "hatch_build", "jobs", "labo", "leaderboards",
    "manage", "ratelimits", "scorekeeper", "tests", "tournaments", "transmission",
}  # fmt: skip

# Names that begin with an underscore although they are documented.
DOCUMENTED = {
    "_asdict", "_field_defaults", "_fields", "_make", "_replace",  # collections.namedtuple
    "_exit",  # os
    "_base_manager", "_default_manager", "_meta", "_state",  # Django's models
    "_open", "_save",  # Django's storages
}  # fmt: skip
# Modules, and names in modules, that their library does not document.
UNDOCUMENTED = re.compile(
    r"_pytest|xdist|numba\.(core|cpython|np|typed)|uvicorn\.(protocols|server)|h11"
    r"|allauth(\.\w+)*\.internal"
    r"|django\.db\.models\.(query_utils\.(?!Q$)|sql|query\.(?!QuerySet$)|fields\.related_\w+)"
    r"|django\.template\.(base\.(?!Node$|Token$|Parser$)|defaulttags|loader_tags|smartif)"
    r"|django\.template\.library\.\w*Node|django\.templatetags\.i18n"
    r"|django\.http\.(parse_cookie|response\.HttpResponseRedirectBase)"
    r"|django\.http\.request\.(split_domain_port|validate_host)"
    r"|rest_framework\.utils\.field_mapping"
)
# The files that may use something private because there is no other way: at most three, each with
# its reason.
ALLOWED = {
    # uvicorn 0.54 sets no deadline for the head of a request, nor for an answer that nobody reads.
    # Without a proxy, a few sleeping phones or one attacker would hold all connections. Its option
    # `http` takes a class, and this class is the one that it documents as `h11`.
    "scorekeeper/server/connections.py",
    # Django 5.2 documents the node classes of a parsed template only by their tags. A phone without
    # network draws the match from these nodes, so that no page has to be written twice.
    "games/phone/templates.py",
    # numba 0.68 documents no option for what `_nrt=False` does: arrays are not reference-counted.
    # The search creates none, and counting would take an eighth of its time.
    "games/dix/analysis/solver/kernel/instructions.py",
}


# The nodes of a syntax tree that can name something private, here or in a library.
NAMING = (
    ast.Import, ast.ImportFrom, ast.Attribute, ast.keyword, ast.Call, ast.Name, ast.arg,
    ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef,
)  # fmt: skip


class Finding(NamedTuple):
    """A place that uses something private of a library."""

    file: str
    line: int
    text: str


@cache
def tracked(suffix: str) -> tuple[str, ...]:
    """Return the files of the repository with a suffix, including new ones that git does not
    ignore.
    """
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard", f"*{suffix}"]
    listed = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout
    return tuple(name for name in listed.splitlines() if (ROOT / name).exists())


@cache
def trees() -> dict[str, ast.Module]:
    """Return every Python file, parsed, by name; migrations are left out because Django wrote
    them.
    """
    files = (name for name in tracked(".py") if "/migrations/" not in name)
    return {name: ast.parse((ROOT / name).read_text(encoding="utf-8")) for name in files}


def is_private(name: str) -> bool:
    """Return whether a name begins with exactly one underscore, and is not just `_`."""
    return name.startswith("_") and not name.startswith("__") and name != "_"


@cache
def nodes() -> dict[str, tuple[ast.AST, ...]]:
    """Return the nodes that can name something private, by file."""
    return {
        file: tuple(node for node in ast.walk(tree) if isinstance(node, NAMING))
        for file, tree in trees().items()
    }


@cache
def our_names() -> frozenset[str]:
    """Return the underscore names that the code itself defines: modules, functions, classes,
    variables.
    """
    names = {part for file in trees() for part in file.removesuffix(".py").split("/")}
    for of_file in nodes().values():
        for node in of_file:
            match node:
                case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
                    names.add(node.name)
                case ast.Name(id=name, ctx=ast.Store()) | ast.arg(arg=name):
                    names.add(name)
                case ast.Attribute(value=ast.Name(id="self" | "cls"), attr=name, ctx=ast.Store()):
                    names.add(name)
    return frozenset(filter(is_private, names))


def private_in(node: ast.AST) -> Iterator[str]:
    """Yield the private names of libraries that a node uses."""
    match node:
        case ast.Import():
            yield from filter(is_others_private, (alias.name for alias in node.names))
        case ast.ImportFrom(module=str(module), level=0):
            names = (f"{module}.{alias.name}" for alias in node.names)
            yield from filter(is_others_private, names)
        case ast.Attribute(attr=name) | ast.keyword(arg=str(name)) if is_foreign(name):
            yield name
        case ast.Attribute(attr="fields_cache", value=ast.Attribute(attr="_state")):
            yield "_state.fields_cache"
        case ast.Call(func=ast.Name(id=function) | ast.Attribute(attr=function)):
            if function in BY_NAME:
                for argument in node.args:
                    if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
                        yield from filter(is_foreign, argument.value.split("."))
        case _:
            pass


# Functions whose arguments may contain the name of an attribute.
BY_NAME = {
    "attrgetter", "delattr", "get", "getattr", "hasattr", "methodcaller", "object", "patch", "pop",
    "setattr", "setdefault",
}  # fmt: skip


def is_foreign(name: str) -> bool:
    """Return whether a name is private, not documented, and not defined by this code."""
    return is_private(name) and name not in our_names() and name not in DOCUMENTED


def is_others_private(path: str) -> bool:
    """Return whether a dotted name belongs to a library, and is private or undocumented there."""
    parts = path.split(".")
    if parts[0] in OURS:
        return False
    return any(map(is_private, parts)) or bool(UNDOCUMENTED.match(path))


def overridden() -> Iterator[Finding]:
    """Yield the private methods of our classes that a base class in a library defines too.

    The library would call ours instead of its own.
    """
    files = [name for name in trees() if name.split("/")[0] in OURS - {"bench", "tests"}]
    for file in files:
        defined = [
            (node.name, item.name, item.lineno)
            for node in trees()[file].body
            if isinstance(node, ast.ClassDef)
            for item in node.body
            if isinstance(item, ast.FunctionDef)
            and is_private(item.name)
            and item.name not in DOCUMENTED
        ]
        if not defined:
            continue
        module = importlib.import_module(file.removesuffix(".py").replace("/", "."))
        for class_name, name, line in defined:
            bases = getattr(module, class_name).__mro__[1:]
            others = (base for base in bases if base.__module__.split(".")[0] not in OURS)
            if any(name in vars(base) for base in others):
                yield Finding(file, line, f"{class_name}.{name}")


def findings() -> list[Finding]:
    """Return all findings in the Python files."""
    in_files = [
        Finding(file, getattr(node, "lineno", 0), text)
        for file, of_file in nodes().items()
        for node in of_file
        for text in private_in(node)
    ]
    return [*in_files, *overridden()]


def test_nothing_private_of_a_library_is_used():
    used = findings()
    assert [finding for finding in used if finding.file not in ALLOWED] == []
    assert {finding.file for finding in used} == ALLOWED
    assert len(ALLOWED) <= 3


# --- JavaScript -----------------------------------------------------------------------------------

BUILT_IN = (
    r"(Array|BigInt|Boolean|Date|Error|Function|Map|Math|Number|Object|Promise|RegExp|Set|String"
    r"|Symbol|Element|HTMLElement|Node|NodeList|Document|Window|Event|EventTarget)"
)
# A change to a built-in prototype: `Array.prototype.x = …`, `Array.prototype["x"] = …`, or a
# prototype passed to a function that may change it (`Object.defineProperty`).
EXTENDED = re.compile(
    rf"(?<![\w$]){BUILT_IN}\.prototype(\.\w+|\[[^\]]*\])?\s*=(?!=)|[(,]\s*{BUILT_IN}\.prototype\s*,|__proto__"
)


def test_no_prototype_of_javascript_is_extended():
    scripts = {name: (ROOT / name).read_text(encoding="utf-8") for name in tracked(".js")}
    assert scripts
    assert {
        name: match[0] for name, text in scripts.items() if (match := EXTENDED.search(text))
    } == {}


# --- What the readers find ------------------------------------------------------------------------


def test_each_kind_of_use_is_found():
    source = """
from _pytest.main import Session
import numba.core.cgutils
from uvicorn.protocols.http.h11_impl import H11Protocol
rows._raw_delete("default")
row._state.fields_cache
njit(_nrt=False)
getattr(field, "_spectacular_annotation")
patch("django.db.connections._connections")
"""
    used = [name for node in ast.walk(ast.parse(source)) for name in private_in(node)]
    assert sorted(used) == [
        "_connections",
        "_nrt",
        "_pytest.main.Session",
        "_raw_delete",
        "_spectacular_annotation",
        "_state.fields_cache",
        "numba.core.cgutils",
        "uvicorn.protocols.http.h11_impl.H11Protocol",
    ]
    documented = """
from django.db.models import Q
model._meta.fields
model._default_manager.all()
row._state.adding
pair._replace(first=1)
"""
    assert not [name for node in ast.walk(ast.parse(documented)) for name in private_in(node)]


def test_each_way_to_extend_a_prototype_is_found():
    for script in (
        "Array.prototype.append = f;",
        'String.prototype["x"] = f;',
        "Object.defineProperty(Array.prototype, 'x', {});",
        "give(String.prototype, methods)",
    ):
        assert EXTENDED.search(script), script
    for script in (
        "$Object.prototype.f = 1;",
        "a === Object.prototype;",
        "Array.prototype.map.call(x)",
    ):
        assert not EXTENDED.search(script), script
