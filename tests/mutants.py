"""Mutation testing: puts small faults into pure code; the tests of that code must notice each.

`make mutants MODULE=games/dix/engine/scoring.py` (or a folder) prints the difference of each
survivor, then how many mutants of each file were killed. docs/testing.md lists the survivors with
the reasons.

The mutations are mutmut's. Its own runner leaves out decorated code (properties, cached and
compiled functions) and everything outside functions (the tables of a game), which here is half of
what matters. This runner mutates them too. The tests are collected once. Every mutant then gets a
fork of this process. In the fork the code of one function is exchanged, and only the tests that
call it are run, quickest first, until one fails. For a mutant outside functions, or in one that is
called during imports, the fork imports the pure modules and the tests again.
"""

import argparse
import difflib
import functools
import gc
import importlib.abc
import importlib.util
import itertools
import os
import random
import re
import resource
import signal
import sys
import time
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from types import CodeType, FrameType, FunctionType, ModuleType
from typing import Any

ROOT = Path(__file__).resolve().parent.parent

# Compiled code is tested as the plain Python from which it is compiled.
os.environ["NUMBA_DISABLE_JIT"] = "1"

import hypothesis
import libcst
import numba.extending
import pytest
from libcst import metadata
from mutmut.mutation import mutators

from tests.uncompiled import instruction

numba.extending.intrinsic = instruction

# The type of a function that is decorated to cache its results.
CACHED = type(functools.lru_cache(len))

# The tests of modules whose tests are not in the folder that mirrors the module's own.
TESTS = {
    "bulletin/prose": [
        "tests/bulletin/test_facts.py",
        "tests/bulletin/test_marks.py",
        "tests/bulletin/test_prose.py",
    ],
    "games/cards.py": ["tests/games/test_cards.py"],
    "games/presentation/curve.py": ["tests/games/presentation/test_curve.py"],
    "games/dix/analysis/solver/kernel": ["tests/games/dix/analysis/solver"],
    "games/deals.py": ["tests/games/dix/engine/test_deals.py"],
    "games/review/decision.py": ["tests/games/review/test_decision.py"],
    "games/registry/final_scores.py": ["tests/games/registry/test_final_scores.py"],
    "core/lettering.py": ["tests/core/test_lettering.py"],
    "games/match/series.py": ["tests/games/match/test_series.py"],
    "games/sheet.py": ["tests/games/test_sheet.py"],
    "games/entry/taps.py": ["tests/games/entry/test_taps.py"],
    "games/entry/throw_for_first.py": ["tests/games/test_first_player.py"],
    "games/presentation/turning.py": ["tests/games/presentation/test_turning.py"],
    "core/text/typography.py": ["tests/core/text/test_typography.py"],
    "transmission/graph": [
        "tests/transmission/test_crossings.py",
        "tests/transmission/test_layout.py",
        "tests/transmission/test_lineage.py",
    ],
}
# Tests that run once for every game. For a game's module only that game's case is used.
EVERY_GAME = [
    "test_both_scorers_agree",
    "test_notes_explain_each_line_in_words",
    "test_completed_entries_fold_to_the_same_sheet",
    "test_a_beginning_scores_alike_and_a_wrong_line_is_refused_in_words",
    "test_nothing_is_taken_after_the_end",
    "test_a_seed_samples_the_same_lines_for_ever",
]
# Tests that Django runs. Django keeps the modules that it has imported, even if they are
# imported again.
BY_DJANGO = ("test_solve_command.py",)
# Modules without Django, which can be imported again in a process where Django is running.
PURE = re.compile(
    r"games\.\w+\.engine\b|games\.(sheet|cards|deals|registry\.final_scores)$|core\.(lettering|typography)$"
    r"|games\.(entry\.taps|entry\.throw_for_first|match\.series|review\.decision)$"
    r"|games\.presentation\.(curve|turning)$"
    r"|games\.\w+\.analysis\.(?:\w+\.)*(columns|columns_bound|columns_kernel|decisions|duel|duel_kernel|duel_state|equity"
    r"|equity_kernel|fitted_model|hand_model|kernel(?:\.\w+)?|needed|odds|par|plain_columns|plain_solver|review"
    r"|riddles|solver|solving|sure|throw_odds|throw_situations"
    r"|throw_tables|turn_estimate|worth)$"
    r"|tournaments\.(draws|state)\b|tournaments\.challenges\.(nights|table)$"
    r"|transmission\.graph\b|leaderboards\.rating\b"
    r"|clubs\.lists\b|bulletin\.(prose|wording|words)\b"
    r"|tests\.(?!settings|toy|conftest|factories|mutants)"
)
KILLED, SURVIVED, TIMEOUT, UNTRIED = "killed", "survived", "timeout", "no test"
# How many times its tests' processor time a mutant may take before it counts as an endless loop.
PATIENCE = 5
MEMORY = 4 << 30


