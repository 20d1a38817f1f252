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
# A coffre that adds nothing: the nines of the major and the minor suit.
LEVEL = {"major_rank": 9, "minor_rank": 9}
FORBIDDEN = {"forbidden": True}


def rules(**changes: Any) -> SimpleNamespace:
    """The source's ruleset with some fields changed; seat 0 is Maître first."""
    return SimpleNamespace(**{**LYONNAIS, "first_maitre": 0, **changes})


def entry(**fields: Any) -> SimpleNamespace:
    """Return a manche; a field that is not given is None."""
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
    **maitre_figures: int,
) -> SimpleNamespace:
    """Return a manche noted by figures; `others` are the points of all players but `maitre`, in
    seat order.
    """
    points = others or (0, 0)
    seats = [seat for seat in range(len(points) + 1) if seat != maitre]
    players = {str(seat): value for seat, value in zip(seats, points, strict=True)}
    return entry(
        contract=contract,
        maitre=figures(**maitre_figures),
        coffre=LEVEL if coffre is None else coffre,
        players=players,
    )


def good(maitre: int = 0) -> SimpleNamespace:
    """Return a manche of three that validates: the Maître has 40 against 0, and five valued cards
    of ten.
    """
    return quick(0, 0, maitre=maitre, points=40)


def bad(maitre: int = 0, points: int = 0) -> SimpleNamespace:
    """Return a manche of three whose contract is kept, but whose gap (0 by default) is too
    small.
    """
    return quick(0, 0, maitre=maitre, points=points)


def cards(**changes: Any) -> SimpleNamespace:
    """Return a manche of three noted by its cards: hearts are major, clubs minor, and seat 1 takes
    the chute.

    The Maître, seat 0, has 7H 8H 2C KS in tricks (13 points, three valued cards of four) and 5H
    in the discard. Seat 1 has KH 3D and the chute 4C. Seat 2 has KC (−13). All other cards are
    in the players' discard.
    """
    values: dict[str, Any] = {
        "contract": 50,
        "major": "hearts",
        "minor": "clubs",
        "coffre": {"major": "9H", "minor": "AC"},
        "tricks": {"0": ["7H", "8H", "2C", "KS"], "1": ["KH", "3D"], "2": ["KC", "X1"]},
        "chute": {"winner": 1, "cards": ["4C"]},
        "discard": {"maitre": ["5H", "QS"]},
    }
    values |= changes
    placed = {*values["coffre"].values(), *values["chute"].get("cards", ())}
    placed |= {card for pile in values["tricks"].values() for card in pile}
    placed |= set(values["discard"]["maitre"])
    if "players" not in values["discard"]:
        rest = [card.code for card in DECK_54 if card.code not in placed]
        values["discard"] = {**values["discard"], "players": rest}
    return entry(**values)


def sheet(*entries: SimpleNamespace, seats: int = 3, using: Any = None) -> Scoresheet:
    """Replay those manches, under the source's rules by default."""
    return replay(using or rules(), seats, list(entries))


def deltas(manche: SimpleNamespace, *, seats: int = 3, using: Any = None) -> tuple:
    """Return each side's points in a match's first manche."""
    return sheet(manche, seats=seats, using=using).lines[0].deltas


def notes(manche: SimpleNamespace, *, seats: int = 3, using: Any = None) -> list[tuple]:
    """Return the (code, side, points) of the notes that explain a match's first manche."""
    line = sheet(manche, seats=seats, using=using).lines[0]
    return [(note.code, note.side, note.points) for note in line.notes]


def codes(manche: SimpleNamespace, *, seats: int = 3, using: Any = None) -> set[str]:
    """Return the codes of the notes that explain a match's first manche."""
    return {code for code, _side, _points in notes(manche, seats=seats, using=using)}


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
