"""Offering a match to a club: the table's page to propose it, the club's page to answer."""

from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from clubs.callers import Caller
from clubs.links.views import club_or_404
from clubs.permissions import club_rights
from clubs.queries import listed_clubs
from core import errors
from core.shapes import number_of
from games import services
from games.callers import page_caller
from games.errors import Denied
from games.match import permissions, proposals
from games.models import Proposal
from games.registry.installed import game_of
from games.views.common import match_context, table_or_404

MOST_CLUBS = 500


class ProposalForm(forms.Form):
    """The club to which a match is offered."""

    club = forms.ChoiceField(label=gettext_lazy("Club"))

    def __init__(self, caller: Caller, data: Any = None) -> None:
        super().__init__(data)
        clubs = listed_clubs(caller).order_by("name")[:MOST_CLUBS]
        self.fields["club"].choices = [(club.slug, club.name) for club in clubs]  # type: ignore[attr-defined]


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def propose_page(request: HttpRequest, match_id: str) -> HttpResponseBase:
    """Offer the match to a club, or withdraw the offer."""
    table, caller = table_or_404(request, match_id)
    if not permissions.can_share(table.match, caller):
        messages.error(request, Denied("edit_token_needed").sentence)
        return redirect("games:match", match_id)
    form = ProposalForm(caller, request.POST if "club" in request.POST else None)
    try:
        if "withdraw" in request.POST:
            services.withdraw(match_id=match_id, caller=caller)
            return redirect("games:propose", match_id)
        if form.is_valid():
            services.propose(match_id=match_id, club=form.cleaned_data["club"], caller=caller)
            return redirect("games:propose", match_id)
    except errors.NotFound:
        return redirect("games:propose", match_id)
    except errors.Refused as refusal:
        form.add_error(None, refusal.sentences)
    context = match_context(table, None) | {"form": form, "last": proposals.last_of(table.match)}
    return render(request, "games/propose.html", context, status=400 if form.errors else 200)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def club_proposals(request: HttpRequest, slug: str) -> HttpResponseBase:
    """List the club's offers; accept or refuse one."""
    caller = page_caller(request)
    club = club_or_404(slug, caller)
    try:
        services.check_may_decide(club, caller)
    except errors.Denied as denied:
        context = {"club": club, "sentence": denied.sentence}
        return render(request, "links/denied.html", context, status=403)
    if request.method == "POST":
        return _answer(request, club, caller)
    context = {
        "club": club,
        "proposals": [_line(proposal) for proposal in proposals.waiting_for(club)],
        "rights": club_rights(club, caller),
    }
    return render(request, "games/proposals.html", context)


def _answer(request: HttpRequest, club: Any, caller: Caller) -> HttpResponseBase:
    verdict = "accept" if "accept" in request.POST else "refuse"
    number = number_of(request.POST.get(verdict, ""))
    try:
        decide = services.accept if verdict == "accept" else services.refuse
        proposal = decide(club=club, proposal_id=number or 0, caller=caller)
    except errors.NotFound:
        messages.error(request, _("Cette proposition n'est plus là."))
    except errors.Refused as refusal:
        messages.error(request, refusal.sentence)
    else:
        if verdict == "accept":
            messages.success(request, _("Le match est au club. Dire ici qui sont les personnes."))
            return redirect("games:settings", proposal.match_id)
    return redirect("games:club-proposals", club.slug)


def _line(proposal: Proposal) -> dict[str, Any]:
    match = proposal.match
    return {
        "id": proposal.pk,
        "made_at": proposal.made_at,
        "match": match,
        "game": game_of(match.game),
        "sides": match.sides.all(),
        "names": [seat.name for seat in match.seats.all()],
    }
