"""TRF16, the report file of the chess federation: Swiss and round robin tournaments. Pure.

Each player's line has fixed columns. The ten columns of a round hold the opponent's starting rank,
the colour and the result. `XXR` gives the number of rounds. The format has no place for scores of a
game: a table is won, drawn or lost. docs/rules.md explains how each letter is read here.
"""

import datetime as dt
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from tournaments.draws.field import Field, Options, Table, seeded
from tournaments.draws.leavers import absent_opponent
from tournaments.draws.ranking.records import HALF, exact, rest_worth
from tournaments.draws.ranking.standings import Ranking
from tournaments.files import trf_extension
from tournaments.files.trf_extension import Extension, Scores
from tournaments.formats.format import Format
from tournaments.formats.installed import FORMATS
from tournaments.state.tournament import GONE, TournamentState

FIRST_ROUND = 91
ROUND_WIDTH = 10
NAME = slice(14, 47)
RANK = slice(4, 8)
RATING = slice(48, 52)
# The share of a win for each result letter of a game with an opponent. W, D and L are unrated
# games.
TAKEN = {"1": 1.0, "W": 1.0, "=": 0.5, "D": 0.5, "0": 0.0, "L": 0.0}
FORFEITED, WON_BY_FORFEIT = "-", "+"
# The letters of a round without opponent. U is the bye given by the draw. F and H are rests
# worth a win and half a win; some programs write a won forfeit (+) instead of F. An empty cell,
# Z, or a lost forfeit (-) is an absence.
ALLOCATED = "U"
RESTS: Mapping[str, float | None] = {ALLOCATED: None, "F": 1, WON_BY_FORFEIT: 1, "H": 0.5}
ABSENT = ("", "Z", FORFEITED)
WHITE, BLACK = "w", "b"
COLOURS = (WHITE, BLACK, "-", "")
# The codes with which an `XXS` line gives the points of each result, if they are not the usual
# ones.
SCALE = {"W": "win", "D": "draw", "L": "loss", "PAB": "bye"}
# The letter of a rest that an entrant asked for, by its value as a share of a win.
ASKED: Mapping[float, str] = {1: "F", 0.5: "H", 0: "Z"}
LARGEST = 2000


class TrfError(ValueError):
    """The error of a file that can't be read or written.

    `code` says what is wrong, `params` where in the file.
    """

    def __init__(self, code: str, **params: Any) -> None:
        super().__init__(code)
        self.code = code
        self.params = params


@dataclass(frozen=True, slots=True)
class TrfPlayer:
    """A player's line of the file.

    `games` holds one pair for each round: the opponent (or None) and the result letter.
    `colours` holds the colour of each game: `w`, `b` or empty.
    """

    number: int
    name: str
    rating: int | None
    games: tuple[tuple[int | None, str], ...]
    colours: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class File:
    """The content of a TRF16 file.

    `rounds` is the number in the `XXR` line, but at least the number of rounds in the players'
    lines. `kind` is the type of tournament, as the file writes it. `points` are the points of a
    win, a draw, a loss and the draw's bye, as far as the file gives them.
    """

    name: str
    rounds: int
    players: tuple[TrfPlayer, ...]
    kind: str = ""
    day: dt.date | None = None
    place: str = ""
    points: Mapping[str, float] = field(default_factory=dict)
    extension: Extension | None = None

    @property
    def drawn(self) -> int:
        """The number of drawn rounds: up to the last one in which anybody has an opponent.

        Later rounds hold only the byes and absences that were asked for.
        """
        return max(
            (
                at
                for player in self.players
                for at, (opponent, _result) in enumerate(player.games, start=1)
                if opponent is not None
            ),
            default=0,
        )


PLAYER = "001 "


def is_trf(text: str) -> bool:
    """Return whether a text is a TRF16 file, that is, whether it has a player's line."""
    return any(line.startswith(PLAYER) for line in _lines(text))


def _lines(text: str) -> list[str]:
    bare = text.removeprefix("\ufeff")
    return bare.replace("\r\n", "\n").replace("\r", "\n").split("\n")


def parse(text: str) -> File:
    """Return the content of a file, whose lines may be in any order.

    Raise `TrfError` if a line can't be read, or if there are no players, too many, or two with
    the same number.
    """
    lines = _lines(text)
    players = tuple(_player(line) for line in lines if line.startswith(PLAYER))
    if not players:
        raise TrfError("no_player")
    if len(players) > LARGEST:
        raise TrfError("too_many", most=LARGEST)
    seen: set[int] = set()
    for player in players:
        if player.number in seen:
            raise TrfError("number_twice", player=player.number)
        seen.add(player.number)
    text_by_code = {line[:3]: line[4:].strip() for line in lines if len(line) > 4}
    drawn = max(len(player.games) for player in players)
    rounds = text_by_code.get("XXR", "").split(" ")[0]
    count = int(rounds) if rounds.isdecimal() and len(rounds) < 4 else drawn
    return File(
        text_by_code.get("012", "")[:80],
        max(count, drawn, 1),
        tuple(sorted(players, key=lambda player: player.number)),
        text_by_code.get("092", ""),
        day_of(text_by_code.get("042", "")) or day_of(text_by_code.get("052", "")),
        text_by_code.get("022", "")[:80],
        _scale(text_by_code.get("XXS", "")),
        trf_extension.read(lines, [player.number for player in players]),
    )


