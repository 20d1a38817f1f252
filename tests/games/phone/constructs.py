# ruff: noqa: RUF005, RUF017, SIM222, C4 -- what is tried is how it is written
"""Small examples of all the Python that the compiler supports. Each function is run by CPython and
as JavaScript.

Both must give the same. Nothing here imports Django.
"""

from collections import Counter, namedtuple
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction
from functools import lru_cache
from itertools import chain, combinations, pairwise, product
from math import comb, factorial, prod
from operator import attrgetter
from typing import Any, NamedTuple

SIGNED = (-7, -3, -1, 0, 1, 2, 5, 9)
LARGE = 2**60


def small_integers() -> Any:
    return [
        (a + b, a - b, a * b, a // b, a % b, divmod(a, b), a / b, -a, abs(a), a**2, a & b, a | b)
        for a in SIGNED
        for b in SIGNED
        if b
    ]


def large_integers() -> Any:
    big = 10**20 + 7
    return [
        big * big,
        big - big,
        -big // 9,
        -big % 9,
        big % -7,
        LARGE >> 3,
        1 << 70,
        big & LARGE,
        2**53 + 1 + 2**53,
        (2**53 + 3) // 2,
        -(2**55),
        abs(-big),
        int(str(big)) == big,
        big > 2.5,
        9007199254740993 * 3,
        factorial(25),
        comb(60, 30),
        prod([10**9, 10**9, 10**9]),
        big ^ 5,
    ]


def floats() -> Any:
    return [
        1.5 + 0.5,
        2.0,
        2.0 == 2,
        0.1 + 0.2,
        7 / 2,
        6 / 2,
        -7.5 // 2,
        -7.5 % 2,
        7.5 % -2,
        2**-1,
        float("2"),
        float("1e-7"),
        1e16,
        1e22,
        123456789.125,
        -0.0,
        int(-2.9),
        int(2.0),
        float(3),
        2.5 > 2,
        Decimal("0.1") == 0.1,
        Decimal("0.1") < 0.1,
        Decimal("0.5") >= 0.5,
        abs(-2.5),
        str(2.0),
        str(1e-5),
        str(0.0001),
        {2.0: "two"}[2],
        -(2.0),
    ]


def booleans() -> Any:
    return [
        True + True,
        True == 1,
        False or 0,
        [] or "empty",
        1 and 2,
        not [],
        bool({}),
        True | False,
        sum([True, False, True]),
        {True: "yes"}[1],
        isinstance(True, int),
        True > 0,
    ]


def decimals() -> Any:
    cent, values = Decimal("0.01"), ["0.005", "2.675", "-2.675", "1E+3", "12.50", "0.0000001"]
    rounded = [Decimal(value).quantize(cent, rounding=ROUND_HALF_UP) for value in values]
    even = [Decimal(value).quantize(cent) for value in values]
    return [
        rounded,
        even,
        Decimal(1) / Decimal(3),
        Decimal(2) / 7 * 7,
        Decimal("1.10") + 2,
        3 - Decimal("0.5"),
        Decimal("-7") % 3,
        Decimal("7.25") % 2,
        Decimal(10) / 4,
        str(Decimal("1E-10")),
        Decimal("2.50") == 2.5,
        Decimal("2.0") == 2,
        {Decimal("2.0"): 1}[2],
        int(Decimal("-2.9")),
        Decimal(5).scaleb(-2),
        -Decimal(4),
        abs(Decimal("-1.5")),
        Decimal("2.5").to_integral_value(),
        Decimal("3.5").to_integral_value(),
        max([Decimal("1.5"), 2, 1]),
        sorted([Decimal("0.3"), 0, Decimal("-1")]),
        bool(Decimal("0.00")),
        Decimal("123456789012345678901234567890") + 1,
        Decimal(str(2.5)) * 100 % 1,
    ]


def fractions() -> Any:
    third, value = Fraction(1, 3), Fraction(Decimal("2.5"))
    results = [
        third + third,
        value / 2,
        value - 1,
        2 * third,
        1 - third,
        Fraction(6, -4),
        1 / value,
    ]
    return [(fraction.numerator, fraction.denominator) for fraction in results] + [
        third < value,
        third + third + third == 1,
        {Fraction(2, 1): 1}[2],
        bool(Fraction(0)),
        str(third),
        sum([third, third]) * 3 == 2,
        int(Fraction(-7, 2)),
        abs(-third) == third,
    ]


def texts() -> Any:
    name, count = "Zoé 🎲 d'Or", 7
    return [
        len(name),
        name[4],
        name[-2:],
        name[::-1],
        list("🎲é"),
        f"{name}: {count}",
        f"{name!r}",
        f"{count:03}",
        f"{-5:04}",
        f"{1234567:,}",
        f"{None} {True} {1.0} {[1, 'a']}",
        "-".join(["a", "b"]),
        "ab" * 2,
        "b" in "abc",
        "\uffff" < "🎲",
        sorted(["é", "z", "a", "Z", "🎲", "\uffff"]),
        "abc".startswith("ab"),
        str((1,)),
        str({"a": [None]}),
        "abc".endswith("x"),
        repr("it's"),
        repr('"'),
        str(12),
        int(" 12 "),
        int("-0"),
        "" < "a",
        "ab"[5:9],
        "a" + "b",
    ]


def slices() -> Any:
    parts, letters = [], ("a", "b", "c", "d", "e")
    for start in (None, 0, 1, -2, 9, -9):
        for end in (None, 0, 3, -1, 9, -9):
            parts += [letters[start:end], [*letters][start:end], letters[start:end:2]]
            parts.append(letters[start:end:-1])
    return parts


def dicts() -> Any:
    made = {"b": 1, 1: "one", (1, "a"): [], None: 0, False: "zero"}
    made["b"] += 5
    made[0] = "none"
    made.update({"z": 1, "b": 7})
    del made[None]
    merged = {**made, "b": 8} | {"last": 1}
    merged.setdefault("new", []).append(3)
    return [
        made,
        merged,
        list(made),
        list(made.items()),
        made.get("no"),
        made.get("no", 5),
        made.pop("z"),
        made.pop("z", None),
        1 in made,
        True in made,
        (1, "a") in made,
        "1" in made,
        made == dict(made),
        made.keys() == {"b", 1, (1, "a"), False},
        made.keys() - {"b"},
        dict.fromkeys("ab", 0),
        dict([("x", 1)], y=2),
        {"a": 1, "b": 2} == {"b": 2, "a": 1},
        made.copy() is made,
        len(made),
    ]


def sets() -> Any:
    small, other = {1, 2, 3}, frozenset({2, 3, 4})
    same = small
    small |= {9}
    small.add(2)
    small.discard(100)
    return [
        small | other,
        small & other,
        small - other,
        small ^ other,
        same == small,
        {1} < {1, 2},
        {1, 2} <= {1, 2},
        {2, 3} == frozenset({3, 2}),
        small.issuperset([1, 9]),
        {1}.isdisjoint({2}),
        {frozenset({1}): "x"}[frozenset([1])],
        sorted({(2, 1), (1, 2)}),
        {"a", 1, None} == {None, "a", True},
        len(set("hello")),
        2.0 in small,
    ]


def counters() -> Any:
    dice = Counter([3, 3, 5, 1, 3, 5])
    left = dice - Counter([3, 5])
    return [
        dice,
        dice[9],
        dice.most_common(),
        dice.most_common(1),
        sorted(left.elements()),
        left,
        dice + left,
        len(dice),
        9 in dice,
        max(dice, key=lambda face: dice[face]),
    ]


def sorting() -> Any:
    people = [("b", 2), ("a", 2), ("c", 1), ("d", 2)]
    return [
        sorted(people, key=lambda pair: pair[1]),
        sorted(people, key=lambda pair: pair[1], reverse=True),
        sorted(people),
        sorted([[2], [1, 5], [1]]),
        max(people, key=lambda pair: pair[1]),
        min(people, key=lambda pair: pair[1]),
        max([], default=None),
        max(3, 7, 5),
        min("hello"),
        sorted([3, 1, 2], reverse=True),
        sorted([True, 0, 2]),
        list(reversed([1, 2])),
        (1, 2) < (1, 3),
        (1, 2) < (1, 2, 0),
        [1] == (1,),
        "a" == 1,
        (1, 2.0) == (True, 2),
    ]


def iterating() -> Any:
    ways = list(zip((1, 2, 3), "abc", strict=True))
    return [
        ways,
        list(enumerate("ab", start=5)),
        list(range(5, 0, -2)),
        list(map(str, (1, None))),
        list(chain([1], (2,))),
        list(combinations((1, 2, 3), 2)),
        list(pairwise([1, 2, 3])),
        list(product("ab", (1, 2))),
        sum([[1], [2]], []),
        [a + b for a in range(3) for b in range(a) if b != 1],
        {n: n * n for n in (3, 1)},
        any(n > 2 for n in (1, 3)),
        all(n > 2 for n in (1, 3)),
        next(iter([4, 5])),
        next((n for n in (1, 2) if n > 5), "none"),
        sum(n for n in range(4)),
        list(counted(3)),
        [first for first, *_rest in ((1, 2, 3), (4, 5, 6))],
        tuple(n for n in (1, 2)),
        any([]),
        all([]),
    ]


def counted(most: int) -> Iterator[int]:
    number = 0
    while True:
        number += 1
        if number == 2:
            continue
        if number > most:
            break
        yield number
    yield from (10, 20)


def unpacking() -> Any:
    first, (second, third), *rest = 1, (2, 3), 4, 5
    a = b = [first]
    b += [second]
    numbers = [0, 1, 2, 3]
    numbers[-1] += 5
    c, d = third, first
    c, d = d, c
    return [first, second, third, rest, a, b, numbers, c, d]


def lists() -> Any:
    made = [3, 1, 2]
    made.append(5)
    made.extend((7, 8))
    made.insert(1, "x")
    made.remove(2)
    last, at = made.pop(), made.pop(0)
    copied = made.copy()
    copied.reverse()
    del copied[0]
    return [
        made,
        last,
        at,
        copied,
        made.index(5),
        made.count(1),
        [0] * 3,
        (1, 2) * 2,
        [1] + [2],
        made * 0,
        5 in made,
    ]


class Point(NamedTuple):
    x: int
    y: int = 2

    def moved(self, by: int, *, up: bool = False) -> "Point":
        return self._replace(y=self.y + by) if up else self._replace(x=self.x + by)


Named = namedtuple("Named", tuple(Point.__annotations__))


@dataclass(frozen=True, slots=True)
class Card:
    rank: str
    suits: tuple[str, ...] = ()

    @property
    def code(self) -> str:
        return self.rank + "".join(self.suits)

    @classmethod
    def ace(cls, *suits: str) -> "Card":
        return cls("A", suits)

    def __str__(self) -> str:
        return f"<{self.code}>"


@dataclass
class Pile:
    cards: list[Card] = field(default_factory=list)
    height = 3

    def add(self, card: Card) -> "Pile":
        self.cards.append(card)
        return self


class Shape:
    sides = 0

    def __init__(self, name: str, **params: Any) -> None:
        self.name = name
        self.params = params

    def description(self) -> str:
        return f"{self.name} {self.sides}"


class Square(Shape):
    sides = 4

    def __init__(self) -> None:
        super().__init__("square")

    def description(self) -> str:
        return super().description() + "!"


def classes() -> Any:
    point, card = Point(1), Card("K", ("S",))
    pile, square = Pile().add(card), Square()
    named = Named(1, 2)
    say = square.description
    return [
        point,
        point.moved(3),
        point.moved(3, up=True),
        point == (1, 2),
        point._asdict(),
        point < Point(1, 3),
        {Card("K", ("S",)): "found"}[card],
        card == replace(Card("Q", ("S",)), rank="K"),
        str(card),
        f"{card}",
        card.code,
        Card.ace("H", "D").suits,
        card.ace("C").code,
        pile.cards == [card],
        pile == Pile([card]),
        len(Pile().cards),
        pile.height,
        square.params,
        Shape("s", corners=4, **{"round": False}).params,
        say(),
        isinstance(square, Shape),
        card.rank,
        getattr(card, "none", 7),
        named.y,
        named,
        list(map(attrgetter("x", "y"), [point])),
        Point(*(5, 6)),
        [Shape, Square][1]().description(),
        Square.sides,
        hash_of(point),
    ]


@lru_cache(maxsize=8)
def hash_of(point: Point) -> int:
    return point.x * 10 + point.y


class Refused(Exception):
    def __init__(self, code: str, **params: Any) -> None:
        super().__init__(code)
        self.code = code
        self.params = params


class Worse(Refused):
    pass


def exceptions() -> Any:
    results: list[Any] = []
    for place in range(8):
        try:
            results.append(tried(place))
        except Worse as worse:
            results.append(("worse", worse.code, worse.params))
        except (Refused, KeyError) as refused:
            results.append(isinstance(refused, KeyError) or refused.code)
        except (ValueError, IndexError, ZeroDivisionError, AssertionError):
            results.append("value")
        finally:
            results.append(place)
    return results


def tried(place: int) -> Any:
    if place == 0:
        raise Worse("w", why=1)
    if place == 1:
        raise Refused("r")
    if place == 2:
        return {}["no"]
    if place == 3:
        first, second = [1, 2, 3]  # type: ignore[misc]
        return first + second
    if place == 4:
        return list(zip((1,), (1, 2), strict=True))
    if place == 5:
        assert place == 6, "not six"
    return 1 // (place - 6) if place == 6 else [1][place]


def closures() -> Any:
    def twice(number: int) -> int:
        return number * factor

    factor = 3
    tripled = twice(5)
    factor = 4
    table = {"plus": lambda a, b: a + b, "twice": lambda a, b: twice(a)}
    default = (lambda value: value or "none")("")
    return [
        tripled,
        table["plus"](1, 2),
        table["twice"](2, 0),
        default,
        1 < factor < 5,
        1 < factor > 9,
        -1 if factor else 2,
    ]


CONSTRUCTS = (
    small_integers,
    large_integers,
    floats,
    booleans,
    decimals,
    fractions,
    texts,
    slices,
    dicts,
    sets,
    counters,
    sorting,
    iterating,
    unpacking,
    lists,
    classes,
    exceptions,
    closures,
)
