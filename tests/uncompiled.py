"""Compiled modules as the plain Python that they are written in.

Nothing has to be compiled first, so a test of a few steps is quick, and mutation testing can judge
it. What is compiled is tried by longer tests beside it.
"""

import importlib
import os
import sys
from typing import Any
from unittest import mock

import numba
import numba.extending

WORD = (1 << 64) - 1
# Instructions of the processor that compiled code names, by the names of the jeu du 10's solver.
INSTRUCTIONS = {
    "ctz": lambda bits: (int(bits) & -int(bits)).bit_length() - 1,
    "clz": lambda bits: 64 - (int(bits) & WORD).bit_length(),
    "count": lambda bits: (int(bits) & WORD).bit_count(),
    "fetch": lambda array, place: None,
}

# That solver's modules, each after those that it imports.
SOLVER = tuple(
    f"games.dix.analysis.solver.{name}"
    for name in (
        *("kernel.instructions", "kernel.bits", "kernel.memory", "kernel.cashing"),
        *("kernel.last_tricks", "kernel.positions", "kernel.ordering", "kernel.moves"),
        *("kernel.search", "solver"),
    )
)


def instruction(function: Any) -> Any:
    """Stand in for `numba.extending.intrinsic`."""
    return INSTRUCTIONS[function.__name__]


def uncompiled(*names: str) -> Any:
    """Import modules anew without the compiler, the later ones with those before; give the last.

    The modules that everybody else uses stay as they are. Where nothing is compiled anyway (in
    mutation testing) they are the ones.
    """
    if os.environ.get("NUMBA_DISABLE_JIT"):
        return [importlib.import_module(name) for name in names][-1]
    usual = {name: sys.modules.pop(name, None) for name in names}
    try:
        with (
            mock.patch.object(numba.config, "DISABLE_JIT", 1),
            mock.patch.object(numba.extending, "intrinsic", instruction),
        ):
            plain = [importlib.import_module(name) for name in names]
    finally:
        for name, module in usual.items():
            parent, _dot, own = name.rpartition(".")
            sys.modules.pop(name, None)
            delattr(sys.modules[parent], own)
            if module is not None:
                sys.modules[name] = module
                setattr(sys.modules[parent], own, module)
    return plain[-1]
