"""The model of hands by which chances are told: a club's own where it has enough."""

from functools import lru_cache
from types import SimpleNamespace
from typing import Any

from django.db.models import Count, QuerySet, Sum

from clubs.callers import Caller
from clubs.models import Club
from games.dix.analysis.equity.fitted_model import LEAST, FittedModel, hands_of_match
from games.dix.analysis.equity.hand_model import HandModel, solved_model
from games.dix.models import DixHand, DixRules
from games.models import RESULT_ONLY, Status

# Rules under which hands are bid alike.
FAMILY = ("deck", "card_values", "bid_format", "min_bid", "partie")
# The newest ones are enough.
MOST_MATCHES = 200
# So many clubs of one person are looked at.
MOST_CLUBS = 5
# Each model's chances take a second: new hands count by the hundred, and old matches go by tens.
HANDS_STEP, MATCHES_STEP = 100, 10
COLUMNS = ("bidder", "bid", "partie", "taken", "defenders_bid", "auction")


def model_for(rules: Any, club: int | None) -> HandModel:
    """Return the model fitted to the finished matches of a club, by its key; else of solved deals.

    Whoever is told must see that club. One query; two more when its matches have changed.
    """
    solved = solved_model(rules.deck)
    if club is None or rules.bid_format == DixRules.BidFormat.BUY_MONEY:
        return solved
    family = tuple(getattr(rules, name) for name in FAMILY)
    # Every write of a match raises its version.
    seen = _rules(club, family).aggregate(count=Count("pk"), versions=Sum("match__version"))
    return _fitted(club, family, seen["count"], seen["versions"]) or solved


def club_of(caller: Caller, rules: Any) -> Club | None:
    """Return the caller's club that has a model for these rules, that with most hands; or None."""
    if caller.account is None:
        return None
    clubs = Club.objects.filter(memberships__user=caller.account).order_by("pk")[:MOST_CLUBS]
    models = [(model_for(rules, club.pk), club) for club in clubs]
    fitted = [(model.hands, club) for model, club in models if model.name == FittedModel.name]
    return max(fitted, key=lambda pair: pair[0])[1] if fitted else None


def _rules(club: int, family: tuple[Any, ...]) -> QuerySet[DixRules]:
    """The rulesets of a club's finished matches of a family."""
    rulesets = DixRules.objects.filter(
        match__club=club, match__status=Status.FINISHED, **dict(zip(FAMILY, family, strict=True))
    )
    return rulesets.exclude(match__ended_by=RESULT_ONLY)


@lru_cache(maxsize=32)
def _fitted(
    club: int, family: tuple[Any, ...], count: int, versions: int | None
) -> FittedModel | None:
    """The model of so many matches of these versions; None if they have too few hands."""
    first = max(0, count - MOST_MATCHES) // MATCHES_STEP * MATCHES_STEP
    newest = _rules(club, family).order_by("match__finished_at", "match")[first:]
    rules = {ruleset.match_id: ruleset for ruleset in newest}
    lines: dict[str, list[Any]] = {match: [] for match in rules}
    entries = DixHand.objects.filter(match__in=list(rules)).order_by("match", "number")
    for match, *values in entries.values_list("match", *COLUMNS):
        given = dict(zip(COLUMNS, values, strict=True))
        lines[match].append(SimpleNamespace(**given, trump=None, tricks=None))
    hands = [hand for match in rules for hand in hands_of_match(rules[match], lines[match])]
    if len(hands) < LEAST:
        return None
    whole = len(hands) // HANDS_STEP * HANDS_STEP
    return FittedModel(hands[:whole], solved_model(rules[next(iter(rules))].deck))
