"""What a format declares in its `rules.py`: how it draws, how many rounds, how it ranks."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from tournaments.draws.brackets.tree import PlayedNode
from tournaments.draws.field import Counting, Draw, Field, Options, Score, Table
from tournaments.draws.plans import Plan
from tournaments.draws.ranking.standings import StandingsRow, standings
from tournaments.formats.groups.pools import Pool
from tournaments.formats.rotation.draw import PresentTable
from tournaments.formats.suggestion import Situation, Suggestion

# The default value of a bye, for formats where it is not a win.
NO_BYE_POINTS: Score = 0

# Options of what a rest and a margin are worth, and of who should not meet.
SCORING = ("bye_score", "difference_cap")
APART = ("forbidden_pairs", "same_club")


@dataclass(frozen=True, slots=True)
class Format:
    """A way to run a tournament.

    `draw` returns the next round's tables. `rounds` says how many there will be, if known.
    `bracket` is the tree as it stands. `decisive`: a table needs a winner. `individual`: people
    enter alone and get a partner for each round. `many`: more than two sides sit at a table. Both
    may depend on the options. `bye` is the default value of a rest; None: what a win is worth.
    """

    slug: str
    draw: Callable[[Field], Draw]
    rounds: Callable[[Field], int | None]
    # The options that it reads, beside those of any format.
    options: tuple[str, ...]
    # What will be played, counted without drawing.
    plan: Callable[[Field], Plan]
    # What it suggests for an evening, with itself; nothing where it does not suit.
    suggestions: Callable[[Situation, "Format"], Iterable[Suggestion]] = lambda evening, own: ()
    standings: Callable[[Field], list[StandingsRow]] = lambda field: standings(field, field.ranked)
    bracket: Callable[[Field], Mapping[str, PlayedNode]] | None = None
    # The groups in which it begins.
    pools: Callable[[Field], Sequence[Pool]] | None = None
    decisive: Callable[[Table], bool] = lambda table: False
    bye: Score | None = None
    # Its default value by the first edition of the defaults.
    first_bye: Score = 1
    least: int = 2
    individual: Callable[[Options], bool] = lambda options: False
    many: Callable[[Options], bool] = lambda options: False
    # The best round without a given pair, for formats that match pairs by cost.
    alternative: Callable[[Field, tuple[int, int]], list[tuple[int, int]]] | None = None
    # The name in the federation's report file; empty if that file has none for it.
    trf: str = ""
    # How many of so many rest in a round, where a rest is worth something.
    resting: Callable[[int, Options], int] = lambda count, options: 0
    # The whole schedule as it is known now, where it is from the start.
    calendar: Callable[[Field], list[list[PresentTable]]] | None = None
    # How many of its rounds the organiser's number sets, while that may change. Without it the
    # number sets all of them, or is not read.
    chosen: Callable[[Field], int | None] | None = None
    # Whether nobody is drawn: tables are challenges that people declare.
    declared: bool = False
    # Whether the draw depends neither on lots nor on results: a bracket, a schedule.
    fixed: bool = False
    # Whether it depends on no results, so that a correction changes no later round.
    blind: Callable[[Options], bool] = lambda options: False
    # What a table is worth in the standings.
    counting: Counting = "result"
    # Whether everybody meets everybody, in it or in its groups: then `leaver` says what becomes of
    # the games of somebody who leaves.
    meets_all: bool = False
    # The criteria of its standings where nothing else is chosen; None: the usual ones.
    tie_breaks: tuple[str, ...] | None = None


def odd_rests(count: int, options: Options) -> int:
    """Return how many rest where tables have two sides: one of an odd number."""
    return count % 2


def always(options: Options) -> bool:
    """Return True, whatever the options are."""
    return True
