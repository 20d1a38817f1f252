"""The page of a hand's review, and the picture of the review."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from core.addresses import shareable
from core.errors import NotFound, Refused
from core.names import isolated
from core.sharing.picture import PictureRow, SharedPicture
from games.dix.analysis.deal import deal_lab
from games.dix.analysis.reviews import review_jobs, reviews
from games.dix.analysis.reviews.review_words import sentence_of, viewed
from games.dix.analysis.reviews.reviews import RecordedHand
from games.dix.views import call_label
from games.kept_pictures import picture_response
from games.presentation.ending import by_name
from games.presentation.table import Table
from games.presentation.wording import SUIT_NAMES, figure, signed
from games.views.common import HtmxRequest, table_or_404
from jobs.extras import missing_for
from jobs.job_owner import keep, page_owner

# The highest number of sentences that fit on a picture.
MOST_TOLD = 3


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def review_page(request: HtmxRequest, match_id: str, number: int) -> HttpResponseBase:
    """Show a hand with its judgements. A POST starts the job that runs both judges.

    The script of the page starts the job of the first judge, and shows the job's progress.
    """
    table, recorded = _hand_or_404(request, match_id, number)
    if request.method == "POST":
        return _launch(request, table, recorded)
    seen, known = reviews.seen_by_all(recorded), reviews.kept_judgement(recorded)
    here = reverse("dix:review", args=[match_id, number])
    club = table.match.club
    context: dict[str, Any] = {
        "table": table,
        "game": table.game,
        "line": table.lines[number - 1],
        "hand": recorded.hand,
        "bid_label": call_label("partie" if recorded.hand.partie else recorded.hand.bid or 0),
        "review": viewed(table, recorded, seen, known),
        # If the club is not public, only its members can open the page. Then there is no address
        # to share.
        "open_url": shareable(request, here) if club is None or club.public else "",
        "picture_url": reverse("dix:review-picture", args=[match_id, number]),
        "study_url": _study(recorded),
        "asks": review_jobs.PARAMETER not in request.GET,
        "missing": missing_for(compiled=True),
    }
    return render(request, "dix/review.html", context)


def _study(recorded: RecordedHand) -> str:
    """Return the address of the hand's deal in the lab."""
    hands = [[card.code for card in hand] for hand in recorded.play.dealt()]
    position = {"trump": recorded.entry.trump, "leader": recorded.hand.bidder}
    return deal_lab.address(recorded.rules, hands, recorded.position.dealer, **position)


@require_safe
@never_cache
def review_picture(request: HtmxRequest, match_id: str, number: int) -> HttpResponse:
    """Return a picture of a reviewed hand: the bid, the figures, and the costliest cards."""
    return picture_response(request, lambda: _picture(request, match_id, number))


def _picture(request: HtmxRequest, match_id: str, number: int) -> SharedPicture:
    table, recorded = _hand_or_404(request, match_id, number)
    seen, known = reviews.seen_by_all(recorded), reviews.kept_judgement(recorded)
    review = viewed(table, recorded, seen, known)
    line = table.lines[number - 1]
    costly = sorted(review.notes, key=lambda note: note.mark != "mistake")
    title = _("%(name)s mise %(bid)s à %(suit)s : %(taken)s points ramassés.") % {
        "name": isolated(table.seats[recorded.hand.bidder].name),
        "bid": call_label("partie" if recorded.hand.partie else recorded.hand.bid or 0),
        "suit": SUIT_NAMES[recorded.entry.trump],
        "taken": figure(recorded.hand.taken),
    }
    return SharedPicture(
        heading=f"{table.game.name}, {table.game.line_name} {figure(number)}",
        title=title,
        rows=tuple(
            PictureRow(
                by_name(side),
                signed(line.deltas[side.number]),
                side.number == recorded.hand.bidders,
            )
            for side in table.sides
        ),
        sentences=(
            *filter(None, (review.summary,)),
            *(sentence_of(note) for note in costly[:MOST_TOLD]),
            *review.models,
        ),
    )


def _hand_or_404(request: HtmxRequest, match_id: str, number: int) -> tuple[Table, RecordedHand]:
    table, _caller = table_or_404(request, match_id)
    try:
        return table, reviews.find_hand(table, number)
    except NotFound:
        raise Http404 from None


def _launch(request: HtmxRequest, table: Table, recorded: RecordedHand) -> HttpResponseBase:
    here = redirect("dix:review", recorded.match.pk, recorded.entry.number)
    prepare = "prepare" in request.POST
    if not prepare and reviews.kept_judgement(recorded) is not None:
        return here
    owner = page_owner(request)
    context: dict[str, Any] = {"table": table, "line": recorded.entry}
    try:
        job = review_jobs.start(recorded=recorded, by=owner, prepare=prepare)
    except Refused as refusal:
        if request.htmx:
            context["sentence"] = refusal.sentence
            return render(request, "dix/_review_pending.html", context)
        messages.error(request, refusal.sentence)
        return here
    response: HttpResponseBase
    if request.htmx:
        context |= {"job": job, "may_stop": owner.may_stop(job)}
        response = render(request, "dix/_review_pending.html", context)
    else:
        response = redirect("jobs:job", job.pk)
    keep(response, owner)
    return response
