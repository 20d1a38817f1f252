"""Pages to correct an entrant's name and people, exchange people, join entrants, or delete one."""

from collections.abc import Collection, Iterator
from typing import Any

from django.db import transaction
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from clubs import services as club_services
from clubs.club_names import players_called
from clubs.guests.wording import respelt
from clubs.lists.near import Directory, match_key
from clubs.lists.reading import NOTED
from clubs.permissions import may_do
from clubs.queries import directory_of
from core.errors import NotFound, Refused
from core.names import clean_name, isolated
from games.services import SeatAsked
from tournaments import services
from tournaments.models import NAME_LENGTH
from tournaments.services import NOTES, EntrantAsked, WriteOutcome, lacks_partner
from tournaments.state.tournament import GONE, Enrolled
from tournaments.view import View
from tournaments.views.common import base, done, run, tournament_page, writing

# The most characters of a field that are read.
LONGEST = 500


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@tournament_page
def edit_page(request: HttpRequest, tournament_id: str, number: int) -> HttpResponseBase:
    """Show the form for an entrant's name and people, and store the changes.

    Before the first draw an entrant can also be deleted here.
    """
    view = run(request, tournament_id)
    enrolled = enrolled_of(view, number)
    faults: list[str] = []
    if request.method == "POST":
        try:
            return _edited(request, view, enrolled)
        except Refused as refusal:
            faults = refusal.sentences
    context = base(view) | _context(request, view, enrolled, faults)
    return render(request, "tournaments/edit.html", context, status=400 if faults else 200)


def enrolled_of(view: View, number: int) -> Enrolled:
    """Return the entrant with this number. Raise `NotFound` if there is none."""
    for enrolled in view.folded.entrants:
        if enrolled.number == number:
            return enrolled
    raise NotFound


def _edited(request: HttpRequest, view: View, enrolled: Enrolled) -> HttpResponseBase:
    night, number, by = view.tournament.pk, enrolled.number, writing(request)
    if "delete" in request.POST:
        services.delete_entrant(tournament_id=night, number=number, by=by)
        return done(request, _("L'inscription est effacée."), "entrants", night)
    if "renew" in request.POST:
        services.renew_link(tournament_id=night, number=number, by=by)
        sentence = _("L'ancien lien et sa carte ne servent plus : donner les nouveaux.")
        return done(request, sentence, "entrants", night)
    if "join" in request.POST:
        other = _pair(request.POST["join"], view)[0]
        services.join_entrants(tournament_id=night, number=number, other=other.number, by=by)
        return done(request, _("Les deux forment maintenant une paire."), "entrants", night)
    if "exchange" in request.POST:
        entrants = _exchanged(request, view, enrolled)
    else:
        entrants = {number: _corrected(request, view, enrolled)}
    with transaction.atomic():
        spelt = [] if "exchange" in request.POST else _respell(request, view, enrolled)
        outcome = services.edit_entrants(tournament_id=night, entrants=entrants, by=by)
        notes = _notes(request, view, number)
        if notes:
            services.change_entrant(tournament_id=night, number=number, changes=notes, by=by)
    before = {number: view.folded.entrant(number).generation for number in entrants}
    sentence = _("C'est corrigé.")
    if any(outcome.folded.entrant(at).generation != count for at, count in before.items()):
        sentence = _(
            "C'est corrigé. L'ancien lien et sa carte ne servent plus : donner les nouveaux."
        )
    changes = spelt or _changes(view, outcome, entrants)
    sentences = [sentence, *changes, *what_became(view, outcome, but=entrants)]
    return done(request, " ".join(sentences), "entrants", night)


def _notes(request: HttpRequest, view: View, number: int) -> dict[str, str]:
    """Return the phone and the licence of the form, if they differ from those of the page."""
    typed = {name: request.POST[name] for name in NOTES if name in request.POST}
    texts = {
        name: " ".join("".join(filter(str.isprintable, text)).split())[:NOTED]
        for name, text in typed.items()
    }
    known = dict(zip(NOTES, view.notes.get(number, ("", "")), strict=True))
    return {name: text for name, text in texts.items() if text != known[name]}


def what_became(view: View, outcome: WriteOutcome, but: Collection[int] = ()) -> list[str]:
    """Return sentences on the wishes that a write has deleted or left with one person.

    `but` has the numbers of entrants to leave out.
    """
    now = {entrant.number: entrant for entrant in outcome.folded.entrants}
    wished = [row for row in view.folded.entrants if row.wish and row.number not in but]
    gone = _("« %(name)s », inscrit par « Je viens », laisse la place : son lien ne sert plus.")
    alone = _("Il reste une personne sans partenaire de « %(name)s » : son lien a changé.")
    return [
        (alone if row.number in now else gone) % {"name": view.names[row.number]}
        for row in wished
        if row.number not in now or now[row.number].generation != row.generation
    ]


def _corrected(request: HttpRequest, view: View, enrolled: Enrolled) -> EntrantAsked:
    """Return the entrant with the values of the form. If a name has not changed, the person is the
    same.
    """
    club, caller = view.tournament.club, view.caller
    known = directory_of(club, caller) if caller.may("seat_players", club) else Directory()
    people = []
    for player, guest, old, name in _typed(request, view, enrolled):
        if name == old and player is None:
            people.append(SeatAsked(name=guest))
        elif name == old or (player is not None and match_key(name) == match_key(old)):
            people.append(SeatAsked(player=player))
        else:
            person, _near = known.find(name)
            people.append(
                SeatAsked(name=name) if person is None else SeatAsked(player=person.player)
            )
    name = request.POST.get("name", "")[:LONGEST].strip()
    same = "same_people" in request.POST
    if name and name != enrolled.name:
        name = clean_name(name, NAME_LENGTH)
    return EntrantAsked(name, people, same_people=same)


