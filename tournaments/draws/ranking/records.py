"""The record of each entrant, round by round: the opponents met, and the points.

Draws and standings read these records, never the tables. So the value of a bye, a forfeit or an
absence is decided here only.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Literal, NamedTuple

from tournaments.draws.field import Field, Options, Result, Score, Table
from tournaments.draws.leavers import absent_opponent, annulled, in_pool

NOTHING = Fraction()

Outcome = Literal[
    "win", "draw", "loss", "bye", "forfeit_win", "forfeit_loss", "absent", "running", "struck"
]
# The default number of rounds in formats that count scores.
ROUNDS = 4
# The bonus of a win: (up to how many rounds, bonus). With more rounds it is `HIGHEST_BONUS`.
BONUSES = ((4, 100), (8, 200))
HIGHEST_BONUS = 300
# The shares of a win that a rest may be worth.
HALF, WHOLE = 0.5, 1
PLAYED: tuple[Outcome, ...] = ("win", "draw", "loss")


class Rest(NamedTuple):
    """The value of a rest: points in the standings, own score, and score against."""

    points: Fraction
    scored: Fraction = NOTHING
    conceded: Fraction = NOTHING


class EntrantTable(NamedTuple):
    """An entrant's table of a round. `points` are those of the standings, exact.

    `scored` and `conceded` are the table's scores (0 if nobody played); at a table of more than
    two sides `conceded` is the mean of the others'. `partners` are the others on the same side. It
    is a tuple because a large tournament makes tens of thousands, and a frozen dataclass takes
    longer.
    """

    round: int
    outcome: Outcome
    points: Fraction
    scored: Fraction = Fraction()
    conceded: Fraction = Fraction()
    opponents: tuple[int, ...] = ()
    partners: tuple[int, ...] = ()

    @property
    def played(self) -> bool:
        """Whether it was played at a table: not a bye, a forfeit or an absence."""
        return self.outcome in PLAYED


Records = Mapping[int, tuple[EntrantTable, ...]]


@lru_cache(maxsize=4096, typed=True)
def exact(value: Score | Fraction) -> Fraction:
    """Return a score as an exact fraction: 0.5 is one half, 0.1 a tenth."""
    return value if isinstance(value, Fraction) else Fraction(str(value))


# Cached because sums are mostly the same few values, and making a fraction is slow.
_fraction = lru_cache(maxsize=4096)(Fraction)


def total(values: Iterable[Fraction]) -> Fraction:
    """Return a sum.

    Fractions of one denominator are added as integers, which is ten times faster.
    """
    parts: dict[int, int] = {}
    for value in values:
        above, below = value.as_integer_ratio()
        parts[below] = parts.get(below, 0) + above
    if not parts:
        return NOTHING
    made = [_fraction(above, below) for below, above in parts.items()]
    return made[0] if len(made) == 1 else sum(made, NOTHING)


def records(field: Field) -> Records:
    """Return every entrant's record: one `EntrantTable` a round, `absent` for a missed one.

    Computed once for each `Field`, because standings, groups and draws use it several times.
    """
    if "records" not in field.worked:
        field.worked["records"] = _records(field)
    cached: Records = field.worked["records"]
    return cached


def _records(field: Field) -> Records:
    known: dict[int, list[EntrantTable]] = {entrant.number: [] for entrant in field.entrants}
    most, gone = _most(field), annulled(field)
    for number, tables in enumerate(field.rounds, start=1):
        meeting_by_entrant: dict[int, EntrantTable] = {}
        rest = rest_of(field.options, most, tables)
        for table in tables:
            absent = absent_opponent(table)
            if (gone or absent is not None) and in_pool(table):
                against = _against_leaver(number, table, field.options, gone)
                if against:
                    meeting_by_entrant |= against
                    continue
            for side, meeting in enumerate(_meetings(number, table, field.options, most, rest)):
                members = table.sides[side]
                if len(members) == 1:
                    meeting_by_entrant[members[0]] = meeting
                    continue
                for entrant in members:
                    mates = tuple(mate for mate in members if mate != entrant)
                    meeting_by_entrant[entrant] = meeting._replace(partners=mates)
        missing = EntrantTable(number, "absent", NOTHING)
        for entrant, meetings in known.items():
            meetings.append(meeting_by_entrant.get(entrant, missing))
    return {entrant: tuple(meetings) for entrant, meetings in known.items()}


def _against_leaver(
    number: int, table: Table, options: Options, gone: frozenset[int]
) -> dict[int, EntrantTable]:
    """Return the records of a game with an entrant who left, by entrant: struck, or forfeited.

    Empty for any other game.
    """
    absent = absent_opponent(table)
    there = table.entrants if absent is None else (*table.entrants, absent)
    if not gone.isdisjoint(there):
        return {entrant: EntrantTable(number, "struck", NOTHING) for entrant in there}
    if absent is None:
        return {}
    (entrant,) = table.entrants
    return {
        entrant: EntrantTable(
            number, "forfeit_win", exact(options.points.win), opponents=(absent,)
        ),
        absent: EntrantTable(number, "forfeit_loss", NOTHING, opponents=(entrant,)),
    }


def _most(field: Field) -> int:
    """Return the default points of a first place: the sides of the largest table, less one.

    They are the same at every table, so that a win at a table of 3 is worth as much as at one of 5.
    A larger table in a later round raises all of them alike, so the order does not change.
    """
    return max((len(table.sides) for tables in field.rounds for table in tables), default=1) - 1


def _meetings(
    number: int, table: Table, options: Options, most: int, rest: Rest
) -> Iterator[EntrantTable]:
    """Yield the record of a table for each of its sides; partners are added later."""
    if table.bye:
        yield _rest(number, table, options, rest)
        return
    result, sides = table.result, table.sides
    winner = None if result is None else table.winner
    scores = [exact(score) for score in result.scores] if result else []
    scores = scores or [NOTHING] * len(sides)
    for side in range(len(sides)):
        if len(sides) == 2:
            opponents, conceded = sides[1 - side], scores[1 - side]
        else:
            # The others' mean score, if the table has more than two sides.
            others = [*range(side), *range(side + 1, len(sides))]
            opponents = tuple(opponent for at in others for opponent in sides[at])
            conceded = total(scores[at] for at in others) / len(others)
        if result is None:
            yield EntrantTable(number, "running", NOTHING, opponents=opponents)
            continue
        outcome = _outcome(sides[side], result, side, winner)
        if options.counting != "result":
            yield _counted(number, outcome, scores[side], conceded, opponents, options, rest)
            continue
        worth = _worth(table, side, outcome, options, most)
        yield EntrantTable(number, outcome, worth, scores[side], conceded, opponents)


def rest_worth(options: Options, most: int = 1) -> Fraction:
    """Return the points of a rest: those that the organiser has set, or those of a win.

    At tables of more than two sides, a win is the first place, which is worth `most` by default. If
    the match's own score gives the points, a rest gets its declared score.
    """
    if options.points.bye is not None:
        return exact(options.points.bye)
    if most < 2:
        return exact(options.points.win)
    if options.place_points == "match":
        return rest_score(options)[0]
    if isinstance(options.place_points, tuple):
        return exact(options.place_points[0]) if options.place_points else NOTHING
    return Fraction(most)


def rest_score(options: Options) -> tuple[Fraction, Fraction]:
    """Return the declared score of a rest, and the score against it; 0 and 0 by default."""
    declared = options.bye_score
    scored, conceded = declared if isinstance(declared, tuple) else (declared, 0)
    return exact(scored), exact(conceded)


def rest_of(options: Options, most: int = 1, tables: Iterable[Table] = ()) -> Rest:
    """Return the value of a rest in a round with the given tables.

    If the scores alone count, it is the mean score of the round's sides, and 0 until all of them
    have a result. With a bonus a rest is a win by the declared score.
    """
    if options.counting == "score":
        mean = _mean(tables) or NOTHING
        return Rest(mean, mean, mean)
    score = rest_score(options)
    if options.counting == "bonus":
        return Rest(_won(options, *score), *score)
    return Rest(rest_worth(options, most), *score)


def _mean(tables: Iterable[Table]) -> Fraction | None:
    """Return the mean score of the sides that played; None while a result is missing."""
    played = [table for table in tables if not table.bye]
    if any(table.result is None for table in played):
        return None
    scores = [
        exact(score)
        for table in played
        if table.result is not None and not table.result.forfeit
        for score in table.result.scores
    ]
    return total(scores) / len(scores) if scores else NOTHING


def _won(options: Options, scored: Fraction, conceded: Fraction) -> Fraction:
    """Return the points of a win where a bonus counts: the bonus, the own score, and the margin."""
    return bonus_of(options) + scored + scored - conceded


def bonus_of(options: Options) -> int:
    """Return the bonus of a win: the one that is set, or the one for the number of rounds."""
    if options.bonus is not None:
        return options.bonus
    rounds = options.rounds or ROUNDS
    return next((bonus for most, bonus in BONUSES if rounds <= most), HIGHEST_BONUS)


def _counted(
    number: int,
    outcome: Outcome,
    scored: Fraction,
    conceded: Fraction,
    opponents: tuple[int, ...],
    options: Options,
    rest: Rest,
) -> EntrantTable:
    """Return the record of a table that counts by its scores. A win by forfeit counts as a rest."""
    if outcome == "forfeit_loss":
        return EntrantTable(number, outcome, NOTHING, opponents=opponents)
    if outcome == "forfeit_win":
        return EntrantTable(number, outcome, *rest, opponents)
    points = scored
    if options.counting == "bonus" and outcome == "win":
        points = _won(options, scored, conceded)
    elif options.counting == "bonus" and outcome == "draw":
        points = scored + Fraction(bonus_of(options), 2)
    return EntrantTable(number, outcome, points, scored, conceded, opponents)


def _rest(number: int, table: Table, options: Options, rest: Rest) -> EntrantTable:
    """Return the record of a round without opponent: a bye, or a rest whose value a file gave.

    An entrant asks for a half-point rest because they can't come, so for the tie-breaks it counts
    as an absence.
    """
    points, scores = options.points, table.result.scores if table.result else ()
    if not scores:
        return EntrantTable(number, "bye", *rest)
    if scores[0] == WHOLE:
        return EntrantTable(number, "bye", exact(points.win))
    return EntrantTable(number, "absent", exact(points.draw) if scores[0] == HALF else Fraction())


def _worth(table: Table, side: int, outcome: Outcome, options: Options, most: int) -> Fraction:
    """Return a side's points: win, draw or loss at a table of two, else place points."""
    if outcome == "forfeit_loss":
        return NOTHING
    if len(table.sides) > 2:
        return _place_points(table, side, options, most)
    points = options.points
    if outcome == "draw":
        return exact(points.draw)
    return exact(points.loss if outcome == "loss" else points.win)


