"""All that the site needs to know of a game, as its app declares it."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from django.utils.functional import Promise, lazy

from core.progress import ProgressCallback
from core.typography import whole_name
from games.registry.chances import Chances
from games.registry.duplicate import Duplicate
from games.registry.final_scores import FinalScores
from games.registry.judge import Judge
from games.registry.lab import Question
from games.registry.rating import RatingConstants
from games.registry.riddles import Riddle
from games.sheet import Fact, Fold, RuleError, Scoresheet, folded

if TYPE_CHECKING:
    from pathlib import Path
    from random import Random

    from rest_framework import serializers

    from games.entry.forms import PadForm
    from games.entry.rules_form import RulesForm
    from games.models import EntryBase, RulesBase

Text = str | Promise

_whole = lazy(lambda name: whole_name(str(name)), str)


@dataclass(frozen=True, slots=True)
class Preset:
    """A ruleset by name. `values` holds every rule that differs from the model's default."""

    slug: str
    name: Text
    summary: Text
    values: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Words:
    """A game's sentences by code, in French, with `%(name)s` placeholders (see `wording`)."""

    notes: Mapping[str, Text]
    errors: Mapping[str, Text]
    facts: Mapping[str, Text]
    ended_by: Mapping[str, Text] = field(default_factory=dict)
    # Words for the codes that sentences have as parameters: the game's own places and figures.
    terms: Mapping[str, Text] = field(default_factory=dict)
    # The title of each fact's record (« Match le plus court »); the sentence does not contain it.
    titles: Mapping[str, Text] = field(default_factory=dict)
    # Facts that can't be compared, by the heading under which all are listed.
    histories: Mapping[str, Text] = field(default_factory=dict)
    # « %(count)s brasses », and the sentence of the best line (of `number`, `side`, `points`).
    lines: Text = ""
    best: Text = ""
    # Facts that the sentence of the end says already.
    said_by_the_end: Collection[str] = ()
    # The fact that somebody who was behind won, if the game finds one.
    comeback: str = ""
    # Questions and answers of the riddles that the game makes of its hands, by code.
    riddles: Mapping[str, Text] = field(default_factory=dict)
    # The sentences of decisions that cost something, by code (`Judge`); `seat` is who decided.
    decisions: Mapping[str, Text] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Game:
    """All that the site needs to know of a game; `folder` is its folder."""

    slug: str
    name: Text
    summary: Text
    line_name: Text
    min_players: int
    max_players: int | None
    sides: int | None
    presets: Sequence[Preset]
    rules_model: "type[RulesBase]"
    entry_model: "type[EntryBase]"
    rules_serializer: "type[serializers.Serializer[Any]]"
    entry_serializer: "type[serializers.Serializer[Any]]"
    rules_form: "type[RulesForm]"
    pad_form: "type[PadForm]"
    rule_faults: Callable[[Any, int], list[RuleError]]
    # Starts a fold, from the rules and the number of seats.
    fold: Callable[[Any, int], Fold]
    facts: Callable[[Any, Sequence[Any], Scoresheet], list[Fact]]
    words: Words
    folder: "Path"
    # A plausible next entry, for demonstrations, benchmarks and tests of all games.
    sample: Callable[[Any, Scoresheet, "Random"], dict[str, Any]]
    # Makes an entry of the pad's inputs, pure as the rules are: by the rules, the match before that
    # line, the inputs by name, and whether it replaces a line (`correcting`). The pad's form uses
    # it, and phones do.
    entry_of_taps: Callable[..., dict[str, Any]]
    # From the same: whether enough was tapped to be worth a preview.
    taps_complete: Callable[..., bool]
    # Fills in the random part of an entry that is about to be recorded (not of a preview). It gets
    # the rules, a fold of the match so far if it wants it, and the entry as sent. The result is
    # stored and folded, so that a replay stays pure.
    chance: (
        Callable[[Any, Callable[[], Scoresheet], Mapping[str, Any]], Mapping[str, Any]] | None
    ) = None
    # What the keys of a pad depend on, by the same: forms read it, and phones do, for one template.
    # None: nothing.
    pad_state: Callable[..., dict[str, Any]] | None = None
    side_of_seat: Callable[[int], int] = lambda seat: seat
    side_names: Sequence[Text] = ()
    # Rules that are chosen with the seats at the start and are no part of a preset. Each comes with
    # the part of the state that gives it for a rematch (whose turn it would be).
    start_options: Mapping[str, str] = field(default_factory=dict)
    # The text on the key next to each seat for such an option.
    start_labels: Mapping[str, Text] = field(default_factory=dict)
    # If the rules have a die thrown for who begins: which die wins, `min` or `max`.
    first_die: Callable[[Iterable[int]], int] | None = None
    # The score at which a side's progress bar and its curve end, by the rules; None: no bar.
    target: Callable[[Any], int | None] = lambda rules: None
    # What the scores of a finished match can be, by the rules: others are questioned when typed.
    final_scores: Callable[[Any], FinalScores] = lambda rules: FinalScores()
    # How long a match usually takes, in minutes, where a club has no figures of its own.
    minutes: int = 30
    # The unit of score differences, in points: the ruleset's usual spread.
    spread: Callable[[Any], float] = lambda rules: 1.0
    # The constants of the rating.
    rating: RatingConstants = field(default_factory=RatingConstants)
    # Ends (`Result.ended_by`) after which the ranking counts and not the scores.
    ends_by_rank: Collection[str] = ()
    # Changes to the first preset that make a match hardly end, to measure long ones.
    endless: Mapping[str, Any] = field(default_factory=dict)
    # Columns of an entry that hold a seat: the history shows the name of the player there.
    seat_fields: Sequence[str] = ()
    # Style sheets of the game's own sheet and pad, by static path.
    styles: Sequence[str] = ()
    # Scripts of the game's own pad, by static path, after those of every match page.
    scripts: Sequence[str] = ()
    # Scripts by which a phone draws the game without network, loaded when the page is idle.
    phone_scripts: Sequence[str] = ()
    # Named route of a page where an entry is made card by card, if the game has one.
    cards_route: str | None = None
    # How many lines a page of a match draws at most; earlier ones have a page of their own. No
    # ordinary match is longer; the limit keeps a huge match's page cheap.
    lines_shown: int = 150
    # The people who brought the game here, for demonstrations: name, how they learnt it (a word
    # that is opaque here), and a note.
    origins: Sequence[tuple[str, str, Text]] = ()
    # The lab's questions about the game.
    lab: Sequence[Question] = ()
    # The name in the middle of a sentence, « trois rondes de jeu du 10 »; empty: the name.
    in_prose: Text = ""
    # A first entry as `sample` makes it, recorded by its cards, where the game takes such.
    sample_by_card: "Callable[[Any, Random], dict[str, Any]] | None" = None
    # The best riddle that hands of these matches make, if any was recorded by its cards.
    riddle: "Callable[[Collection[str]], Riddle | None]" = lambda matches: None
    # A recorded line in a few words, with the names at the table: « Anne 70 ». None: its sentences.
    brief: "Callable[[Any, Sequence[str]], str] | None" = None
    # The chances of a whole match, if the game can tell them: by its rules, its entries, and the
    # key of the club whose matches may be counted for it (None: of no club). It may raise
    # `ChancesNotReady`: then a job calls `work_out_chances`, with what is told of its progress.
    chances: "Callable[[Any, Sequence[Any], int | None], Chances | None]" = (
        lambda rules, entries, club: None
    )
    work_out_chances: "Callable[[Any, Sequence[Any], int | None, ProgressCallback], object]" = (
        lambda rules, entries, club, report: None
    )
    # What the decisions of a finished match cost, if the game can tell.
    judge: Judge | None = None
    # How the same deals are played at several tables, if the game can be.
    duplicate: Duplicate | None = None
    # Other pages in a match's menu: named route and words.
    menu_routes: Sequence[tuple[str, Text]] = ()

    def __post_init__(self) -> None:
        """Hold the game's names together, wherever they are shown."""
        for field_name in ("name", "in_prose"):
            object.__setattr__(self, field_name, _whole(getattr(self, field_name)))

    def replay(self, rules: Any, seats: int, entries: Iterable[Any]) -> Scoresheet:
        """Fold all the entries of a match. Raises `RuleError` when one breaks the rules."""
        return folded(self.fold(rules, seats), entries)

    def preset(self, slug: str) -> Preset | None:
        """Return the preset of that name, or None."""
        return next((preset for preset in self.presets if preset.slug == slug), None)

    def side_count(self, seats: int) -> int:
        """Return how many sides `seats` players make."""
        return self.sides or seats

    @property
    def constant_key(self) -> str:
        """What a game is known by: nothing of it changes while the site serves."""
        return self.slug

    @property
    def rules_accessor(self) -> str:
        """The attribute of a match that holds its rules of this game."""
        return self.rules_model._meta.model_name or ""