def _typed(
    request: HttpRequest, view: View, enrolled: Enrolled
) -> Iterator[tuple[int | None, str, str, str]]:
    """Yield each person of the form: who was there, by number or as a guest; their old name, and
    the name that was typed.

    For somebody more, all but the typed name are empty.
    """
    there = view.people.get(enrolled.number, ())
    for at in range(max(services.size_of(view), len(enrolled.members))):
        text = request.POST.get(f"person_{at}", "")[:LONGEST]
        if not text.strip():
            continue
        old = there[at].name if at < len(there) else ""
        # An unchanged name is not checked again, because it may be one that is refused today.
        name = text if text == old else clean_name(text)
        player, guest = enrolled.members[at] if at < len(there) else (None, "")
        yield player, guest, old, name


def _respell(request: HttpRequest, view: View, enrolled: Enrolled) -> list[str]:
    """Change capitals, accents and the like of names everywhere; return what was changed.

    A guest is spelt otherwise in all of the club, for its officers; a person of the list has
    another name, for who may give it.
    """
    club, caller = view.tournament.club, view.caller
    known = directory_of(club, caller) if caller.may("manage_players", club) else None
    sentences = []
    for player, _guest, old, name in _typed(request, view, enrolled):
        if known is None or name == old or not old or match_key(name) != match_key(old):
            continue
        if player is not None:
            sentences += _renamed(player, name, view)
        elif known.find(name)[0] is None:
            traces = club_services.respell_guest(club=club, name=old, spelling=name, caller=caller)
            sentences.append(respelt([old], name, traces))
    return sentences


def _renamed(player_id: int, name: str, view: View) -> list[str]:
    """Give a person of the list another spelling: everywhere, or as this club calls them."""
    club, caller = view.tournament.club, view.caller
    player = players_called(club).get(pk=player_id)
    words = {"old": isolated(player.called), "new": isolated(name)}
    if may_do("rename", player, caller) and player.called == player.name:
        club_services.rename(player=player, name=name, caller=caller)
        return [_("« %(old)s » s'écrit « %(new)s » partout.") % words]
    club_services.rename_here(club=club, player=player, name=name, caller=caller)
    return [_("« %(old)s » s'écrit « %(new)s » partout dans ce club.") % words]


def _changes(view: View, outcome: WriteOutcome, numbers: Collection[int]) -> list[str]:
    """Return sentences on the entrants whose names have changed."""
    now = View(outcome.tournament, view.caller, outcome.folded).names
    return [
        _("« %(old)s » devient « %(new)s ».")
        % {"old": isolated(view.names[number]), "new": isolated(now[number])}
        for number in numbers
        if view.names[number] != now[number]
    ]


def _pair(text: str, view: View) -> tuple[Enrolled, int]:
    """Return the entrant and the index of a person in the value of a choice, such as « 12-0 ».

    Raise `NotFound` for any other text.
    """
    number, _dash, place = text[:12].partition("-")
    if not (number.isascii() and number.isdecimal() and place.isascii() and place.isdecimal()):
        raise NotFound
    enrolled = enrolled_of(view, int(number))
    if int(place) >= len(enrolled.members):
        raise NotFound
    return enrolled, int(place)


def _exchanged(request: HttpRequest, view: View, enrolled: Enrolled) -> dict[int, EntrantAsked]:
    """Return two entrants after they have exchanged one person each, by their numbers."""
    mine, at = _pair(request.POST.get("mine", ""), view)
    other, place = _pair(request.POST.get("with", ""), view)
    if mine.number != enrolled.number or other.number == enrolled.number:
        raise NotFound
    own_members, other_members = list(enrolled.members), list(other.members)
    own_members[at], other_members[place] = other_members[place], own_members[at]
    return {
        of.number: EntrantAsked(
            of.name if of.named else "",
            [SeatAsked(player=player, name=name) for player, name in members],
        )
        for of, members in ((enrolled, own_members), (other, other_members))
    }


def _context(
    request: HttpRequest, view: View, enrolled: Enrolled, faults: list[str]
) -> dict[str, Any]:
    number, size = enrolled.number, services.size_of(view)
    there = [person.name for person in view.people.get(number, ())]
    names = there + [""] * (size - len(there))
    sent = request.POST if faults else {}
    others = [
        entrant
        for entrant in view.folded.entrants
        if entrant.number != number and entrant.state not in GONE
    ]
    before = not view.folded.order and not view.folded.rounds
    return {
        "number": number,
        "called": view.names[number],
        "name": sent.get("name", enrolled.name if enrolled.named else ""),
        "persons": [
            {"at": at, "name": sent.get(f"person_{at}", name)} for at, name in enumerate(names)
        ],
        **{
            name: sent.get(name, value)
            for name, value in zip(NOTES, view.notes.get(number, ("", "")), strict=True)
        },
        "mine": [{"value": f"{number}-{at}", "name": name} for at, name in enumerate(there)],
        "others": [
            {
                "value": f"{entrant.number}-{at}",
                "name": person.name,
                "of": view.names[entrant.number],
            }
            for entrant in others
            for at, person in enumerate(view.people.get(entrant.number, ()))
        ],
        "partners": [
            {"value": f"{entrant.number}-0", "name": view.names[entrant.number]}
            for entrant in others
            if before and lacks_partner(enrolled, size) and lacks_partner(entrant, size)
        ],
        "may_delete": before,
        "same_people": "same_people" in sent,
        "faults": faults,
    }
