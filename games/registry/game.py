"""All that the site needs to know of a game, as its app declares it."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from django.utils.functional import Promise, lazy

from core.text.typography import whole_name
from games.registry.chances import ChancesOf
from games.registry.demonstration import Demonstration
from games.registry.duplicate import Duplicate
from games.registry.engines import Engine
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
    """A ruleset with a name. `values` holds every rule that differs from the model's default.

    `usual` is for games whose pad has keys that add up. It lists the values of keys that are
    usually a complete line. If the phone records at the last tap, a tap on such a key records the
    line.
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
    # Words for codes that fill sentences, such as the game's own names of places and figures.
    terms: Mapping[str, Text] = field(default_factory=dict)
    # The title of each fact's record (« Match le plus court »), which the fact's sentence does not
    # repeat.
    titles: Mapping[str, Text] = field(default_factory=dict)
    # Headings of lists that show every fact of a kind, because facts of that kind cannot be
    # compared.
    histories: Mapping[str, Text] = field(default_factory=dict)
    # `lines`: the number of lines in words (« %(count)s brasses »). `best`: the sentence about the
    # best line, with `number`, `side` and `points`.
    lines: Text = ""
    best: Text = ""
    # The codes of facts that are left out, because the sentence about the end already mentions
    # them.
    said_by_the_end: Collection[str] = ()
    # The code of the fact « a side won after being behind »; empty if the game has no such fact.
    comeback: str = ""
    # The questions and answers of the riddles that the game makes of recorded hands, by code.
    riddles: Mapping[str, Text] = field(default_factory=dict)
    # The sentences of costly decisions, by code (`Judge`). `seat` is the seat that decided.
    decisions: Mapping[str, Text] = field(default_factory=dict)
    # The French words that the game keeps in other languages, each with its meaning. Pages in
    # another language explain them once.
    notions: Mapping[str, Text] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Game:
    """All that the site needs to know of a game. `folder` is the path of the game's folder.

    The parts from `brief` on are optional.
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
    # Makes a new fold. It takes the rules and the number of seats.
    fold: Callable[[Any, int], Fold]
    facts: Callable[[Any, Sequence[Any], Scoresheet], list[Fact]]
    words: Words
    pad: Pad
    demonstration: Demonstration
    # How many minutes a match usually takes, for clubs that have too few matches to tell.
    minutes: int = 30
    # The game's name in the middle of a sentence, « trois rondes de jeu du 10 ». If it is empty,
    # `name` is used.
    in_prose: Text = ""
    rating: RatingConstants = field(default_factory=RatingConstants)
    phone: Phone = field(default_factory=Phone)
    # Returns a recorded line in a few words, with the names at the table: « Anne 70 ». If it is
    # None, the sentences of the line are used.
    brief: "Callable[[Any, Sequence[str]], str] | None" = None
    # What a phone shows for its seat. If it is None, the phone only shows whose seat it is.
    place: PlaceOf | None = None
    # The lab's questions about the game.
    lab: Sequence[Question] = ()
    # What the engines behind those questions are, for the lab's page about them.
    engines: Sequence[Engine] = ()
    chances: ChancesOf | None = None
    judge: Judge | None = None
    # How the same deals can be played at several tables, if the game can.
    duplicate: Duplicate | None = None
    # Takes the ids of matches and returns the best riddle from their hands, or None if no hand was
    # recorded by its cards.
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
        """The number of sides, or None if each player plays alone. Phones store it with their
        matches.
        """
        return self.seats.sides

    def side_count(self, seats: int) -> int:
        """Return the number of sides at a table of `seats` players."""
        return self.seats.sides or seats

    @property
    def rules_accessor(self) -> str:
        """The name of the attribute of a match that holds its rules of this game."""
        return self.rules.model._meta.model_name or ""