# --- The mutants ------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Mutant:
    """A changed source. `function` is the outermost function around the change, or None if the
    change is outside functions.
    """

    path: str
    function: str | None
    line: int
    source: str

    @property
    def difference(self) -> str:
        """The lines that changed."""
        before = (ROOT / self.path).read_text().splitlines()
        lines = list(difflib.unified_diff(before, self.source.splitlines(), lineterm="", n=0))
        return "\n".join(line for line in lines[2:] if not line.startswith("@@"))


class Mutations(libcst.CSTVisitor):
    """Walks through a module and collects its mutations: function, line, and the changed bytes."""

    METADATA_DEPENDENCIES = (metadata.ByteSpanPositionProvider, metadata.PositionProvider)

    def __init__(self) -> None:
        super().__init__()
        self.names: list[str] = []
        self.bodies: list[tuple[libcst.CSTNode, str]] = []
        self.inside: list[str] = []
        self.spots: list[tuple[str | None, int, slice, str]] = []

    def on_visit(self, node: libcst.CSTNode) -> bool:
        """Collect the mutations of this node, unless no test could judge them."""
        if _is_no_code(node):
            return False
        if isinstance(node, libcst.FunctionDef | libcst.ClassDef):
            self.names.append(node.name.value)
        if isinstance(node, libcst.FunctionDef):
            self.bodies.append((node.body, ".".join(self.names)))
        if self.bodies and node is self.bodies[-1][0]:
            self.inside.append(self.bodies[-1][1])
        for old, new in _mutations(node):
            span = self.get_metadata(metadata.ByteSpanPositionProvider, old)
            line = self.get_metadata(metadata.PositionProvider, old).start.line
            where = self.inside[0] if self.inside else None
            text = libcst.Module([]).code_for_node(new)
            self.spots.append((where, line, slice(span.start, span.start + span.length), text))
        return True

    def on_leave(self, node: libcst.CSTNode) -> None:
        """Step out of a function or class."""
        if self.bodies and node is self.bodies[-1][0]:
            self.inside.pop()
        if isinstance(node, libcst.FunctionDef):
            self.bodies.pop()
        if isinstance(node, libcst.FunctionDef | libcst.ClassDef):
            self.names.pop()


def _is_no_code(node: libcst.CSTNode) -> bool:
    """Return whether a node needs no mutation: types, imports, decorators and docstrings do not
    run, or only make code faster.
    """
    if isinstance(node, libcst.Expr):
        return isinstance(node.value, libcst.SimpleString | libcst.ConcatenatedString)
    if isinstance(node, libcst.Assign):
        return isinstance(node.targets[0].target, libcst.Name) and (
            node.targets[0].target.value == "__all__"
        )
    if isinstance(node, libcst.Subscript):
        return isinstance(node.value, libcst.Name) and node.value.value == "Literal"
    return isinstance(
        node, libcst.Annotation | libcst.Decorator | libcst.Import | libcst.ImportFrom
    )


def _mutations(node: libcst.CSTNode) -> Iterator[tuple[libcst.CSTNode, libcst.CSTNode]]:
    """Yield pairs of a node and its replacement.

    The mutations of mutmut that only crash are left out (an argument dropped, None assigned),
    and a text gets one change instead of three. Inverted conditions are added.
    """
    for kind, operator in mutators.mutation_operators:
        if operator is mutators.operator_assignment or not isinstance(node, kind):
            continue
        changed = list(operator(node))
        if operator is mutators.operator_arg_removal:
            changed = [new for new in changed if len(new.args) == len(node.args)]
        if operator is mutators.operator_string:
            changed = changed[:1]
        for new in changed:
            yield node, new
    if isinstance(node, libcst.If | libcst.While | libcst.CompIf) and not isinstance(
        node.test, libcst.Comparison | libcst.UnaryOperation
    ):
        around = {"lpar": [libcst.LeftParen()], "rpar": [libcst.RightParen()]}
        test = node.test.with_changes(**around)
        yield node.test, libcst.UnaryOperation(libcst.Not(), test, **around)


