"""The games that are installed, as each one's app declares it."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from django.apps import apps
from django.utils.functional import Promise

from games.lab import Question
from games.rating_constants import RatingConstants
from games.sheet import Fact, Fold, RuleError, Scoresheet, folded

if TYPE_CHECKING:
    from pathlib import Path
    from random import Random

    from rest_framework import serializers

    from games.forms import PadForm
    from games.models import EntryBase, RulesBase
    from games.rules_form import RulesForm

Text = str | Promise


@dataclass(frozen=True, slots=True)
class Preset:
    """A ruleset by name. `values` holds every rule that differs from the model's default."""

    slug: str
    name: Text
    summary: Text
    values: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Words:
    """A game's sentences by code, in French, with `%(name)s` places (see `games.wording`)."""

    notes: Mapping[str, Text]
    errors: Mapping[str, Text]
    facts: Mapping[str, Text]
    ended_by: Mapping[str, Text] = field(default_factory=dict)
    # Words for the codes that sentences hold as parameters: the game's own places and figures.
    terms: Mapping[str, Text] = field(default_factory=dict)
    # What each fact is the record of (« Match le plus court »), as its sentence does not say.
    titles: Mapping[str, Text] = field(default_factory=dict)
    # Facts that are events, none of which beats another, by the heading that all are listed under.
    histories: Mapping[str, Text] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Game:
    """All that the site needs to know of a game, whose folder `folder` is."""

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
    # Begins a fold, by the rules and the number of seats.
    fold: Callable[[Any, int], Fold]
    facts: Callable[[Any, Sequence[Any], Scoresheet], list[Fact]]
    words: Words
    folder: "Path"
    # A plausible next entry, for demonstrations, benchmarks and tests of every game alike.
    sample: Callable[[Any, Scoresheet, "Random"], dict[str, Any]]
    # Fills in what the server leaves to chance in an entry about to be recorded (not previewed):
    # by the rules, a fold of the match so far if it is wanted, and the entry as it was sent.
    # What it returns is stored and folded, so that replaying stays pure.
    chance: (
        Callable[[Any, Callable[[], Scoresheet], Mapping[str, Any]], Mapping[str, Any]] | None
    ) = None
    side_of_seat: Callable[[int], int] = lambda seat: seat
    side_names: Sequence[Text] = ()
    # Rules that are chosen with the seats at the start and are no part of a preset, each with the
    # part of the state that gives it for a rematch (whose turn it would be).
    start_options: Mapping[str, str] = field(default_factory=dict)
    # What the key beside each seat says for such an option.
    start_labels: Mapping[str, Text] = field(default_factory=dict)
    # Where the rules have a die thrown for who begins: which of the dice does, `min` or `max`.
    first_die: Callable[[Iterable[int]], int] | None = None
    # The score that a side's progress bar and its curve run to, by the rules; None: no bar.
    target: Callable[[Any], int | None] = lambda rules: None
    # What a difference of scores is measured by, in points: the ruleset's usual spread.
    spread: Callable[[Any], float] = lambda rules: 1.0
    # The rules that it depends on: it is asked once for all rulesets that are alike in these.
    spread_rules: Sequence[str] = ()
    # What the rating works with.
    rating: RatingConstants = field(default_factory=RatingConstants)
    # Ends (`Result.ended_by`) after which the ranking counts and not the scores.
    ends_by_rank: Collection[str] = ()
    # Rules over the first preset under which a match hardly ends, to measure long ones.
    endless: Mapping[str, Any] = field(default_factory=dict)
    # Columns of an entry that hold a seat: the history names who sits there.
    seat_fields: Sequence[str] = ()
    # Style sheets of the game's own sheet and pad, by static path.
    styles: Sequence[str] = ()
    # Scripts of the game's own pad, by static path, after those of every match page.
    scripts: Sequence[str] = ()
    # Named route of a page where an entry is made card by card, if the game has one.
    cards_route: str | None = None
    # How many lines a page of a match draws at most; earlier ones are a page of their own. No
    # ordinary match is longer: the bound keeps the page of a monstrous one cheap.
    lines_shown: int = 150
    # Who is told to have brought the game here, for demonstrations: name, how they came to it (a
    # word that is opaque here), and a note.
    origins: Sequence[tuple[str, str, Text]] = ()
    # What the lab computes about the game.
    lab: Sequence[Question] = ()
    # Other pages of a match that its menu leads to: named route and words.
    menu_routes: Sequence[tuple[str, Text]] = ()

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
    def rules_accessor(self) -> str:
        """The attribute of a match that holds its rules of this game."""
        return self.rules_model._meta.model_name or ""


def games() -> list[Game]:
    """Every installed game, in the order of the settings."""
    declared = (getattr(config, "game", None) for config in apps.get_app_configs())
    return [game for game in declared if isinstance(game, Game)]


def game(slug: str) -> Game | None:
    """Return the game of that slug, or None."""
    return next((game for game in games() if game.slug == slug), None)


def game_of(slug: str) -> Game:
    """Return the game of a stored match; a missing one is a bug of the installation."""
    found = game(slug)
    if found is None:
        raise LookupError(f"A match is of the game {slug!r}, which is not installed.")
    return found


def rules_accessors() -> list[str]:
    """The names by which a match reaches its rules, for `select_related`."""
    return [game.rules_accessor for game in games()]
