"""« Je viens »: people sign up for a tournament themselves, with or without an account."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import transaction

from clubs import errors
from clubs.errors import Fault
from clubs.lists.judging import Judged, judge
from clubs.lists.near import Directory, Known
from clubs.lists.reading import ListFault, read
from clubs.names import clean_name
from clubs.queries import directory_of
from tournaments import queries
from tournaments.errors import Refused
from tournaments.models import Entrant, Tournament
from tournaments.services.entering import EntrantAsked, entered_data, sign_up_open
from tournaments.services.previews import asked_of, entered_groups, size_of
from tournaments.services.writing import WriteOutcome, Writing, write
from tournaments.state.events import Event
from tournaments.state.tournament import TournamentState

# Nobody signs up for a tournament that has so many entrants, in or gone: an organiser enters more.
MOST_ENTRANTS = 500


@dataclass(frozen=True, slots=True)
class SignUpAsked:
    """How « Je viens » is to be: `limit` None is no limit, `fee` is in hundredths."""

    open: bool
    limit: int | None = None
    until: datetime | None = None
    fee: int | None = None


@dataclass(frozen=True, slots=True)
class SignedUp:
    """The answer to somebody who has signed up: the tournament, and the entrant they are."""

    outcome: WriteOutcome
    number: int


def set_sign_up(*, tournament_id: str, asked: SignUpAsked, by: Writing) -> WriteOutcome:
    """Open or close « Je viens », with its places and its last moment."""

    def plan(tournament: Tournament, folded: TournamentState) -> Iterable[Event]:
        fee_was = tournament.fee
        tournament.signing_up, tournament.sign_up_until = asked.open, asked.until
        tournament.fee = asked.fee
        yield Event("sign_up", _told(asked))
        if asked.fee != fee_was:
            yield Event("fee", {"sum": asked.fee})

    return write(tournament_id, by, ("sign_up", {**_told(asked), "fee": asked.fee}), plan)


def _told(asked: SignUpAsked) -> dict[str, Any]:
    until = asked.until.isoformat() if asked.until else None
    return {"open": asked.open, "limit": asked.limit, "until": until}


def sign_up(*, tournament_id: str, name: str, partner: str = "", by: Writing) -> SignedUp:
    """Enter somebody who comes, alone or with a partner; the last place gone, they wait in order.

    Raises `Refused`: `sign_up_closed`, `sign_up_too_many`, `entrant_repeated`, `entrant_size`,
    `partner_same`, `name_not_read`, and those of names.
    """
    fields = {"name": name, "partner": partner}

    def plan(tournament: Tournament, folded: TournamentState) -> Iterable[Event]:
        if not sign_up_open(tournament):
            raise Refused("sign_up_closed")
        if len(folded.entrants) >= MOST_ENTRANTS:
            raise Refused("sign_up_too_many")
        asked = _understood(queries.View(tournament, by.caller, folded), fields)
        yield Event("entered", {"entrants": entered_data(tournament, [asked], by), "signed": True})

    with transaction.atomic():
        outcome = write(tournament_id, by, ("sign_up_as", fields), plan, right=None)
        number = outcome.folded.last_number
        if by.caller.account is not None and not outcome.repeated:
            rows = Entrant.objects.filter(tournament=outcome.tournament, number=number)
            rows.update(signed_by=by.caller.account)
    return SignedUp(outcome, number)


def _understood(view: queries.View, fields: Mapping[str, str]) -> EntrantAsked:
    """Read the names as a line of a list is read, next to those who are entered."""
    told = {}
    for field, text in fields.items():
        if text.strip() or field == "name":
            try:
                told[field] = clean_name(text)
            except errors.Refused as refusal:
                raise Refused.of([Fault(refusal.code, field)]) from refusal
    try:
        rows = read(" / ".join(told.values()), size=size_of(view))
    except ListFault as fault:
        raise Refused("name_not_read", "name") from fault
    judged = judge(rows, _directory(view), entered_groups(view))
    if len(judged) != 1:
        raise Refused("name_not_read", "name")
    if judged[0].out:
        raise _refusal(judged[0], told, size_of(view))
    return asked_of(judged)[0]


def _directory(view: queries.View) -> Directory:
    """Return who may be meant by a name: the club's people to who may seat them, else oneself."""
    caller, club = view.caller, view.tournament.club
    if caller.may("seat_players", club):
        return directory_of(club, caller)
    own = getattr(caller.account, "player", None)
    return Directory.of([Known(own.pk, own.public_name)]) if own else Directory()


def _refusal(one: Judged, told: Mapping[str, str], size: int) -> Refused:
    remark = next(remark for remark in one.row.remarks if remark.code in _CODES)
    params = {"name": remark.params.get("name", told["name"]), "size": size}
    twice = remark.code == "same_name" or params["name"] == told.get("partner")
    field = "partner" if twice and "partner" in told else "name"
    return Refused.of([Fault(_CODES[remark.code], field, params)])


# What keeps a line of a list out, and how that is refused to somebody who signs up.
_CODES = {
    **dict.fromkeys(("entered", "person_entered"), "entrant_repeated"),
    **dict.fromkeys(("same_name", "repeated"), "partner_same"),
    "too_many": "entrant_size",
    **{code: code for code in ("name_too_long", "name_control", "name_marks", "name_blank")},
    **dict.fromkeys(
        ("header", "number", "total", "nobody", "misread", "line_too_long"), "name_not_read"
    ),
}
