"""The part of a game's declaration about its rules: how they are stored, read and refused."""

from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from games.registry.final_scores import FinalScores
from games.sheet import RuleError

if TYPE_CHECKING:
    from rest_framework import serializers

    from games.entry.rules_form import RulesForm
    from games.models import RulesBase


@dataclass(frozen=True, slots=True)
class RulesOf:
    """The rules' model, serializer and form.

    `faults` takes the rules and the number of players, and returns the reasons why a table can't
    play by these rules.
    """

    model: "type[RulesBase]"
    serializer: "type[serializers.Serializer[Any]]"
    form: "type[RulesForm]"
    faults: Callable[[Any, int], list[RuleError]]
    # Returns the score at which the rules end a side's progress bar and its curve. None: there is
    # no bar.
    target: Callable[[Any], int | None] = lambda rules: None
    # Returns the scores that a finished match can have under the rules. Other scores are questioned
    # when they are typed.
    final_scores: Callable[[Any], FinalScores] = lambda rules: FinalScores()
    # Returns the usual spread of score differences under the rules, in points. It is the unit in
    # which they are measured.
    unit: Callable[[Any], float] = lambda rules: 1.0
    # The ways in which a match can end (`Result.ended_by`) after which the ranking counts instead
    # of the scores.
    ends_by_rank: Collection[str] = ()
