"""All that the site needs to know of a game, as its app declares it."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from django.utils.functional import Promise, lazy

from core.text.typography import whole_name
from games.registry.chances import ChancesOf
from games.registry.demonstration import Demonstration
from games.registry.duplicate import Duplicate
from games.registry.entry import EntryOf
from games.registry.judge import Judge
from games.registry.lab import Question
from games.registry.pad import Pad
from games.registry.phone import Phone
from games.registry.place import PlaceOf
from games.registry.rating import RatingConstants
from games.registry.riddles import Riddle
from games.registry.rules import RulesOf
from games.registry.seats import SeatsOf
from games.sheet import Fact, Fold, Scoresheet, folded

if TYPE_CHECKING:
    from pathlib import Path


Text = str | Promise

_whole = lazy(lambda name: whole_name(str(name)), str)


@dataclass(frozen=True, slots=True)
class Preset:
    """A ruleset by name. `values` holds every rule that differs from the model's default.

    `usual` holds the usual lines as the pad's keys write them, where a game's keys can be added up:
    a phone that records at the last tap takes these for whole lines.
    """

    slug: str
    name: Text
    summary: Text
    values: Mapping[str, Any]
    usual: Sequence[int] = ()


@dataclass(frozen=True, slots=True)
class Words:
    """A game's sentences by code, in French, with `%(name)s` placeholders (see `wording`)."""

    notes: Mapping[str, Text]
    errors: Mapping[str, Text]
    facts: Mapping[str, Text]
    ended_by: Mapping[str, Text] = field(default_factory=dict)
    # Words for codes that are parameters of sentences: the game's own places and figures.
    terms: Mapping[str, Text] = field(default_factory=dict)
    # The title of each fact's record (« Match le plus court »); the sentence does not contain it.
    titles: Mapping[str, Text] = field(default_factory=dict)
    # « %(count)s brasses »; and the sentence about the best line (with `number`, `side`, `points`).
    histories: Mapping[str, Text] = field(default_factory=dict)
    # « %(count)s brasses », and the sentence of the best line (of `number`, `side`, `points`).
    lines: Text = ""
    best: Text = ""
    # The codes of facts that the sentence about the end states already.
    said_by_the_end: Collection[str] = ()
    # The code of the fact that a side won after being behind; empty if there is none.
    comeback: str = ""
    # Questions and answers of the riddles that the game makes of hands, by code.
    riddles: Mapping[str, Text] = field(default_factory=dict)
    # The sentences of costly decisions, by code (`Judge`). `seat` is the seat that decided.
    decisions: Mapping[str, Text] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Game:
    """All that the site needs to know of a game; `folder` is its folder.

    A game need not have the parts from `brief` on.
    """

    slug: str
    name: Text
    summary: Text
    line_name: Text
    folder: "Path"
    seats: SeatsOf
    presets: Sequence[Preset]
    rules: RulesOf
    entry: EntryOf
    # Starts a fold, from the rules and the number of seats.
    fold: Callable[[Any, int], Fold]
    facts: Callable[[Any, Sequence[Any], Scoresheet], list[Fact]]
    words: Words
    pad: Pad
    demonstration: Demonstration
    # How long a match usually takes, in minutes, for clubs that have no figures of their own.
    minutes: int = 30
    # The name in the middle of a sentence, « trois rondes de jeu du 10 »; empty if it is `name`.
    in_prose: Text = ""
    rating: RatingConstants = field(default_factory=RatingConstants)
    phone: Phone = field(default_factory=Phone)
    # Returns a recorded line in a few words, with the names at the table: « Anne 70 ». None: the
    # line's sentences are used.
    brief: "Callable[[Any, Sequence[str]], str] | None" = None
    # What a phone shows that looks from a seat; None: only whose seat it is.
    place: PlaceOf | None = None
    # The lab's questions about the game.
    lab: Sequence[Question] = ()
    chances: ChancesOf | None = None
    judge: Judge | None = None
    # How the same deals are played at several tables.
    duplicate: Duplicate | None = None
    # Returns the best riddle from hands of these matches; None if no hand was recorded by its
    # cards.
    riddles: "Callable[[Collection[str]], Riddle | None] | None" = None

    def __post_init__(self) -> None:
        """Put no-break spaces in the game's names, so that no line breaks within « Jeu du 10 »."""
        for field_name in ("name", "in_prose"):
            object.__setattr__(self, field_name, _whole(getattr(self, field_name)))

    def replay(self, rules: Any, seats: int, entries: Iterable[Any]) -> Scoresheet:
        """Fold all entries of a match. Raises `RuleError` if one breaks the rules."""
        return folded(self.fold(rules, seats), entries)

    def preset(self, slug: str) -> Preset | None:
        """Return the preset of that name, or None."""
        return next((preset for preset in self.presets if preset.slug == slug), None)

    @property
    def sides(self) -> int | None:
        """The number of sides (None: each plays alone). Phones store it with their matches."""
        return self.seats.sides

    def side_count(self, seats: int) -> int:
        """Return the number of sides at a table of `seats` players."""
        return self.seats.sides or seats

    @property
    def rules_accessor(self) -> str:
        """The attribute of a match that holds its rules of this game."""
        return self.rules.model._meta.model_name or ""