def mutants_of(path: str) -> list[Mutant]:
    """Return every mutant of a file that is still valid Python."""
    code = (ROOT / path).read_bytes()
    walk = Mutations()
    metadata.MetadataWrapper(libcst.parse_module(code), unsafe_skip_copy=True).visit(walk)
    mutants = []
    for function, line, place, text in walk.spots:
        source = (code[: place.start] + text.encode() + code[place.stop :]).decode()
        try:
            compile(source, path, "exec")
        except SyntaxError:
            continue
        mutants.append(Mutant(path, function, line, source))
    return mutants


# --- The trials -------------------------------------------------------------------------------


class Trials:
    """A plugin of pytest: instead of running the tests once, try every mutant on them."""

    def __init__(
        self, mutants: dict[str, list[Mutant]], jobs: int, slowest: float, unasked: tuple[str, ...]
    ) -> None:
        self.mutants = mutants
        self.jobs = jobs
        self.slowest = slowest
        self.unasked = unasked  # the marks of tests that are left out
        self.files = {str(ROOT / path): path for path in mutants}
        self.test = ""  # the running one
        self.callers: dict[tuple[str, str], set[str]] = defaultdict(set)
        self.seconds: dict[str, float] = {}
        self.functions: dict[tuple[str, str], list[FunctionType]] = defaultdict(list)
        self.caches: list[Any] = []
        self.failed = self.slow = False
        self.verdicts: dict[Mutant, str] = {}

    @pytest.hookimpl(tryfirst=True)
    def pytest_collection(self) -> None:
        """Use the same hypothesis examples for every mutant."""
        hypothesis.settings.register_profile(
            "mutants",
            deadline=None,
            derandomize=True,
            database=None,
            max_examples=40,
            phases=[hypothesis.Phase.explicit, hypothesis.Phase.generate],
            suppress_health_check=list(hypothesis.HealthCheck),
        )
        hypothesis.settings.load_profile("mutants")

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Leave out tests that need a database, a browser or much time."""
        items[:] = [
            item
            for item in items
            if item.path.name not in BY_DJANGO
            and not any(map(item.get_closest_marker, self.unasked))
            and not {"db", "transactional_db"}.intersection(getattr(item, "fixturenames", ()))
        ]

    def pytest_runtest_makereport(self, call: pytest.CallInfo[None]) -> None:
        """Note that a fixture took too long. It is not made again, so the other tests that want it
        fail.
        """
        if call.excinfo is not None and isinstance(call.excinfo.value, TooSlow):
            # The timer must not interrupt pytest while it writes its report.
            signal.setitimer(signal.ITIMER_VIRTUAL, 0)
            self.slow = True

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Note whether a test has failed; the first failure is enough."""
        self.failed |= report.failed

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Run the unchanged tests, then each mutant in a process of its own."""
        if session.testsfailed:
            raise RuntimeError("some of the tests cannot be collected")
        gc.unfreeze()  # objects frozen by the tests' settings would not be listed
        for thing in gc.get_objects():
            if type(thing) is CACHED:
                if PURE.match(thing.__module__) and not thing.__module__.startswith("tests"):
                    self.caches.append(thing)
            elif type(thing) is FunctionType and thing.__code__.co_filename in self.files:
                path = self.files[thing.__code__.co_filename]
                self.functions[path, thing.__code__.co_qualname].append(thing)
        self._run_unchanged(session)
        items = {item.nodeid: item for item in session.items}
        running: dict[int, Mutant] = {}
        # A fork copies the memory that it writes to, so the garbage collector must not touch
        # every object.
        gc.disable()
        gc.collect()
        for mutant in self._unchanged():
            self._wait({self._forked(mutant, list(items.values())): mutant})
            if self.verdicts.pop(mutant) != SURVIVED:
                raise RuntimeError("the tests fail without any mutant when they are imported anew")
        for mutant in itertools.chain.from_iterable(self.mutants.values()):
            tests = [items[name] for name in self._tests_of(mutant)]
            if not tests:
                self._settle(mutant, UNTRIED)
                continue
            while len(running) >= self.jobs:
                self._wait(running)
            running[self._forked(mutant, tests)] = mutant
        while running:
            self._wait(running)
        return True

    def _unchanged(self) -> list[Mutant]:
        """Return two mutants without a change: one to be imported again, and one to be put in
        place. Both must survive.
        """
        path, mutants = next(iter(self.mutants.items()))
        source = (ROOT / path).read_text()
        function = next(filter(None, (mutant.function for mutant in mutants)), None)
        return [Mutant(path, None, 0, source), Mutant(path, function, 0, source)]

    def _run_unchanged(self, session: pytest.Session) -> None:
        """Measure how long each test takes, and note which functions it calls; drop the tests that
        take too long.
        """
        items = session.items
        signal.signal(signal.SIGVTALRM, self._too_slow)
        for number, item in enumerate(items):
            self._forget_results()
            self.test, self.slow, began = item.nodeid, False, time.process_time()
            # The timer repeats every second, in case the first exception is raised where
            # exceptions are lost.
            signal.setitimer(signal.ITIMER_VIRTUAL, self.slowest, 1)
            sys.settrace(self.called)  # an exception that is raised in it ends it
            _run(item, items[number + 1 :])
            signal.setitimer(signal.ITIMER_VIRTUAL, 0)
            if self.slow:
                print(f"\nleft out, as it takes more than {self.slowest} s: {item.nodeid}")
                self.failed, session.testsfailed = False, 0
            elif self.failed:
                raise RuntimeError(f"without any mutant this fails: {item.nodeid}")
            else:
                self.seconds[item.nodeid] = time.process_time() - began
        sys.settrace(None)
        items[:] = [item for item in items if item.nodeid in self.seconds]

    def _too_slow(self, number: int, frame: FrameType | None) -> None:
        self.slow = True
        raise TooSlow

    def called(self, frame: FrameType, event: str, argument: object) -> None:
        """Note who calls a function: the running test, or the empty name during an import."""
        path = self.files.get(frame.f_code.co_filename)
        if path:
            name = frame.f_code.co_qualname.split(".<locals>")[0]
            self.callers[path, name].add(self.test)

    def _tests_of(self, mutant: Mutant) -> list[str]:
        """Return the names of the tests that may notice the mutant, quickest first."""
        if mutant.function is None:
            names = set(self.seconds)
        else:
            names = self.callers[mutant.path, mutant.function]
            if "" in names:  # called during imports
                names = set(self.seconds)
        return sorted(names & self.seconds.keys(), key=lambda name: self.seconds[name])

    def _forked(self, mutant: Mutant, tests: list[pytest.Item]) -> int:
        process = os.fork()
        if process:
            return process
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, 1)
        os.dup2(nowhere, 2)
        limit = 3 + int(PATIENCE * sum(self.seconds[item.nodeid] for item in tests))
        resource.setrlimit(resource.RLIMIT_CPU, (limit, limit + 1))
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        status = 2
        try:
            anew = (
                mutant.function is None
                or "" in self.callers[mutant.path, mutant.function]
                or not self.functions[mutant.path, mutant.function]
            )
            status = int(_fails_anew(mutant, tests) if anew else self._fails(mutant, tests))
        finally:
            os._exit(status)

    def _fails(self, mutant: Mutant, tests: list[pytest.Item]) -> bool:
        """Put the mutant's code into the existing function objects; return whether a test then
        fails.
        """
        self._forget_results()
        codes = _codes(compile(mutant.source, str(ROOT / mutant.path), "exec"))
        code = next(code for code in codes if code.co_qualname == mutant.function)
        for function in self.functions[mutant.path, mutant.function]:
            function.__code__ = code
        for number, item in enumerate(tests):
            _run(item, tests[number + 1 :])
            if self.failed:
                return True
        return False

    def _forget_results(self) -> None:
        """Clear all caches, because a cached result would hide the changed function."""
        for cache in self.caches:
            cache.cache_clear()

    def _wait(self, running: dict[int, Mutant]) -> None:
        process, status = os.wait()
        ended = os.waitstatus_to_exitcode(status)
        mutant = running.pop(process)
        if ended == 2:
            raise RuntimeError(f"cannot try line {mutant.line} of {mutant.path}")
        self._settle(mutant, SURVIVED if ended == 0 else KILLED if ended > 0 else TIMEOUT)

    def _settle(self, mutant: Mutant, verdict: str) -> None:
        self.verdicts[mutant] = verdict
        if verdict in (SURVIVED, UNTRIED) and mutant.line:
            where = f"{mutant.path}:{mutant.line} {mutant.function or 'the module'}"
            print(f"\n{where}: {verdict}\n{mutant.difference}", flush=True)


class TooSlow(Exception):
    """Raised to end a test that takes too long to be run for every mutant."""


def _run(item: pytest.Item, later: list[pytest.Item]) -> None:
    following = later[0] if later else None
    item.ihook.pytest_runtest_protocol(item=item, nextitem=following)


def _codes(code: CodeType) -> Iterator[CodeType]:
    """Yield the code objects of a module, nested ones too."""
    yield code
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            yield from _codes(inner)


def _fails_anew(mutant: Mutant, tests: Iterable[pytest.Item]) -> bool:
    """Import the pure modules and the tests again, the mutant among them; return whether a test
    then fails.
    """
    for name in [name for name in sys.modules if PURE.match(name)]:
        del sys.modules[name]
    sys.meta_path.insert(0, InPlace(mutant))
    return pytest.main([*OPTIONS, "-x", *(item.nodeid for item in tests)]) != 0


class InPlace(importlib.abc.MetaPathFinder, importlib.abc.InspectLoader):
    """Imports a mutant in place of its module."""

    def __init__(self, mutant: Mutant) -> None:
        self.mutant = mutant
        self.name = mutant.path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")

    def find_spec(self, name: str, path: Any, target: ModuleType | None = None) -> Any:
        """Return a spec for the mutant's module, and None for every other module."""
        if name != self.name:
            return None
        return importlib.util.spec_from_loader(name, self, origin=str(ROOT / self.mutant.path))

    def get_source(self, name: str) -> str:
        """The changed source."""
        return self.mutant.source


