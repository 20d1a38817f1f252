"""The pages on which a match is proposed to a club, and on which the club answers."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from clubs.callers import Caller
from clubs.links import request_links
from clubs.links.views import club_or_404
from clubs.lists.near import Directory
from clubs.models import Club
from clubs.permissions import club_rights
from clubs.queries import directory_of, listed_clubs
from core import errors
from core.shapes import number_of
from games import queries, services
from games.callers import page_caller
from games.errors import Denied
from games.match import permissions
from games.models import PROPOSED, Change, Match, Proposal, Seat, Status
from games.proposals import queries as proposals
from games.registry.installed import game_of
from games.views.common import match_context, table_or_404
from games.views.match_details import summary

MOST_CLUBS = 500
# The most offers that the page shows, and that can be answered together.
MOST_SHOWN = 60


class ProposalForm(forms.Form):
    """The form in which a match is offered to a club."""

    club = forms.ChoiceField(label=gettext_lazy("Club"))

    def __init__(self, caller: Caller, data: Any = None) -> None:
        super().__init__(data)
        clubs = listed_clubs(caller).order_by("name")[:MOST_CLUBS]
        self.fields["club"].choices = [(club.slug, club.name) for club in clubs]  # type: ignore[attr-defined]


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def propose_page(request: HttpRequest, match_id: str) -> HttpResponseBase:
    """Show whether a match counts, and handle the page's buttons.

    They offer the match to a club, withdraw the offer, accept it, or remove the match from its
    club.
    """
    table, caller = table_or_404(request, match_id)
    match = table.match
    form = ProposalForm(caller, request.POST if "club" in request.POST else None)
    refused = ""
    if request.method == "POST":
        request_links.give_phone(caller)
        try:
            if _write(request, match, form, caller):
                response = redirect("games:propose", match_id)
                if "club" in request.POST:
                    request_links.keep_phone(response, caller)
                return response
        except errors.NotFound:
            return redirect("games:propose", match_id)
        except errors.Refused as refusal:
            form.add_error(None, refusal.sentences)
        except errors.Denied as denied:
            refused = denied.sentence
    context = match_context(table, None) | _buttons(match, caller)
    context |= {"form": form, "refused": refused}
    status = 403 if refused else 400 if form.errors else 200
    return render(request, "games/propose.html", context, status=status)


def _buttons(match: Match, caller: Caller) -> dict[str, Any]:
    """Return the newest offer of a match, and which buttons the page shows to the caller."""
    last = proposals.last_of(match)
    waits = last is not None and match.counts == PROPOSED
    over = match.status != Status.IN_PROGRESS
    return {
        "last": last,
        "waits": waits,
        "own": permissions.can_share(match, caller),
        "may_accept": last is not None
        and waits
        and over
        and permissions.can_accept(match, last.club, caller),
        "may_remove": match.club is not None
        and not match.event_id
        and caller.may("accept_matches", match.club),
    }


def _write(request: HttpRequest, match: Match, form: ProposalForm, caller: Caller) -> bool:
    """Do what the pressed button asks for. Return False if the form is not valid."""
    if "withdraw" in request.POST:
        services.withdraw(match_id=match.pk, caller=caller)
    elif "remove" in request.POST:
        services.remove(match_id=match.pk, caller=caller)
        messages.success(request, _("Le match ne compte plus au club : il reste à sa table."))
    elif "accept" in request.POST:
        club = proposals.asked_club(match)
        services.accept_here(match_id=match.pk, club=club.slug if club else "", caller=caller)
        messages.success(request, _("Le match compte au club, depuis le moment où il a été joué."))
    elif not permissions.can_share(match, caller):
        raise Denied("edit_token_needed")
    elif form.is_valid():
        services.propose(match_id=match.pk, club=form.cleaned_data["club"], caller=caller)
    else:
        return False
    return True


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def club_proposals(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Show the offers to the club, by phone. Accept or refuse them, or trust a phone."""
    caller = page_caller(request)
    club = club_or_404(slug, caller)
    try:
        services.check_may_decide(club, caller)
    except errors.Denied as denied:
        context = {"club": club, "sentence": denied.sentence}
        return render(request, "links/denied.html", context, status=403)
    if request.method == "POST":
        if "trust" in request.POST:
            _trust(request, club, caller)
        else:
            _answer(request, club, caller)
        return redirect("games:club-proposals", club.slug)
    rows = list(proposals.waiting_for(club)[: MOST_SHOWN + 1])
    context = {
        "club": club,
        "phones": _phones(rows[:MOST_SHOWN], club, caller),
        "more": len(rows) > MOST_SHOWN,
        "rights": club_rights(club, caller),
    }
    return render(request, "games/proposals.html", context)


