"""The part of Python that can be compiled. A name that is in no table here is refused, never
guessed.

Each name has its counterpart in `runtime/`, with a `$` before the name; a test checks that. How to
add a name: docs/phone.md.
"""

import ast


def _names(text: str) -> frozenset[str]:
    return frozenset(text.split())


BUILTINS = _names(
    "abs all any bool dict divmod enumerate float frozenset getattr int isinstance iter len list "
    "map max min next range repr reversed set sorted str sum tuple zip"
)
# Exceptions that may be raised and caught.
EXCEPTIONS = _names(
    "ArithmeticError AssertionError Exception IndexError KeyError LookupError StopIteration "
    "ValueError ZeroDivisionError"
)
# The names that may be imported, by module. None allows any name, because only the type checker
# reads that module.
STANDARD: dict[str, frozenset[str] | None] = {
    "abc": frozenset({"ABC", "abstractmethod"}),
    "collections": frozenset({"Counter", "namedtuple"}),
    "collections.abc": None,
    "dataclasses": frozenset({"dataclass", "field", "replace"}),
    "decimal": frozenset({"Decimal", "ROUND_HALF_UP"}),
    "fractions": frozenset({"Fraction"}),
    "functools": frozenset({"cache", "lru_cache"}),
    "itertools": frozenset({"chain", "combinations", "pairwise", "product"}),
    "math": frozenset({"comb", "factorial", "prod"}),
    "operator": frozenset({"attrgetter"}),
    "types": frozenset({"MappingProxyType"}),
    "typing": None,
}
STANDARD_CLASSES = frozenset({"Counter", "Decimal", "Fraction"})
# Names that only the compiler uses, as base classes and decorators. They have no JavaScript.
MARKERS = frozenset(
    {"ABC", "NamedTuple", "Protocol", "abstractmethod", "cache", "dataclass", "field", "lru_cache"}
)
# Built-in functions that take keywords. Their positional arguments are passed as one array, the
# keywords as an object.
WITH_OPTIONS: dict[str, frozenset[str]] = {
    "max": frozenset({"key", "default"}),
    "min": frozenset({"key", "default"}),
    "zip": frozenset({"strict"}),
}
# Other built-in functions that take keywords. The keywords are passed as an object after the
# positional arguments.
WITH_KEYWORDS: dict[str, frozenset[str]] = {
    "enumerate": frozenset({"start"}),
    "sorted": frozenset({"key", "reverse"}),
    "sum": frozenset({"start"}),
}
# Methods of built-in types, with the keywords that each takes.
METHODS: dict[str, frozenset[str]] = {
    name: frozenset()
    for name in _names(
        "add append as_integer_ratio copy count difference discard elements endswith extend "
        "fromkeys get index insert intersection isdisjoint issubset issuperset items join keys "
        "most_common pop remove reverse scaleb setdefault startswith to_integral_value "
        "union update values _asdict"
    )
} | {
    "quantize": frozenset({"rounding"}),
}
# The `METHODS` of lists and strings. JavaScript has no methods with these names, or different ones.
# So a function of the runtime replaces each of them: `$append(x, item)`.
OF_LISTS_AND_TEXTS = frozenset(
    _names("append copy count endswith extend index insert join pop remove startswith")
)
# The method of named tuples that accepts any of their fields as keywords.
REPLACE = "_replace"
ATTRIBUTES = frozenset({"numerator", "denominator", "args", "__annotations__", "_fields"})
# Methods of Python's built-in types that JavaScript's do not have. No class may have a method of
# the same name, because the compiler could not distinguish the calls.
FOREIGN = (
    frozenset(
        name
        for kind in (str, list, tuple, dict, set, frozenset, int, float, bytes)
        for name in dir(kind)
        if not name.startswith("__")
    )
    - METHODS.keys()
    - ATTRIBUTES
)
# Functions that return an iterator. An iterator can be read only once, so it may not be stored.
READ_ONCE = frozenset({"enumerate", "iter", "map", "reversed", "zip", "chain", "combinations"})
# Functions that read the whole of their argument before they return.
READS_ALL = frozenset({"dict", "frozenset", "list", "max", "min", "set", "sorted", "sum", "tuple"})
READS_ALL_METHODS = frozenset({"join", "extend", "update"})

OPERATORS: dict[type[ast.operator], str] = {
    ast.Add: "add",
    ast.BitAnd: "and",
    ast.BitOr: "or",
    ast.BitXor: "xor",
    ast.Div: "truediv",
    ast.FloorDiv: "floordiv",
    ast.LShift: "lshift",
    ast.Mod: "mod",
    ast.Mult: "mul",
    ast.Pow: "pow",
    ast.RShift: "rshift",
    ast.Sub: "sub",
}
# Augmented assignments that change a list, a dict or a set in place.
IN_PLACE: dict[type[ast.operator], str] = {ast.Add: "iadd", ast.BitOr: "ior"}
COMPARISONS: dict[type[ast.cmpop], str] = {
    ast.Eq: "eq",
    ast.NotEq: "ne",
    ast.Lt: "lt",
    ast.LtE: "le",
    ast.Gt: "gt",
    ast.GtE: "ge",
}
LARGEST_INTEGER = 2**53 - 1

# JavaScript's reserved words.
RESERVED = _names(
    "arguments await break case catch class const continue debugger default delete do else enum "
    "eval export extends false finally for function if implements import in instanceof interface "
    "let new null package private protected public return static super switch this throw true try "
    "typeof undefined var void while with yield"
)
# Attributes that every JavaScript object already has.
TAKEN = _names(
    "__proto__ constructor hasOwnProperty isPrototypeOf length prototype push slice toString "
    "valueOf"
)


def spelt(name: str) -> str:
    """Return a variable's name in JavaScript: with a `$` after a reserved word."""
    return f"{name}$" if name in RESERVED else name