# --- The command ------------------------------------------------------------------------------

OPTIONS = ["-qq", "-s", "--no-summary", "-W", "ignore", "-p", "no:cacheprovider"]


def files_of(module: str) -> list[str]:
    """Return the Python files of a module or folder, as paths from the root."""
    path = (ROOT / module).resolve()
    paths = sorted(path.rglob("*.py")) if path.is_dir() else [path]
    return [str(file.relative_to(ROOT)) for file in paths]


def tests_of(file: str) -> list[str]:
    """Return the tests for a file."""
    for start, tests in TESTS.items():
        if file.startswith(start):
            return tests
    tests = [str(Path("tests") / Path(file).parent)]
    if file.startswith("games/"):
        game = Path(file).parts[1].replace("_", "-")
        tests += [f"tests/games/test_folds.py::{name}[{game}]" for name in EVERY_GAME]
    return tests


def main() -> int:
    """Try the mutants of some modules and print the survivors; return the exit status."""
    parser = argparse.ArgumentParser(description="try the mutants of a module on its tests")
    parser.add_argument("modules", nargs="+", help="files or folders of pure code")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--slowest", type=float, default=5.0, help="seconds a test may take")
    parser.add_argument(
        "--nightly",
        action="store_true",
        help="tests of the night too: most are so for compiling, which is not done here",
    )
    parser.add_argument("--tests", nargs="*", help="other tests than those beside the module")
    parser.add_argument("--sample", type=int, help="so many mutants of each file, not all")
    parser.add_argument("--least", type=int, default=0, help="percent to be noticed, of all")
    arguments = parser.parse_args()
    os.chdir(ROOT)
    files = [file for module in arguments.modules for file in files_of(module)]
    mutants = {file: of_file for file in files if (of_file := mutants_of(file))}
    if arguments.sample:
        mutants = {
            file: random.Random(file).sample(of_file, min(arguments.sample, len(of_file)))
            for file, of_file in mutants.items()
        }
    tests = arguments.tests or sorted({tests for file in mutants for tests in tests_of(file)})
    trials = Trials(mutants, arguments.jobs, arguments.slowest, ("django_db", "browser"))
    chosen = ["-m", ""] if arguments.nightly else []
    began = time.monotonic()
    # Note the callers from the first import on, because Django imports some modules before any
    # test does.
    sys.settrace(trials.called)
    if pytest.main([*OPTIONS, *chosen, *tests], plugins=[trials]) != 0:
        return 1
    share = report(trials)
    print(f"{time.monotonic() - began:.0f} s")
    return int(share < arguments.least)


def report(trials: Trials) -> float:
    """Print one line for each file; return the percentage of all mutants that were noticed."""
    print()
    of_all = noticed = 0
    for file, of_file in trials.mutants.items():
        killed = sum(trials.verdicts[mutant] in (KILLED, TIMEOUT) for mutant in of_file)
        share = 100 * killed / len(of_file)
        print(f"{file:50} {killed:5} / {len(of_file):<5} {share:5.1f} %")
        of_all, noticed = of_all + len(of_file), noticed + killed
    return 100 * noticed / of_all


if __name__ == "__main__":
    sys.exit(main())
