"""Tests of `tests.compiler`, which finds the modules that load the compiler (numba).

The tests of requests notice when one is loaded, and serving loads none.
"""

import subprocess
import sys

import pytest

from tests.compiler import CompilerLoaded, loading_modules, no_compiler, top_imports


def test_a_module_loads_the_compiler_if_what_it_imports_at_its_top_does():
    loading = loading_modules()
    assert {
        "games.dix.analysis.solver.kernel.instructions",  # itself
        "games.dix.analysis.solver.solver",  # by the former
        "games.dix.analysis.reviews.review",  # by the former
        "games.dix_mille.analysis.duel_compiled",
        "games.yams.analysis.columns",
        "games.bataille.analysis.kernel",
    } <= loading
    # Modules that only read stored results, or import the compiler inside a function, do not load
    # it.
    assert loading.isdisjoint(
        {
            "games.dix.analysis.equity.equity",
            "games.dix.analysis.equity.solving",
            "games.dix_mille.analysis.duel",
            "games.dix_mille.analysis.duel_kernel",
            "games.yams.analysis.kept_columns",
            "games.dix.analysis.reviews.reviews",
        }
    )


def test_imports_within_functions_and_for_types_are_none_of_the_top():
    text = (
        "import a\nfrom b.c import d, e\nif TYPE_CHECKING:\n    import f\ndef g():\n    import h\n"
    )
    assert top_imports(text) == {"a", "b.c", "b.c.d", "b.c.e"}


@pytest.mark.parametrize(
    "statement",
    [
        "import numba",
        "from numba import njit",
        "from games.dix.analysis.solver import solver",
        "from games.dix.analysis.solver.solver import Search",
        "import games.yams.analysis.columns as loops",
    ],
)
def test_what_brings_the_compiler_raises_though_it_was_loaded_before(statement):
    exec(statement)
    with pytest.raises(CompilerLoaded), no_compiler():
        exec(statement)


def test_everything_else_is_imported_as_ever():
    with no_compiler():
        exec("from games.dix.analysis.equity.equity import equity")
        exec("from games.dix.analysis.equity import equity")


SERVED = """
import sys
from scorekeeper import asgi
from django.urls import get_resolver
from tests.compiler import loading_modules
assert len(get_resolver().url_patterns) > 10
assert loading_modules().isdisjoint(sys.modules), loading_modules() & set(sys.modules)
"""


@pytest.mark.nightly
def test_the_serving_process_starts_without_the_compiler():
    environment = {"DJANGO_SETTINGS_MODULE": "tests.settings", "PATH": ""}
    done = subprocess.run(
        [sys.executable, "-c", SERVED], env=environment, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