_DAY = re.compile(r"(\d{1,4})[-/. ](\d{1,2})[-/. ](\d{1,4})")


def day_of(text: str) -> dt.date | None:
    """Return the date that a text gives in one of the usual spellings; None for any other text.

    The spellings are 2025-03-08, 2025/03/08, 08/03/2025 and 25/03/08. Points or blanks may
    replace the dashes and slashes.
    """
    parts = _DAY.match(text)
    if parts is None:
        return None
    first, month, last = map(int, parts.groups())
    # A year of four digits comes first or last; a year of two digits comes first.
    year, day = (last, first) if len(parts[3]) == 4 else (first, last)
    try:
        return dt.date(year + 2000 * (year < 100), month, day)
    except ValueError:
        return None


def _scale(text: str) -> dict[str, float]:
    """Return the points in a text such as `W=3.0 D=1.0 L=0.0 PAB=3.0`; unknown codes are
    ignored.
    """
    points: dict[str, float] = {}
    for part in text.split():
        code, _sign, value = part.partition("=")
        if code in SCALE and re.fullmatch(r"-?\d{1,4}(\.\d{1,2})?", value):
            points[SCALE[code]] = float(value)
    return points


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
    """Return the opponent (None for a round without one), the result letter and the colour of a
    cell.

    The cell is the ten columns of one round. Raise `TrfError` if they can't be read.
    """
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
    """Return the format that a file's type of tournament names; the Swiss if it names no other
    format.
    """
    formats = [format_ for format_ in FORMATS.values() if format_.trf]
    swiss, *others = sorted(formats, key=lambda format_: format_.fixed)
    named = [format_ for format_ in others if _letters_of(format_.trf) in _letters_of(kind)]
    return named[0] if named else swiss


def _letters_of(kind: str) -> str:
    """Return only the letters and digits of a text, in lower case.

    Spellings of a format vary, such as « Round-Robin ».
    """
    return "".join(character for character in kind.casefold() if character.isalnum())


@dataclass(frozen=True, slots=True)
class TrfTable:
    """A table of a round: its sides and how it ended. Without a result, `scores` is None.

    `rest` is only for a side without opponent. It is the value of the rest as a share of a win,
    or None for the bye given by the draw.
    """

    sides: tuple[tuple[int, ...], ...]
    scores: tuple[float, ...] | None = None
    forfeit: tuple[int, ...] = ()
    rest: float | None = None


def round_of(file: File, at: int) -> list[TrfTable]:
    """Return the tables of a round by starting rank, rests last. `at` counts rounds from 0.

    The side with the white pieces comes first. Raise `TrfError` if two lines contradict each
    other about one table.
    """
    games = {
        player.number: player.games[at] if at < len(player.games) else (None, "")
        for player in file.players
    }
    colours = {
        player.number: player.colours[at] if at < len(player.colours) else ""
        for player in file.players
    }
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
    return sorted(tables, key=lambda table: len(table.sides) == 1)


def asked_worth(letter: str) -> float | None:
    """Return the value, as a share of a win, of a rest that was asked for; None if the letter is
    not a rest.
    """
    worth_by_letter = {code: worth for worth, code in ASKED.items()}
    return worth_by_letter.get(letter, 0 if letter == FORFEITED else None)


def _table(pair: tuple[int, int], letters: tuple[str, str], number: int) -> TrfTable:
    sides = tuple((player,) for player in pair)
    if letters == ("", ""):
        return TrfTable(sides)
    if FORFEITED in letters and set(letters) <= {FORFEITED, WON_BY_FORFEIT}:
        gone = tuple(
            player for player, letter in zip(pair, letters, strict=True) if letter == FORFEITED
        )
        return TrfTable(sides, forfeit=gone)
    scores = tuple(TAKEN.get(letter, -1) for letter in letters)
    if min(scores) < 0 or sum(scores) != 1:
        first, second = (letter or "∅" for letter in letters)
        raise TrfError(
            "contradiction", round=number, player=pair[0], opponent=pair[1], one=first, other=second
        )
    return TrfTable(sides, scores=scores)


# --- Writing -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class TrfHeading:
    """The data for the lines above the players: title, day and place. `setting` is for our own
    comment line.
    """

    title: str
    day: str
    place: str
    setting: Mapping[str, Any]


