"""Chooses the model of hands for chances: a club's own hands if there are enough of them."""

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

# The rules that decide how hands are bid. Rulesets with the same values are a family.
FAMILY = ("deck", "card_values", "bid_format", "min_bid", "partie")
# The most matches of a club that are used. They are the newest ones.
MOST_MATCHES = 200
# How many of a person's clubs are considered at most.
MOST_CLUBS = 5
# Solving for a new model takes a second, so the model must not change with every hand. New hands
# count once there are a hundred of them, and old matches are left out ten at a time.
HANDS_STEP, MATCHES_STEP = 100, 10
COLUMNS = ("bidder", "bid", "partie", "taken", "defenders_bid", "auction")


def model_for(rules: Any, club: int | None) -> HandModel:
    """Return the model of a club's finished matches, or the model of the solved deals.

    `club` is the club's key. The caller must check that the reader may see that club. Makes one
    query, and two more if the club's matches have changed.
    """
    solved = solved_model(rules.deck)
    if club is None or rules.bid_format == DixRules.BidFormat.BUY_MONEY:
        return solved
    family = tuple(getattr(rules, name) for name in FAMILY)
    # Every write on a match raises its version, so this sum changes with every write.
    seen = _rules(club, family).aggregate(count=Count("pk"), versions=Sum("match__version"))
    return _fitted(club, family, seen["count"], seen["versions"]) or solved


def club_of(caller: Caller, rules: Any) -> Club | None:
    """Return the caller's club whose model for these rules has the most hands, or None."""
    if caller.account is None:
        return None
    clubs = Club.objects.filter(memberships__user=caller.account).order_by("pk")[:MOST_CLUBS]
    models = [(model_for(rules, club.pk), club) for club in clubs]
    fitted = [(model.hands, club) for model, club in models if model.name == FittedModel.name]
    return max(fitted, key=lambda pair: pair[0])[1] if fitted else None


def _rules(club: int, family: tuple[Any, ...]) -> QuerySet[DixRules]:
    """Return the rulesets of a club's finished matches whose rules are of a family."""
    rulesets = DixRules.objects.filter(
        match__club=club, match__status=Status.FINISHED, **dict(zip(FAMILY, family, strict=True))
    )
    return rulesets.exclude(match__ended_by=RESULT_ONLY)


@lru_cache(maxsize=32)
def _fitted(
    club: int, family: tuple[Any, ...], count: int, versions: int | None
) -> FittedModel | None:
    """Return the model of a club's matches, or None if they have too few hands.

    There are `count` matches. `versions` is the sum of their versions, and only a part of the
    cache's key.
    """
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
