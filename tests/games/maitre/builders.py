"""Rulesets and manches of the jeu du Maître for the tests: plain objects, no database."""

from types import SimpleNamespace
from typing import Any

from games.cards import DECK_54
from games.maitre.engine.scoring import replay
from games.maitre.presets import LYONNAIS
from games.sheet import RuleError, Scoresheet

FIELDS = (
    "contract",
    "maitre",
    "coffre",
    "players",
    "major",
    "minor",
    "tricks",
    "chute",
    "discard",
)
# A coffre that adds nothing: a nine of each suit.
LEVEL = {"major_rank": 9, "minor_rank": 9}
FORBIDDEN = {"forbidden": True}


def rules(**changes: Any) -> SimpleNamespace:
    """The source's ruleset with some fields changed; seat 0 is Maître first."""
    return SimpleNamespace(**{**LYONNAIS, "first_maitre": 0, **changes})


def entry(**fields: Any) -> SimpleNamespace:
    """A manche with the fields left out as None."""
    assert set(fields) <= set(FIELDS)
    return SimpleNamespace(**{name: fields.get(name) for name in FIELDS})


def figures(
    points: int = 0,
    cards: int = 10,
    valued: int = 5,
    chute: int = 0,
    discard: int = 0,
) -> dict[str, int]:
    """The Maître's five figures."""
    return {
        "trick_points": points,
        "trick_cards": cards,
        "trick_valued": valued,
        "chute_points": chute,
        "discard_value": discard,
    }


def quick(
    *others: int,
    contract: int | None = None,
    maitre: int = 0,
    coffre: dict[str, Any] | None = None,
    **told: int,
) -> SimpleNamespace:
    """A manche by figures; `others` are the points of the players but `maitre`, in seat order."""
    points = others or (0, 0)
    seats = [seat for seat in range(len(points) + 1) if seat != maitre]
    players = {str(seat): value for seat, value in zip(seats, points, strict=True)}
    return entry(
        contract=contract,
        maitre=figures(**told),
        coffre=LEVEL if coffre is None else coffre,
        players=players,
    )


def good(maitre: int = 0) -> SimpleNamespace:
    """A manche of three that validates: 40 against 0, five cards of ten."""
    return quick(0, 0, maitre=maitre, points=40)


def bad(maitre: int = 0, points: int = 0) -> SimpleNamespace:
    """A manche of three whose contract holds and whose gap, 0, does not."""
    return quick(0, 0, maitre=maitre, points=points)


def cards(**changes: Any) -> SimpleNamespace:
    """A manche of three by its cards: hearts major, clubs minor, seat 1 takes the chute.

    The Maître, seat 0, has 7H 8H 2C KS in tricks (13 points, 3 of 4), 5H in the discard; seat 1
    has KH 3D and the chute 4C; seat 2 has KC (−13); all the rest is in the players' discard.
    """
    told: dict[str, Any] = {
        "contract": 50,
        "major": "hearts",
        "minor": "clubs",
        "coffre": {"major": "9H", "minor": "AC"},
        "tricks": {"0": ["7H", "8H", "2C", "KS"], "1": ["KH", "3D"], "2": ["KC", "X1"]},
        "chute": {"winner": 1, "cards": ["4C"]},
        "discard": {"maitre": ["5H", "QS"]},
    }
    told |= changes
    placed = {*told["coffre"].values(), *told["chute"].get("cards", ())}
    placed |= {card for pile in told["tricks"].values() for card in pile}
    placed |= set(told["discard"]["maitre"])
    if "players" not in told["discard"]:
        rest = [card.code for card in DECK_54 if card.code not in placed]
        told["discard"] = {**told["discard"], "players": rest}
    return entry(**told)


def sheet(*entries: SimpleNamespace, seats: int = 3, using: Any = None) -> Scoresheet:
    """Replay those manches, under the source's rules by default."""
    return replay(using or rules(), seats, list(entries))


def deltas(one: SimpleNamespace, *, seats: int = 3, using: Any = None) -> tuple:
    """The points of each side for one manche, the first."""
    return sheet(one, seats=seats, using=using).lines[0].deltas


def notes(one: SimpleNamespace, *, seats: int = 3, using: Any = None) -> list[tuple]:
    """The (code, side, points) that explain one manche."""
    line = sheet(one, seats=seats, using=using).lines[0]
    return [(note.code, note.side, note.points) for note in line.notes]


def codes(one: SimpleNamespace, *, seats: int = 3, using: Any = None) -> set[str]:
    """The codes of the notes that explain one manche."""
    return {code for code, _side, _points in notes(one, seats=seats, using=using)}


def refused(*entries: SimpleNamespace, seats: int = 3, using: Any = None) -> RuleError:
    """The error that refuses a match."""
    try:
        replay(using or rules(), seats, entries)
    except RuleError as error:
        return error
    raise AssertionError("the match was taken")


def refusal(*entries: SimpleNamespace, seats: int = 3, using: Any = None) -> tuple:
    """The (code, field, line number) of a match's refusal."""
    error = refused(*entries, seats=seats, using=using)
    return error.code, error.field, error.number