def write(
    folded: TournamentState,
    field: Field,
    ranking: Ranking,
    heading: TrfHeading,
    names: Mapping[int, str],
) -> str:
    """Return the tournament as the text of a TRF16 file. Each table has two sides of one entrant
    each.

    `field` is the tournament as a field. It is passed because the standings have built it
    already. Raise `TrfError` `scale` if points do not fit their four columns.
    """
    place = {row.entrant: row.rank for row in ranking.rows}
    # An entrant who came late is listed even before their first round.
    there = [
        entrant for entrant in folded.entrants if entrant.number in place or folded.plays(entrant)
    ]
    seeding = [
        *field.order,
        *(entrant.number for entrant in there if entrant.number not in field.order),
    ]
    rank = {number: at for at, number in enumerate(seeding, start=1)}
    letters_by_round = [_letters(tables, rank) for tables in field.rounds]
    rests = folded.rests.get(len(letters_by_round) + 1, {})
    lines = [f"012 {_plain(heading.title)}", f"042 {heading.day}", f"062 {len(there)}"]
    lines += [f"022 {_plain(heading.place)}"] if heading.place else []
    lines.append(f"092 {folded.way.trf}")
    lines += _scale_line(folded.options)
    for entrant in sorted(there, key=lambda entrant: rank[entrant.number]):
        head = f"001 {rank[entrant.number]:>4}      {_plain(names[entrant.number]):<33.33} "
        head += f"{_rating(entrant.rating):>4}"
        points = _points(ranking.points.get(entrant.number, Fraction()))
        line = f"{head:<80}{points:>4} {place.get(entrant.number, len(there)):>4}"
        games = [letters.get(entrant.number, "0000 - Z") for letters in letters_by_round]
        games += [f"0000 - {ASKED[rests[entrant.number] or 0]}"] if entrant.number in rests else []
        lines.append("  ".join([line, *games]) if games else line)
    lines.append(f"XXR {folded.way.rounds(field) or len(letters_by_round)}")
    entrants = [entrant for entrant in field.entrants if entrant.number in rank]
    lines.append(
        trf_extension.written(
            heading.setting,
            {rank[entrant.number]: entrant.number for entrant in there},
            [rank[number] for number in seeded(entrants, field.seed)],
            len(field.order),
            {rank[entrant.number]: entrant.state for entrant in there if entrant.state in GONE},
            [_scores(tables, rank) for tables in field.rounds],
        )
    )
    return "\n".join(lines) + "\n"


def _scale_line(options: Options) -> list[str]:
    """Return the line that gives the points of each result; an empty list if the points are the
    usual ones.

    Raise `TrfError` `scale` if points do not fit their four columns.
    """
    points = options.points
    worth = [exact(points.win), exact(points.draw), exact(points.loss), rest_worth(options)]
    if worth == [1, exact(HALF), 0, 1]:
        return []
    scale = " ".join(f"{code}={_points(value)}" for code, value in zip(SCALE, worth, strict=True))
    return [f"XXS {scale}"]


def _scores(tables: Sequence[Table], rank: Mapping[int, int]) -> Scores:
    """Return the scores of a round's tables. The key is the starting rank of the first side's
    entrant.
    """
    scores = {
        rank[table.sides[0][0]]: tuple(map(float, table.result.scores))
        for table in tables
        if not table.bye and table.result is not None and table.result.scores
    }
    return dict(sorted(scores.items()))


def _plain(name: str) -> str:
    # A tab or a line end would break the fixed columns.
    return " ".join(name.split())


def _rating(rating: float | None) -> str:
    return "" if rating is None else str(max(0, min(9999, round(rating))))


def _points(points: Fraction) -> str:
    """Return points with one decimal. Raise `TrfError` `scale` if they do not fit four columns
    exactly.
    """
    text = f"{float(points):.1f}"
    if len(text) > 4 or exact(float(text)) != points:
        raise TrfError("scale")
    return text


def _letters(tables: Sequence[Table], rank: Mapping[int, int]) -> Mapping[int, str]:
    return dict(pair for table in tables for pair in _cells(table, rank))


def _cells(table: Table, rank: Mapping[int, int]) -> Iterator[tuple[int, str]]:
    """Yield each entrant of a table with the text of their cell.

    The text holds the opponent's starting rank, the colour and the result. If an entrant has a
    bye because the opponent left, the opponent gets a cell too.
    """
    gone = absent_opponent(table)
    if gone is not None:
        (present,) = table.entrants
        yield present, f"{rank[gone]:>4} {WHITE} {WON_BY_FORFEIT}"
        yield gone, f"{rank[present]:>4} {BLACK} {FORFEITED}"
        return
    if table.bye:
        scores = table.result.scores if table.result is not None else ()
        yield table.entrants[0], f"0000 - {ASKED[float(scores[0])] if scores else ALLOCATED}"
        return
    (first,), (second,) = table.sides
    for me, opponent, colour, side in ((first, second, WHITE, 0), (second, first, BLACK, 1)):
        yield me, f"{rank[opponent]:>4} {colour} {_letter(table, me, side)}"


def _letter(table: Table, me: int, side: int) -> str:
    result, winner = table.result, table.winner
    if result is None:
        return " "
    if result.forfeit:
        return "-" if me in result.forfeit else "+"
    if winner is None:
        return "="
    return "1" if winner == side else "0"
