"""The review of a hand over HTTP."""

from typing import Annotated, Any, TypedDict

from django.urls import reverse
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from clubs.api.exactly_once import exactly_once, key_of
from core.answers import OneOf
from games.callers import api_caller
from games.cards import SUITS
from games.dix.analysis.reviews import review_jobs, reviews
from games.dix.analysis.reviews.review_words import model_sentence
from games.dix.models import DixHand
from games.review.chances import ChancesModelAnswer
from jobs.api import SECRET, TOKEN, JobStarted, started, token_again
from jobs.job_owner import api_owner


class JudgedCardAnswer(TypedDict):
    """A card and a judge's judgement of it."""

    trick: Annotated[int, "From 1."]
    seat: int
    card: str
    best: Annotated[list[str], "Every card that was worth most."]
    points: Annotated[float, "Points of cards lost against the best."]
    points_error: Annotated[float, "The standard error of `points`."]
    cost: Annotated[float, "What that is worth, in `unit`."]
    error: Annotated[float, "The standard error of `cost`."]
    made: Annotated[
        list[float] | None,
        "How often the bid is made after the best card, and after this one; null if no "
        "other card could be played, or the trump was bought.",
    ]
    mistake: bool
    values: Annotated[
        dict[str, float], "The bidders' points at the end, by card that could be played."
    ]


class BidWorthAnswer(TypedDict):
    """What a bid is worth."""

    trump: Annotated[str, OneOf(DixHand.Trump.choices)]
    bid: Annotated[int | None, "Null: la partie."]
    points: Annotated[float, "The bidders' points by perfect play."]
    made: Annotated[float | None, "How often it is made; null where the trump is bought."]
    value: Annotated[
        float | None, "In `unit`; null where it does not compare, as a match with points."
    ]
    error: float


class PassedContractAnswer(TypedDict):
    """The contract in which the auction would have ended after a pass."""

    bidder: int
    bid: Annotated[int | None, "Null: la partie."]
    partie: bool
    trump: Annotated[str, OneOf(DixHand.Trump.choices)]
    taken: int


class PassingAnswer(TypedDict):
    """What passing would have brought, if then every seat had made its side's best call."""

    value: Annotated[float, "To the bidder's side, in `unit`."]
    error: float
    contract: Annotated[PassedContractAnswer | None, "Null for the second judge: deals differ."]


class JudgedBidAnswer(TypedDict):
    """A judge's judgement of the bid."""

    own: BidWorthAnswer
    others: Annotated[list[BidWorthAnswer], "Other bids in the same trump."]
    trumps: Annotated[list[BidWorthAnswer], "The same bid in every trump."]
    best: list[Annotated[str, OneOf(SUITS)]]
    cost: float
    error: float
    mistake: bool
    passing: Annotated[
        PassingAnswer | None, "If the bidder had passed; null where that could not be."
    ]


class JudgeAnswer(TypedDict):
    """A judge's judgement of a hand."""

    unit: Annotated[
        str,
        OneOf(("points", "chance")),
        "`points`: of the difference of both sides' scores. `chance`: of the match, 0 to 1.",
    ]
    model: Annotated[
        ChancesModelAnswer | None, "By which chances were told; null where points count."
    ]
    cards: list[JudgedCardAnswer]
    bid: JudgedBidAnswer


class ReviewAnswer(TypedDict):
    """The review of a hand that was recorded by its cards."""

    match: str
    number: int
    hands: Annotated[list[list[str]], "The four hands as they were dealt, by seat."]
    seen: Annotated[JudgeAnswer | None, "All cards seen. Null until a job has found it."]
    could_know: Annotated[
        JudgeAnswer | None, "What each seat could know. Null until a job has found it."
    ]


class ReviewStarted(JobStarted):
    """The job of a review, and where to read what it finds."""

    review: Annotated[str, "The address of the review, once the job is done."]


class ReviewAsked(serializers.Serializer[Any]):
    """What to start: `seen` for the first judge alone, `both` for the second one, too."""

    judge = serializers.ChoiceField(choices=("seen", "both"), default="both")


def _judge(judged: dict[str, Any] | None) -> JudgeAnswer | None:
    """Return a judgement with its model in words, or None without a judgement."""
    if judged is None:
        return None
    model = judged.get("model")
    bid: Any = {"passing": None, **judged["bid"]}
    return {
        "unit": judged["unit"],
        "model": {"code": model["name"], "text": model_sentence(judged)} if model else None,
        "cards": judged["cards"],
        "bid": bid,
    }


class EntryReview(APIView):
    """The review of one line of a match."""

    @extend_schema(operation_id="entries_review", responses=ReviewAnswer, tags=["entries"])
    def get(self, request: Request, match_id: str, number: int) -> Response:
        """Read the review of a hand recorded by its cards, once its match (and event) is over."""
        _table, recorded = reviews.find_hand_of(match_id, number, api_caller(request))
        return Response(
            ReviewAnswer(
                match=recorded.match.pk,
                number=number,
                hands=[[card.code for card in hand] for hand in recorded.play.dealt()],
                seen=_judge(reviews.seen_by_all(recorded)),
                could_know=_judge(reviews.kept_judgement(recorded)),
            )
        )

    @extend_schema(
        operation_id="entries_review_start",
        request=ReviewAsked,
        responses={202: ReviewStarted},
        parameters=[TOKEN],
        tags=["entries"],
    )
    @exactly_once(secret=SECRET, again=token_again)
    def post(self, request: Request, match_id: str, number: int) -> Response:
        """Start the judges as a job; then read the review at the address of the answer.

        The judge who sees all cards comes first. Its judgement can be read while the job goes on,
        and needs no second one: `{"judge": "seen"}` starts it alone.
        """
        asked_for = ReviewAsked(data=request.data)
        asked_for.is_valid(raise_exception=True)
        first_only = asked_for.validated_data["judge"] == "seen"
        _table, recorded = reviews.find_hand_of(match_id, number, api_caller(request))
        owner = api_owner(request, key_of(request))
        job = review_jobs.start(recorded=recorded, by=owner, prepare=first_only)
        answer = started(job, owner)
        answer.data["review"] = reverse("entry-review", args=[match_id, number])
        return answer
