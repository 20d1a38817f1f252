"""TRF16, the report file of the chess federation: Swiss and round robin tournaments. Pure.

Each player's line has fixed columns. The ten columns of a round hold the opponent's starting rank,
the colour and the result. `XXR` gives the number of rounds. The format has no place for scores of a
game: a table is won, drawn or lost. docs/rules.md says how each letter is read here.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from tournaments.pairing.field import Field, Points, Table
from tournaments.pairing.formats import FORMATS, Format
from tournaments.pairing.records import HALF
from tournaments.pairing.standings import Ranking
from tournaments.state.tournament import TournamentState

FIRST_ROUND = 91
ROUND_WIDTH = 10
NAME = slice(14, 47)
RANK = slice(4, 8)
RATING = slice(48, 52)
# The letters of a game with an opponent, by the share of a win. W, D and L are unrated games.
TAKEN = {"1": 1.0, "W": 1.0, "=": 0.5, "D": 0.5, "0": 0.0, "L": 0.0}
FORFEITED, WON_BY_FORFEIT = "-", "+"
# The letters of a round without opponent: U is the draw's own bye; F and H are rests worth a win
# and half a win. Blank and Z are absences. Some programs write a forfeit there.
ALLOCATED = "U"
RESTS: Mapping[str, float | None] = {ALLOCATED: None, "F": 1, WON_BY_FORFEIT: 1, "H": 0.5}
ABSENT = ("", "Z", FORFEITED)
WHITE, BLACK = "w", "b"
COLOURS = (WHITE, BLACK, "-", "")
LARGEST = 2000


class TrfError(ValueError):
    """The file can't be read. `code` says why, `params` where."""

    def __init__(self, code: str, **params: Any) -> None:
        super().__init__(code)
        self.code = code
        self.params = params


@dataclass(frozen=True, slots=True)
class TrfPlayer:
    """A player's line. `games` holds (opponent or None, result letter), one a round.

    `colours` are those of the games: `w`, `b` or empty.
    """

    number: int
    name: str
    rating: int | None
    games: tuple[tuple[int | None, str], ...]
    colours: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class File:
    """A tournament as a file holds it. `rounds` is `XXR`, or the number of rounds drawn.

    `kind` is the type of tournament, in the file's words.
    """

    name: str
    rounds: int
    players: tuple[TrfPlayer, ...]
    kind: str = ""


def parse(text: str) -> File:
    """Read a file. Raises `TrfError`."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    players = tuple(_player(line) for line in lines if line.startswith("001"))
    if not players:
        raise TrfError("no_player")
    if len(players) > LARGEST:
        raise TrfError("too_many", most=LARGEST)
    seen: set[int] = set()
    for one in players:
        if one.number in seen:
            raise TrfError("number_twice", player=one.number)
        seen.add(one.number)
    told = {line[:3]: line[4:].strip() for line in lines if len(line) > 4}
    drawn = max(len(one.games) for one in players)
    rounds = told.get("XXR", "").split(" ")[0]
    count = int(rounds) if rounds.isdecimal() and len(rounds) < 4 else drawn
    return File(told.get("012", "")[:80], max(count, drawn, 1), players, told.get("092", ""))


def _player(line: str) -> TrfPlayer:
    number, rating = line[RANK].strip(), line[RATING].strip()
    if not _is_number(number):
        raise TrfError("number", line=line[:20])
    cells = []
    for at, start in enumerate(range(FIRST_ROUND, len(line.rstrip()), ROUND_WIDTH), start=1):
        cells.append(_game(line[start : start + ROUND_WIDTH].ljust(ROUND_WIDTH), at, int(number)))
    while cells and cells[-1] == (None, "", ""):
        cells.pop()
    name = line[NAME].strip() or f"#{number}"
    return TrfPlayer(
        int(number),
        name,
        int(rating) if rating.isascii() and rating.isdecimal() else None,
        tuple((opponent, result) for opponent, result, _colour in cells),
        tuple(colour for _opponent, _result, colour in cells),
    )


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdecimal() and int(text) > 0


def _game(cell: str, at: int, player: int) -> tuple[int | None, str, str]:
    """Return the opponent, the result and the colour of a round's ten columns."""
    where = {"round": at, "player": player, "cell": cell.strip()}
    opponent, colour, result = cell[:4].strip(), cell[5].lower().strip(), cell[7].upper().strip()
    if cell[4].strip() or cell[6].strip() or cell[8:].strip() or colour not in COLOURS:
        raise TrfError("cell", **where)
    if opponent in ("", "0000"):
        if result not in RESTS and result not in ABSENT:
            raise TrfError("without_opponent", **where, letter=result)
        return None, result or ("Z" if opponent else ""), ""
    if not _is_number(opponent):
        raise TrfError("cell", **where)
    if result and result not in TAKEN and result not in (FORFEITED, WON_BY_FORFEIT):
        raise TrfError("result", **where, letter=result)
    return int(opponent), result, colour if colour in (WHITE, BLACK) else ""


def format_named(kind: str) -> Format:
    """Return the format with this name in a file; the Swiss if the file does not say."""
    told = [one for one in FORMATS.values() if one.trf]
    swiss, *others = sorted(told, key=lambda one: one.fixed)
    named = [one for one in others if _letters_of(one.trf) in _letters_of(kind)]
    return named[0] if named else swiss


