"""How the functions of the search are compiled, and the processor instructions that they use."""
# numba has its own types and checks them itself.
# mypy: ignore-errors

from hashlib import sha256
from pathlib import Path
from typing import Any

from llvmlite import ir
from numba import config, njit, types
from numba.extending import intrinsic

HERE = Path(__file__).parent
# Every function is inlined into its callers. A search takes a third longer if the compiler
# chooses which functions to inline.
compiled = njit(_nrt=False, forceinline=True)


def entry(function: Any) -> Any:
    """Compile a function that plain Python calls, and cache the result on disk.

    numba alone compiles such a function again only if its own file has changed, and ignores the
    files of the functions that it calls. Therefore each version of these files has its own cache
    folder.
    """
    digest = sha256(b"".join(part.read_bytes() for part in sorted(HERE.glob("*.py"))))
    usual = config.CACHE_DIR
    config.CACHE_DIR = str(Path(usual or HERE / "__pycache__") / digest.hexdigest()[:16])
    try:
        return njit(cache=True, _nrt=False)(function)
    finally:
        config.CACHE_DIR = usual


@intrinsic
def ctz(typing: Any, bits: Any) -> Any:
    """Return the place of the lowest bit that is set."""

    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.cttz(args[0], ir.Constant(ir.IntType(1), 1))

    return types.int64(types.int64), code


@intrinsic
def clz(typing: Any, bits: Any) -> Any:
    """Return the number of zero bits above the highest bit that is set."""

    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.ctlz(args[0], ir.Constant(ir.IntType(1), 1))

    return types.int64(types.int64), code


@intrinsic
def count(typing: Any, bits: Any) -> Any:
    """Return the number of bits that are 1."""

    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.ctpop(args[0])

    return types.int64(types.int64), code


@intrinsic
def fetch(typing: Any, array: Any, place: Any) -> Any:
    """Start loading an element of an array into the processor's cache, before it is read."""

    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        kind = signature.args[0]
        data = context.make_array(kind)(context, builder, args[0]).data
        pointer = builder.bitcast(builder.gep(data, [args[1]]), ir.IntType(8).as_pointer())
        number = ir.IntType(32)
        call = ir.FunctionType(ir.VoidType(), [pointer.type, number, number, number])
        name = "llvm.prefetch.p0"
        function = builder.module.globals.get(name) or ir.Function(builder.module, call, name)
        builder.call(function, [pointer, number(0), number(3), number(1)])
        return context.get_dummy_value()

    return types.void(array, types.int64), code
