"""The review of a hand over HTTP."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from clubs.api.exactly_once import exactly_once, key_of
from games.api.serializers import ChancesModelAnswer
from games.callers import api_caller
from games.cards import SUITS
from games.dix.analysis.reviews import review_jobs, reviews
from games.dix.analysis.reviews.review_words import model_sentence
from games.dix.models import DixHand
from jobs.api import SECRET, TOKEN, JobStarted, started, token_again
from jobs.job_owner import api_owner


class JudgedCardAnswer(serializers.Serializer[Any]):
    """A card and a judge's word on it."""

    trick = serializers.IntegerField(help_text="From 1.")
    seat = serializers.IntegerField()
    card = serializers.CharField()
    best = serializers.ListField(
        child=serializers.CharField(), help_text="Every card that was worth most."
    )
    points = serializers.FloatField(help_text="Points of cards lost against the best.")
    points_error = serializers.FloatField(help_text="The standard error of `points`.")
    cost = serializers.FloatField(help_text="What that is worth, in `unit`.")
    error = serializers.FloatField(help_text="The standard error of `cost`.")
    made = serializers.ListField(
        child=serializers.FloatField(),
        allow_null=True,
        help_text="How often the bid is made after the best card, and after this one; null if no "
        "other card could be played, or the trump was bought.",
    )
    mistake = serializers.BooleanField()
    values = serializers.DictField(
        child=serializers.FloatField(),
        help_text="The bidders' points at the end, by card that could be played.",
    )


class BidWorthAnswer(serializers.Serializer[Any]):
    """What a bid is worth."""

    trump = serializers.ChoiceField(choices=DixHand.Trump.choices)
    bid = serializers.IntegerField(allow_null=True, help_text="Null: la partie.")
    points = serializers.FloatField(help_text="The bidders' points by perfect play.")
    made = serializers.FloatField(
        allow_null=True, help_text="How often it is made; null where the trump is bought."
    )
    value = serializers.FloatField(
        allow_null=True,
        help_text="In `unit`; null where it does not compare, as a match with points.",
    )
    error = serializers.FloatField()


class JudgedBidAnswer(serializers.Serializer[Any]):
    """A judge's word on the bid."""

    own = BidWorthAnswer()
    others = BidWorthAnswer(many=True, help_text="Other bids in the same trump.")
    trumps = BidWorthAnswer(many=True, help_text="The same bid in every trump.")
    best = serializers.ListField(child=serializers.ChoiceField(choices=SUITS))
    cost = serializers.FloatField()
    error = serializers.FloatField()
    mistake = serializers.BooleanField()


class JudgeAnswer(serializers.Serializer[Any]):
    """A judge's word on a hand."""

    unit = serializers.ChoiceField(
        choices=("points", "chance"),
        help_text="`points`: of the difference of both sides' scores. `chance`: of the match, "
        "0 to 1.",
    )
    model = ChancesModelAnswer(
        allow_null=True, help_text="By which chances were told; null where points count."
    )
    cards = JudgedCardAnswer(many=True)
    bid = JudgedBidAnswer()


class ReviewAnswer(serializers.Serializer[Any]):
    """The review of a hand recorded by its cards."""

    match = serializers.CharField()
    number = serializers.IntegerField()
    hands = serializers.ListField(
        child=serializers.ListField(child=serializers.CharField()),
        help_text="The four hands as they were dealt, by seat.",
    )
    seen = JudgeAnswer(
        allow_null=True,
        help_text="All cards seen. Null until a job has found it.",
    )
    could_know = JudgeAnswer(
        allow_null=True, help_text="What each seat could know. Null until a job has found it."
    )


def _judge(judged: dict[str, Any] | None) -> dict[str, Any] | None:
    """A judge's word with its model in words."""
    if judged is None:
        return None
    model = judged.get("model")
    named = {"code": model["name"], "text": model_sentence(judged)} if model else None
    return {**judged, "model": named}


class EntryReview(APIView):
    """The review of one line of a match."""

    @extend_schema(operation_id="entries_review", responses=ReviewAnswer, tags=["entries"])
    def get(self, request: Request, match_id: str, number: int) -> Response:
        """Read the review of a hand recorded by its cards, once its match (and event) is over."""
        _table, recorded = reviews.find_hand_of(match_id, number, api_caller(request))
        return Response(
            {
                "match": recorded.match.pk,
                "number": number,
                "hands": [[card.code for card in hand] for hand in recorded.play.dealt()],
                "seen": _judge(reviews.seen_by_all(recorded)),
                "could_know": _judge(reviews.kept_judgement(recorded)),
            }
        )

    @extend_schema(
        operation_id="entries_review_start",
        request=None,
        responses={202: JobStarted},
        parameters=[TOKEN],
        tags=["entries"],
    )
    @exactly_once(secret=SECRET, again=token_again)
    def post(self, request: Request, match_id: str, number: int) -> Response:
        """Start both judges, as a job; then read the review again.

        The judge who sees all cards comes first, and its word can be read while the job goes on.
        """
        _table, recorded = reviews.find_hand_of(match_id, number, api_caller(request))
        owner = api_owner(request, key_of(request))
        return started(review_jobs.start(recorded=recorded, by=owner), owner)
