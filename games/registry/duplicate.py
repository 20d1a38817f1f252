"""The parts of a game's declaration that let several tables play the same deals (duplicate).

Each table plays a deal once and by itself. The outcome is an entry in the game's own shape. It
gives the first side a number of points, and the second side the opposite number.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from django.utils.functional import Promise

if TYPE_CHECKING:
    from django import forms
    from rest_framework import serializers

Text = str | Promise
Entry = Mapping[str, Any]
# The cards of each seat, as lists of codes.
Hands = Sequence[Sequence[str]]


@dataclass(frozen=True, slots=True)
class SolvedTable:
    """The outcome of perfect play of a deal in words: a table of figures, and par in a sentence."""

    heads: Sequence[str]
    rows: Sequence[tuple[str, Sequence[str]]]
    note: str = ""
    par: str = ""


@dataclass(frozen=True, slots=True)
class TypedColumn:
    """A part of an entry as it is typed by keyboard, in the desk's grid of a round.

    `name` is a field of the entry's form. `letters` are the letters typed for the form's values;
    any other value is typed as it is. Without `digits` every value is one letter.
    """

    name: str
    letters: Mapping[str, Text] = field(default_factory=dict)
    digits: bool = False


@dataclass(frozen=True, slots=True)
class Duplicate:
    """How a game is played duplicate. Every function takes the ruleset first.

    `pack` returns the codes of the cards, each suit from its strongest card down. `dealer` returns
    who deals a board. `read` completes an entry and returns it with the first side's points, or
    raises a `RuleError`. `form(rules, data, initial)` is a page's form of an entry, and `entry_of`
    returns the entry from its data; `serializer` is the API's. `describe` returns an entry in a few
    words, with the names of the seats. `solve` returns the outcome of perfect play of the hands, as
    JSON with `par` (None if the rules have none). It may take a second, or several the first time.
    `solved` returns that outcome in words.
    """

    pack: Callable[[Any], Sequence[str]]
    dealer: Callable[[int], int]
    read: Callable[[Any, int, Entry], tuple[dict[str, Any], int]]
    form: "Callable[..., forms.Form]"
    entry_of: Callable[[Mapping[str, Any]], dict[str, Any]]
    serializer: "type[serializers.Serializer[Any]]"
    describe: Callable[[Entry, Sequence[str]], str]
    solve: Callable[[Any, int, Hands], dict[str, Any]]
    solved: Callable[[Mapping[str, Any], Sequence[str]], SolvedTable]
    # Returns the address of a page that studies one hand, or an empty string if there is none.
    study: Callable[[Any, Sequence[str]], str] = lambda rules, hand: ""
    # Returns the address of a page that studies a board with its hands, or an empty string.
    study_deal: Callable[[Any, int, Hands], str] = lambda rules, board, hands: ""
    # Returns whether par can be computed under these rules.
    has_par: Callable[[Any], bool] = lambda rules: True
    # Whether `solve` needs the compiler, which is an extra of the wheel (`jobs.extras`).
    compiled: bool = False
    # The minutes that a table needs for one deal, with passing it on.
    minutes: int = 6
    # The template of the form's fields. If it is empty, the form draws them itself.
    template: str = ""
    # The parts of an entry in the order in which they are typed.
    columns: Sequence[TypedColumn] = field(default=())
    # The names of the seats, and their letters.
    seats: Sequence[Text] = field(default=())
    letters: Sequence[Text] = field(default=())
