"""What a site can do only if an extra of the wheel is installed: `analysis`, the compiler."""

from importlib.util import find_spec

from core.errors import Refused
from core.refusals import TABLE, filled

COMPILER = "numba"
# The packages of the compiler that are imported.
PACKAGES = (COMPILER, "llvmlite")
MISSING = "analysis_missing"


def can_compile() -> bool:
    """Return whether the compiler is installed. It is not loaded."""
    return find_spec(COMPILER) is not None


def missing_for(compiled: bool) -> str:
    """Return the sentence that says what to install for a computation; "" if nothing is missing."""
    return filled(TABLE, MISSING, {}) if compiled and not can_compile() else ""


def require_for(compiled: bool) -> None:
    """Raise `Refused` `analysis_missing` if a computation needs the compiler, and it is missing."""
    if compiled and not can_compile():
        raise Refused(MISSING)


def lacks_compiler(fault: Exception) -> bool:
    """Return whether a computation failed because the compiler is missing."""
    return isinstance(fault, ModuleNotFoundError) and fault.name in PACKAGES
