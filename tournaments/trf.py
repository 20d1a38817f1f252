"""TRF16, the report file of the chess federation: Swiss and round robin tournaments. Pure.

Each player's line has fixed columns; a round's ten hold the opponent's starting rank, the colour
and the result. `XXR` gives the number of rounds. Scores of a game have no place in it: a table is
won, drawn or lost.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from tournaments.course.state import Course, Seated
from tournaments.pairing.field import Table
from tournaments.pairing.formats import FORMATS, Format
from tournaments.pairing.standings import Ranking

FIRST_ROUND = 91
ROUND_WIDTH = 10
NAME = slice(14, 47)
RANK = slice(4, 8)
RATING = slice(48, 52)
# A result as each letter of the file tells it: what the player took, and whether it was played.
WON, DRAWN, LOST = "1W", "=D", "0L"
LARGEST = 2000


class TrfError(ValueError):
    """The file can't be read; the message says where."""


@dataclass(frozen=True, slots=True)
class Player:
    """A player's line. `games` holds (opponent or None, result letter), one a round."""

    number: int
    name: str
    rating: int | None
    games: tuple[tuple[int | None, str], ...]


@dataclass(frozen=True, slots=True)
class File:
    """A tournament as a file tells it. `rounds` is `XXR`, or as many as were drawn.

    `kind` is the type of tournament, as the file words it.
    """

    name: str
    rounds: int
    players: tuple[Player, ...]
    kind: str = ""


def parse(text: str) -> File:
    """Read a file. Raises `TrfError`."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    players = tuple(_player(line) for line in lines if line.startswith("001"))
    if not players:
        raise TrfError("001")
    if len(players) > LARGEST or len({one.number for one in players}) != len(players):
        raise TrfError("001")
    told = {line[:3]: line[4:].strip() for line in lines if len(line) > 4}
    drawn = max(len(one.games) for one in players)
    rounds = told.get("XXR", "").split(" ")[0]
    count = int(rounds) if rounds.isdecimal() and len(rounds) < 4 else drawn
    return File(told.get("012", "")[:80], max(count, drawn, 1), players, told.get("092", ""))


def _player(line: str) -> Player:
    number, rating = line[RANK].strip(), line[RATING].strip()
    if not number.isdecimal() or int(number) < 1:
        raise TrfError(line[:20])
    games = []
    for start in range(FIRST_ROUND, len(line.rstrip()), ROUND_WIDTH):
        games.append(_game(line[start : start + 8].ljust(8)))
    while games and games[-1] == (None, ""):
        games.pop()
    name = line[NAME].strip() or f"#{number}"
    return Player(int(number), name, int(rating) if rating.isdecimal() else None, tuple(games))


def _game(cell: str) -> tuple[int | None, str]:
    opponent, result = cell[:4].strip(), cell[7].upper().strip()
    if opponent in ("", "0000"):
        return None, result or ("Z" if opponent == "0000" else "")
    if not opponent.isdecimal():
        raise TrfError(cell)
    return int(opponent), result


def format_named(kind: str) -> Format:
    """Return the format that a file calls so; the Swiss where it does not say."""
    told = [one for one in FORMATS.values() if one.trf]
    swiss, *others = sorted(told, key=lambda one: one.fixed)
    named = [one for one in others if one.trf.lower() in kind.lower()]
    return named[0] if named else swiss


@dataclass(frozen=True, slots=True)
class Told:
    """A table of a round: its sides, and how it ended (None: not yet)."""

    sides: tuple[tuple[int, ...], ...]
    scores: tuple[float, ...] | None = None
    forfeit: tuple[int, ...] = ()


def round_of(file: File, at: int) -> list[Told]:
    """Return the tables of a round (from 0), in the order of the starting ranks.

    Raises `TrfError` where two lines tell different things of one table.
    """
    games = {
        one.number: one.games[at] if at < len(one.games) else (None, "") for one in file.players
    }
    tables, seen = [], set()
    for number, (opponent, result) in sorted(games.items()):
        if number in seen:
            continue
        if opponent is None:
            if result == "H":
                # A bye here is worth one thing for all: half of one can't be told.
                raise TrfError(f"{number}: H")
            if result in ("U", "F", "+"):
                tables.append(Told(((number,),)))
            continue
        if games.get(opponent, (None, ""))[0] != number or opponent == number:
            raise TrfError(f"{number} – {opponent}")
        seen |= {number, opponent}
        tables.append(_table(number, opponent, result, games[opponent][1]))
    return sorted(tables, key=lambda one: len(one.sides) == 1)


def _table(one: int, other: int, mine: str, theirs: str) -> Told:
    sides = ((one,), (other,))
    if "-" in (mine, theirs):
        gone = tuple(who for who, how in ((one, mine), (other, theirs)) if how == "-")
        return Told(sides, forfeit=gone)
    if mine == "" and theirs == "":
        return Told(sides)
    scores = tuple(_taken(letter) for letter in (mine, theirs))
    if sum(scores) != 1:
        raise TrfError(f"{one} – {other}: {mine} {theirs}")
    return Told(sides, scores=scores)


def _taken(letter: str) -> float:
    if letter and letter in WON:
        return 1
    return 0.5 if letter and letter in DRAWN else 0


# --- Writing -----------------------------------------------------------------------------------


def write(course: Course, ranking: Ranking, title: str, day: str, names: Mapping[int, str]) -> str:
    """Return a tournament of two-sided tables, each with one entrant, as a file."""
    rank = {row.entrant: row.rank for row in ranking.rows}
    drawn = [one for one in course.rounds if one.state != "draft"]
    told = [_letters(one.tables) for one in drawn]
    lines = [f"012 {title}", f"042 {day}", f"062 {len(course.entrants)}"]
    lines.append(f"092 {course.way.trf}")
    for one in course.entrants:
        name = _ascii_safe(names[one.number])
        head = f"001 {one.number:>4}      {name:<33.33} {_rating(one.rating):>4}"
        line = f"{head:<80}{_points(ranking.points[one.number]):>4} {rank[one.number]:>4}"
        games = [letters.get(one.number, "0000 - Z") for letters in told]
        lines.append("  ".join([line, *games]) if games else line)
    rounds = course.way.rounds(course.field())
    lines.append(f"XXR {rounds or len(drawn)}")
    return "\n".join(lines) + "\n"


def _ascii_safe(name: str) -> str:
    # Columns count characters: a combining mark or a tab would move them.
    return " ".join(name.split())


def _rating(rating: float | None) -> str:
    return "" if rating is None else str(max(0, min(9999, round(rating))))


def _points(points: Fraction) -> str:
    return f"{float(points):.1f}"


def _letters(tables: Sequence[Seated]) -> Mapping[int, str]:
    return dict(pair for seated in tables for pair in _cells(seated))


def _cells(seated: Seated) -> Iterator[tuple[int, str]]:
    table = seated.counted()
    if table.bye:
        yield table.sides[0][0], "0000 - U"
        return
    (one,), (other,) = table.sides
    for me, opponent, colour, side in ((one, other, "w", 0), (other, one, "b", 1)):
        yield me, f"{opponent:>4} {colour} {_letter(table, me, side)}"


def _letter(table: Table, me: int, side: int) -> str:
    result, winner = table.result, table.winner
    if result is None:
        return " "
    if result.forfeit:
        return "-" if me in result.forfeit else "+"
    if winner is None:
        return "="
    return "1" if winner == side else "0"
