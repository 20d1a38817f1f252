"""The counts of a row on a board, updated match by match. Pure.

A `Season` is the state at the end of a civil year. All seasons together give the board of all time.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from leaderboards.rating.matches import LOST, NO_SCORE, WON, MatchMoment, PlayerPart, has_pairs

# The letter of each outcome by its number.
LETTERS = ("", "W", "D", "L")
# The number of last outcomes that are stored, in two bits each.
FORM = 5
FORM_BITS = (1 << 2 * FORM) - 1


class PlayedMatch(NamedTuple):
    """A match as it counts for one player. `partner` is the player's partner, 0 without one."""

    match: str
    at: int
    partner: int
    points: int
    year: int
    outcome: int

    @property
    def place(self) -> MatchMoment:
        """The match's place in time."""
        return MatchMoment(self.at, self.match)


class Season(NamedTuple):
    """The state at the end of a civil year. Streak and form continue from one year to the next.

    `points` and `best` are in hundredths, `form` as bits.
    """

    at: int = 0
    points: int = 0
    best: int = NO_SCORE
    played: int = 0
    won: int = 0
    drawn: int = 0
    streak: int = 0
    year: int = 0
    form: int = 0


# The index of each field of `Season` in a row of numbers.
AT, POINTS, BEST, PLAYED, WINS, DRAWS, STREAK, YEAR, FORMS = range(len(Season._fields))


def tally(rows: list[list[int]], entry: PlayedMatch) -> None:
    """Add a match to the seasons of a row, in place. It must be later than all counted before.

    Each of `rows` has the fields of a `Season`; the last one is the current year's.
    """
    if not rows or rows[-1][YEAR] != entry.year:
        rows.append(_begun(rows[-1] if rows else Season(), entry.year))
    season = rows[-1]
    season[AT] = entry.at
    season[PLAYED] += 1
    if entry.points != NO_SCORE:
        season[POINTS] += entry.points
        season[BEST] = max(season[BEST], entry.points)
    if entry.outcome == WON:
        season[WINS] += 1
        season[STREAK] = max(season[STREAK], 0) + 1
    elif entry.outcome == LOST:
        season[STREAK] = min(season[STREAK], 0) - 1
    else:
        season[DRAWS] += 1
        season[STREAK] = 0
    season[FORMS] = (season[FORMS] << 2 | entry.outcome) & FORM_BITS


def _begun(before: Sequence[int], year: int) -> list[int]:
    """Return the counts of a new year. Streak and form continue from the year before."""
    return list(Season(year=year, streak=before[STREAK], form=before[FORMS]))


def counted(seasons: Sequence[Season], entries: Iterable[PlayedMatch]) -> list[Season]:
    """Return the seasons after these matches. They must be later than all matches before."""
    rows = [list(season) for season in seasons]
    for entry in entries:
        tally(rows, entry)
    return [Season(*row) for row in rows]


def of_year_alone(season: Season) -> Season:
    """Return a season with the streak and the form of its own matches alone.

    The last outcomes of the year are the last ones of the career, so the career's streak and form
    are cut to the number of matches of the year.
    """
    played = season.played
    return season._replace(
        streak=max(-played, min(season.streak, played)),
        form=season.form & (1 << 2 * min(played, FORM)) - 1,
    )


def of_all_time(seasons: Sequence[Season]) -> Season:
    """Return the counts of all seasons together. There must be at least one season."""
    return seasons[-1]._replace(
        points=sum(season.points for season in seasons),
        best=max(season.best for season in seasons),
        played=sum(season.played for season in seasons),
        won=sum(season.won for season in seasons),
        drawn=sum(season.drawn for season in seasons),
    )


def form_letters(form: int) -> str:
    """Return the last outcomes as letters, oldest first."""
    return "".join(LETTERS[form >> shift & 3] for shift in range(2 * (FORM - 1), -1, -2))


def entries_of(
    place: MatchMoment, year: int, parts: Sequence[PlayerPart]
) -> dict[int, PlayedMatch]:
    """Return the entry of each player of a match."""
    partners = (1, 0, 3, 2) if has_pairs(parts) else ()
    return {
        part.player: PlayedMatch(
            place.match,
            place.at,
            parts[partners[seat]].player if partners else 0,
            part.points,
            year,
            part.outcome,
        )
        for seat, part in enumerate(parts)
    }
