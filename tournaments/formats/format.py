"""What a format declares in its `rules.py`: how it draws, how many rounds, how it ranks."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from tournaments.draws.brackets.tree import PlayedNode
from tournaments.draws.field import Counting, Draw, Field, Options, Score, Table
from tournaments.draws.plans import Plan, PresentTable
from tournaments.draws.pool import Pool
from tournaments.draws.ranking.standings import StandingsRow, standings
from tournaments.formats.suggestion import Situation, Suggestion

# The default value of a bye, for formats where it is not a win.
NO_BYE_POINTS: Score = 0

# Options for the value of a rest and of a margin, and options that keep entrants apart.
SCORING = ("bye_score", "difference_cap")
APART = ("forbidden_pairs", "same_club")


@dataclass(frozen=True, slots=True)
class Format:
    """A way to run a tournament.

    `draw` returns the next round's tables. `rounds` says how many there will be, if known.
    `bracket` returns its present nodes. `decisive`: a table needs a winner. `individual`: people
    enter alone and get a partner for each round. `many`: more than two sides sit at a table.
    `individual` and `many` may depend on the options. `bye` is the default value of a rest; None
    for the value of a win.
    """

    slug: str
    draw: Callable[[Field], Draw]
    rounds: Callable[[Field], int | None]
    # The options that it reads, in addition to those of every format.
    options: tuple[str, ...]
    # The rounds that will be played, computed without drawing.
    plan: Callable[[Field], Plan]
    # Its suggestions for an evening; none if it does not suit. It is called with the format itself.
    suggestions: Callable[[Situation, "Format"], Iterable[Suggestion]] = lambda evening, own: ()
    standings: Callable[[Field], list[StandingsRow]] = lambda field: standings(field, field.ranked)
    bracket: Callable[[Field], Mapping[str, PlayedNode]] | None = None
    # The groups of its first stage.
    pools: Callable[[Field], Sequence[Pool]] | None = None
    decisive: Callable[[Table], bool] = lambda table: False
    bye: Score | None = None
    # The default value of a rest in the first edition.
    first_bye: Score = 1
    least: int = 2
    individual: Callable[[Options], bool] = lambda options: False
    many: Callable[[Options], bool] = lambda options: False
    # The best round without a given pair, for formats that match pairs by cost.
    alternative: Callable[[Field, tuple[int, int]], list[tuple[int, int]]] | None = None
    # The name in the federation's report file; empty if that file has none for it.
    trf: str = ""
    # How many of a number of entrants rest in a round, if a rest is worth something.
    resting: Callable[[int, Options], int] = lambda count, options: 0
    # The whole schedule as it is known now, in formats that have one from the start.
    calendar: Callable[[Field], list[list[PresentTable]]] | None = None
    # How many of its rounds the organiser's number sets; None once that cannot change. Without this
    # function the number sets all rounds, or is not read.
    chosen: Callable[[Field], int | None] | None = None
    # Whether nothing is drawn, because tables are challenges that entrants declare.
    declared: bool = False
    # Whether the draw depends neither on lots nor on results, as in a bracket or a schedule.
    fixed: bool = False
    # Whether no result changes the draw, so that a correction needs no new draw of later rounds.
    blind: Callable[[Options], bool] = lambda options: False
    # How a table counts in the standings.
    counting: Counting = "result"
    # Whether everybody meets everybody, in it or in its groups. Then `leaver` says what becomes of
    # the games of an entrant who leaves.
    meets_all: bool = False
    # The default criteria of its standings; None for the usual ones.
    tie_breaks: tuple[str, ...] | None = None


def odd_rests(count: int, options: Options) -> int:
    """Return how many entrants rest if tables have two sides: one if their number is odd."""
    return count % 2


def always(options: Options) -> bool:
    """Return True for any options."""
    return True
