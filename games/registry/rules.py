"""The rules of a match of a game: how they are stored, read and refused."""

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
    """The rules' model, serializer and form. `faults` lists why a table can't play by them.

    It takes the rules and the number of players.
    """

    model: "type[RulesBase]"
    serializer: "type[serializers.Serializer[Any]]"
    form: "type[RulesForm]"
    faults: Callable[[Any, int], list[RuleError]]
    # The score at which a side's progress bar and its curve end, by the rules; None: no bar is
    # shown.
    target: Callable[[Any], int | None] = lambda rules: None
    # By the rules, the scores that a finished match can have. Others are questioned when typed.
    final_scores: Callable[[Any], FinalScores] = lambda rules: FinalScores()
    # The unit of score differences, in points, by the rules: their usual spread.
    unit: Callable[[Any], float] = lambda rules: 1.0
    # Ends (`Result.ended_by`) after which the ranking counts and not the scores.
    ends_by_rank: Collection[str] = ()