def _letters_of(kind: str) -> str:
    """Return a type's letters only: it is written in several ways, such as « Round-Robin »."""
    return "".join(character for character in kind.casefold() if character.isalnum())


@dataclass(frozen=True, slots=True)
class TrfTable:
    """A table of a round: its sides, and how it ended (None: not yet).

    `rest` is the value of a round without opponent, as a share of a win, if it is not the draw's
    own bye.
    """

    sides: tuple[tuple[int, ...], ...]
    scores: tuple[float, ...] | None = None
    forfeit: tuple[int, ...] = ()
    rest: float | None = None


def round_of(file: File, at: int) -> list[TrfTable]:
    """Return the tables of a round (from 0), in the order of the starting ranks.

    The side with the white pieces comes first. Raises `TrfError` if two lines contradict each other
    about one table.
    """
    games = {
        one.number: one.games[at] if at < len(one.games) else (None, "") for one in file.players
    }
    colours = {one.number: one.colours[at] if at < len(one.colours) else "" for one in file.players}
    tables, seen = [], set()
    for number, (opponent, result) in sorted(games.items()):
        if number in seen:
            continue
        if opponent is None:
            if result in RESTS:
                tables.append(TrfTable(((number,),), rest=RESTS[result]))
            continue
        if opponent == number or games.get(opponent, (None, ""))[0] != number:
            raise TrfError("no_answer", round=at + 1, player=number, opponent=opponent)
        seen |= {number, opponent}
        pair = (opponent, number) if colours[number] == BLACK else (number, opponent)
        if colours[number] and colours[number] == colours[opponent]:
            raise TrfError("colours", round=at + 1, player=number, opponent=opponent)
        tables.append(_table(pair, (games[pair[0]][1], games[pair[1]][1]), at + 1))
    return sorted(tables, key=lambda one: len(one.sides) == 1)


def _table(pair: tuple[int, int], letters: tuple[str, str], number: int) -> TrfTable:
    sides = tuple((one,) for one in pair)
    if letters == ("", ""):
        return TrfTable(sides)
    if FORFEITED in letters and set(letters) <= {FORFEITED, WON_BY_FORFEIT}:
        gone = tuple(one for one, how in zip(pair, letters, strict=True) if how == FORFEITED)
        return TrfTable(sides, forfeit=gone)
    scores = tuple(TAKEN.get(letter, -1) for letter in letters)
    if min(scores) < 0 or sum(scores) != 1:
        one, other = (letter or "∅" for letter in letters)
        raise TrfError(
            "contradiction", round=number, player=pair[0], opponent=pair[1], one=one, other=other
        )
    return TrfTable(sides, scores=scores)


# --- Writing -----------------------------------------------------------------------------------


def write(
    folded: TournamentState,
    field: Field,
    ranking: Ranking,
    title: str,
    day: str,
    names: Mapping[int, str],
) -> str:
    """Return a tournament of two-sided tables, each side with one entrant, as a file.

    `field` is its own, which the standings have made already.
    """
    rank = {row.entrant: row.rank for row in ranking.rows}
    told = [_letters(tables, folded.options.points) for tables in field.rounds]
    lines = [f"012 {title}", f"042 {day}", f"062 {len(ranking.rows)}"]
    lines.append(f"092 {folded.way.trf}")
    for one in folded.entrants:
        if one.number not in rank:
            continue
        name = _ascii_safe(names[one.number])
        head = f"001 {one.number:>4}      {name:<33.33} {_rating(one.rating):>4}"
        line = f"{head:<80}{_points(ranking.points[one.number]):>4} {rank[one.number]:>4}"
        games = [letters.get(one.number, "0000 - Z") for letters in told]
        lines.append("  ".join([line, *games]) if games else line)
    lines.append(f"XXR {folded.way.rounds(field) or len(told)}")
    return "\n".join(lines) + "\n"


def _ascii_safe(name: str) -> str:
    # Columns count characters: a combining mark or a tab would move them.
    return " ".join(name.split())


def _rating(rating: float | None) -> str:
    return "" if rating is None else str(max(0, min(9999, round(rating))))


def _points(points: Fraction) -> str:
    return f"{float(points):.1f}"


def _letters(tables: Sequence[Table], points: Points) -> Mapping[int, str]:
    return dict(pair for table in tables for pair in _cells(table, points))


def _cells(table: Table, points: Points) -> Iterator[tuple[int, str]]:
    if table.bye:
        yield table.sides[0][0], f"0000 - {_rest(table, points)}"
        return
    (one,), (other,) = table.sides
    for me, opponent, colour, side in ((one, other, WHITE, 0), (other, one, BLACK, 1)):
        yield me, f"{opponent:>4} {colour} {_letter(table, me, side)}"


def _rest(table: Table, points: Points) -> str:
    """Return the letter of a round without opponent, by its value."""
    if table.result is not None and table.result.scores:
        return "H" if table.result.scores[0] == HALF else "F"
    if points.bye == points.draw != points.win:
        return "H"
    return "Z" if points.bye == 0 else ALLOCATED


def _letter(table: Table, me: int, side: int) -> str:
    result, winner = table.result, table.winner
    if result is None:
        return " "
    if result.forfeit:
        return "-" if me in result.forfeit else "+"
    if winner is None:
        return "="
    return "1" if winner == side else "0"