def _trust(request: HttpRequest, club: Club, caller: Caller) -> None:
    """Trust the phone that made an offer, and tell the user about it in a message."""
    number = number_of(request.POST["trust"]) or 0
    try:
        services.trust(club=club, proposal_id=number, caller=caller)
    except errors.NotFound:
        messages.error(request, _("Cette proposition n'est plus là."))
    except (errors.Refused, errors.Denied) as refusal:
        messages.error(request, refusal.sentence)
    else:
        messages.success(
            request, _("Ce téléphone est des nôtres : ce qu'il commence désormais compte au club.")
        )


def _answer(request: HttpRequest, club: Club, caller: Caller) -> None:
    """Accept or refuse the ticked offers.

    If one of them can't be answered, a message says why, and the others are still answered.
    """
    ticked = [number_of(text) or 0 for text in request.POST.getlist("offer")][:MOST_SHOWN]
    accepts = "accept" in request.POST
    done = 0
    for number in ticked:
        try:
            if accepts:
                players = _chosen(request, number)
                services.accept(club=club, proposal_id=number, caller=caller, players=players)
            else:
                services.refuse(club=club, proposal_id=number, caller=caller)
            done += 1
        except errors.NotFound:
            messages.error(request, _("Cette proposition n'est plus là."))
        except (errors.Refused, errors.Denied, errors.Conflict) as refusal:
            messages.error(request, refusal.sentence)
    if not ticked:
        messages.error(request, _("Cocher d'abord ce qu'il faut accepter ou refuser."))
        return
    text = ngettext("%(count)s proposition refusée.", "%(count)s propositions refusées.", done)
    if accepts:
        text = ngettext(
            "%(count)s proposition acceptée.", "%(count)s propositions acceptées.", done
        )
    if done:
        messages.success(request, text % {"count": done})


def _chosen(request: HttpRequest, number: int) -> dict[int, int]:
    """Return the players chosen for the guests of an offer: seat number → player's number."""
    start = f"seat-{number}-"
    chosen = {}
    for name, text in request.POST.items():
        if name.startswith(start):
            seat, player = number_of(name.removeprefix(start)), number_of(str(text))
            if seat is not None and player:
                chosen[seat] = player
    return chosen


@dataclass(frozen=True, slots=True)
class OfferingPhone:
    """The offers of one phone. `known`: the club trusts the phone, or has accepted an offer of it
    before.
    """

    known: bool
    may_be_trusted: bool
    offers: list[dict[str, Any]] = field(default_factory=list)


def _phones(rows: Sequence[Proposal], club: Club, caller: Caller) -> list[OfferingPhone]:
    """Return the offers grouped by phone, with known phones first.

    A program has no phone, so each of its offers is a group by itself.
    """
    known, directory = proposals.known_phones(club), directory_of(club, caller)
    wishes = proposals.wishes(proposal.match_id for proposal in rows)
    trusted = proposals.trusted_phones(club)
    phones: dict[str, OfferingPhone] = {}
    for proposal in rows:
        key = proposal.phone or f"program {proposal.pk}"
        may_be_trusted = bool(proposal.phone) and proposal.phone not in trusted
        phone = phones.setdefault(key, OfferingPhone(proposal.phone in known, may_be_trusted))
        wished = wishes.get(proposal.match_id, ())
        phone.offers.append(_offer(proposal, directory, wished, caller))
    return sorted(phones.values(), key=lambda phone: not phone.known)


def _offer(
    proposal: Proposal, directory: Directory, wished: Iterable[int | None], caller: Caller
) -> dict[str, Any]:
    """Return an offer as the page shows it: its match, and the known people whom each guest may be.

    `wished` has, in seat order, the known player who was asked for at the start, or None.
    """
    match = proposal.match
    offer = {
        "id": proposal.pk,
        "made_at": proposal.made_at,
        "match": match,
        "game": game_of(match.game),
        "runs": match.status == Status.IN_PROGRESS,
        "sides": match.sides.all(),
    }
    if proposal.line is not None:
        change = Change(kind=Change.Kind.CORRECT, before=proposal.before, after=proposal.after)
        table = queries.table_of(queries.matches().get(pk=match.pk), caller)
        return offer | {"line": proposal.line, "change": summary(table, change)}
    wished_by_seat = dict(enumerate(wished))
    people = [
        _person(seat, directory, wished_by_seat.get(seat.number)) for seat in match.seats.all()
    ]
    return offer | {"people": people}


def _person(seat: Seat, directory: Directory, wished: int | None) -> dict[str, Any]:
    """Return a seat with the known people whom its name may mean. `chosen` is set if the person is
    certain.
    """
    if not seat.named or seat.player_id is not None:
        return {"seat": seat, "choices": [], "chosen": None}
    known, near = directory.find(seat.name)
    people = directory.spelt.values() if wished is not None else ()
    known = next((person for person in people if person.player == wished), known)
    return {
        "seat": seat,
        "choices": [known] if known else near,
        "chosen": known.player if known else None,
    }
