"""Imports compiled modules as the plain Python in which they are written.

Then nothing has to be compiled first. So a test of a few steps is quick, and mutation testing can
judge it. Longer tests cover the compiled code.
"""

import importlib
import os
import sys
from typing import Any
from unittest import mock

import numba
import numba.extending

WORD = (1 << 64) - 1
# Python versions of the processor instructions that the compiled solver of dix uses, by name.
INSTRUCTIONS = {
    "ctz": lambda bits: (int(bits) & -int(bits)).bit_length() - 1,
    "clz": lambda bits: 64 - (int(bits) & WORD).bit_length(),
    "count": lambda bits: (int(bits) & WORD).bit_count(),
    "fetch": lambda array, place: None,
}

# The modules of the solver of dix, each after those that it imports.
SOLVER = tuple(
    f"games.dix.analysis.solver.{name}"
    for name in (
        *("kernel.instructions", "kernel.bits", "kernel.memory", "kernel.cashing"),
        *("kernel.last_tricks", "kernel.positions", "kernel.ordering", "kernel.moves"),
        *("kernel.search", "solver"),
    )
)


def instruction(function: Any) -> Any:
    """Return the Python version of an instruction. It replaces `numba.extending.intrinsic`."""
    return INSTRUCTIONS[function.__name__]


def uncompiled(*names: str) -> Any:
    """Import modules again without the compiler, and return the last one.

    Later modules get the earlier ones of the list uncompiled too. The modules that everybody else
    uses stay as they are. If nothing is compiled anyway (in mutation testing), these usual modules
    are returned.
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
