"""What a format declares in its `rules.py`: how it draws, how many rounds, how it ranks."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from tournaments.draws.brackets.tree import PlayedNode
from tournaments.draws.field import Counting, Draw, Field, Options, Score, Table
from tournaments.draws.plans import Plan, PresentTable
from tournaments.draws.pool import Pool
from tournaments.draws.ranking.standings import StandingsRow, standings
from tournaments.formats.suggestion import Situation, Suggestion

# The default points of a bye, for formats in which a bye does not count as a win.
NO_BYE_POINTS: Score = 0

# `SCORING` names the options for the points of a rest and the greatest margin that counts.
# `APART` names the options that keep entrants from meeting.
SCORING = ("bye_score", "difference_cap")
APART = ("forbidden_pairs", "same_club")


@dataclass(frozen=True, slots=True)
class Format:
    """A way to run a tournament.

    `draw` returns the next round's tables. `rounds` returns the total number of rounds, or None
    if it is not known. `bracket` returns the bracket's present nodes by slot. `decisive` says
    that a table needs a winner. `individual` says that people enter alone and get a partner for
    each round. `many` says that more than two sides sit at a table. `bye` is the default points
    of a rest, or None if a rest counts as a win.
    """

    slug: str
    draw: Callable[[Field], Draw]
    rounds: Callable[[Field], int | None]
    # The options that the format reads, besides those that every format reads.
    options: tuple[str, ...]
    # Returns the plan of all rounds, computed without drawing.
    plan: Callable[[Field], Plan]
    # Returns the format's suggestions for an evening, or none if it does not suit. The second
    # argument is the format itself.
    suggestions: Callable[[Situation, "Format"], Iterable[Suggestion]] = lambda evening, own: ()
    standings: Callable[[Field], list[StandingsRow]] = lambda field: standings(field, field.ranked)
    bracket: Callable[[Field], Mapping[str, PlayedNode]] | None = None
    # Returns the groups of the first stage, in formats that have groups.
    pools: Callable[[Field], Sequence[Pool]] | None = None
    decisive: Callable[[Table], bool] = lambda table: False
    bye: Score | None = None
    # The default points of a rest, in tournaments of the first edition.
    first_bye: Score = 1
    least: int = 2
    individual: Callable[[Options], bool] = lambda options: False
    many: Callable[[Options], bool] = lambda options: False
    # Returns the best pairs of a round if a given pair may not meet, in formats that match pairs
    # by cost.
    alternative: Callable[[Field, tuple[int, int]], list[tuple[int, int]]] | None = None
    # The format's name in a TRF16 file; empty if that file format has no name for it.
    trf: str = ""
    # Returns how many of a number of entrants rest in a round; 0 if rests are worth nothing in
    # this format.
    resting: Callable[[int, Options], int] = lambda count, options: 0
    # Returns the present schedule of all rounds, in formats whose schedule is known from the
    # start.
    calendar: Callable[[Field], list[list[PresentTable]]] | None = None
    # Returns the number of rounds that the option `rounds` sets, if it sets only those of a
    # first stage; None once it can't change any more. Without this function the option sets all
    # rounds, or is not used.
    chosen: Callable[[Field], int | None] | None = None
    # Whether tables are challenges declared by the entrants, so that nothing is drawn.
    declared: bool = False
    # Whether the draw depends neither on lots nor on results, as in a bracket or a fixed
    # schedule.
    fixed: bool = False
    # Whether no result changes the draw. Then a correction never makes it necessary to draw
    # later rounds again.
    blind: Callable[[Options], bool] = lambda options: False
    # How a table counts in the standings: by its result, by scores with a bonus, or by scores
    # alone.
    counting: Counting = "result"
    # Whether everybody meets everybody, in the tournament or in the groups. Then the option
    # `leaver` says what becomes of the games of an entrant who leaves.
    meets_all: bool = False
    # The default criteria of the format's standings; None for the usual criteria.
    tie_breaks: tuple[str, ...] | None = None


def odd_rests(count: int, options: Options) -> int:
    """Return how many entrants rest if tables have two sides: one if their number is odd."""
    return count % 2


def always(options: Options) -> bool:
    """Return True for any options."""
    return True