def _place_points(table: Table, side: int, options: Options, most: int) -> Fraction:
    """Return the points of a place: the organiser's list, the match's score, or a share.

    The share is the number of sides behind, counted as at a table of `most` others, or in the first
    edition as at this table. Sides that tie share the points of their places. Sides that forfeit
    take the last places and get nothing.
    """
    scores = [exact(score) for score in table.result.scores] if table.result else []
    if not scores:
        scores = [NOTHING] * len(table.sides)
    if options.place_points == "match":
        return scores[side]
    count = len(table.sides)
    listed = options.place_points if isinstance(options.place_points, tuple) else None
    if listed:
        worth = [exact(listed[at]) if at < len(listed) else NOTHING for at in range(count)]
    else:
        first = count - 1 if options.edition == 1 else most
        worth = [Fraction(first * (count - 1 - at), count - 1) for at in range(count)]
    forfeit = table.result.forfeit if table.result else frozenset()
    there = [at for at, members in enumerate(table.sides) if not forfeit.intersection(members)]
    above = sum(scores[at] > scores[side] for at in there)
    level = sum(scores[at] == scores[side] for at in there)
    return total(worth[above : above + level]) / level


def _outcome(members: Sequence[int], result: Result, side: int, winner: int | None) -> Outcome:
    """Return the outcome of a side. At a table of more than two, the leading side has won."""
    if result.forfeit:
        mine = any(member in result.forfeit for member in members)
        return "forfeit_loss" if mine else "forfeit_win"
    if winner is None:
        return "draw"
    return "win" if winner == side else "loss"


def totals(known: Records) -> dict[int, Fraction]:
    """Return the points of each entrant."""
    return {
        entrant: total(meeting.points for meeting in meetings)
        for entrant, meetings in known.items()
    }
