"""Changes tournaments when players are merged, unmerged or forgotten; exports a person's data.

An entrant's people are stored twice: in rows and in the log. Both are changed together, so that
replaying the log still gives the stored rows.
"""

from collections.abc import Collection, Iterable, Sequence
from typing import Any

from django.db.models import Prefetch, Q, QuerySet, prefetch_related_objects
from django.utils import timezone

from clubs.callers import Caller
from clubs.forgotten_names import FullNames, finder
from clubs.models import Player, User
from core.errors import Refused
from core.names import name_key
from games.models import REMOVED_GUEST
from tournaments import log_queries, permissions
from tournaments.files import export
from tournaments.models import (
    NAME_LENGTH,
    Challenge,
    ClubEvening,
    Entrant,
    LogEntry,
    Member,
    PlacePerson,
    ResultsElsewhere,
    Tournament,
)
from tournaments.storage import person_key
from tournaments.view import View

MEMBERS, OF_PALMARES = "tournaments.members", "tournaments.palmares"
# How many tournaments a refusal lists.
NAMED = 3


# --- Merge and unmerge -------------------------------------------------------------------------


def merge(*, survivor: Player, absorbed: Player) -> dict[str, Any]:
    """Replace `absorbed` by `survivor`; return the ids of the members and places changed.

    Raises `Refused` if both are entered in one tournament, or stand in one palmarès.
    """
    entered = Tournament.objects.filter(members__player=survivor, pk__in=_entered(absorbed))
    placed = Tournament.objects.filter(placepersons__player=survivor, pk__in=_placed(absorbed))
    both = Tournament.objects.filter(Q(pk__in=entered) | Q(pk__in=placed))
    names = list(both.order_by("date", "pk").values_list("name", flat=True)[:NAMED])
    if names:
        raise Refused("merge_same_tournament", "other", tournaments=", ".join(names))
    moved = _move(Member.objects.filter(player=absorbed), survivor)
    places = PlacePerson.objects.filter(player=absorbed).order_by("pk")
    placed_rows = list(places.values_list("pk", flat=True))
    places.update(player=survivor)
    return {MEMBERS: moved, OF_PALMARES: placed_rows}


def _entered(player: Player) -> QuerySet[Member, str]:
    return Member.objects.filter(player=player).values_list("tournament", flat=True)


def _placed(player: Player) -> QuerySet[PlacePerson, str]:
    return PlacePerson.objects.filter(player=player).values_list("tournament", flat=True)


def unmerge(*, survivor: Player, absorbed: Player, receipts: dict[str, Any]) -> None:
    """Undo a merge: replace `survivor` by `absorbed` in the entrants that the receipt lists.

    Entrants entered after the merge stay as they are.
    """
    _move(Member.objects.filter(pk__in=receipts.get(MEMBERS, []), player=survivor), absorbed)
    places = PlacePerson.objects.filter(pk__in=receipts.get(OF_PALMARES, []), player=survivor)
    within = list(places.values_list("tournament", flat=True))
    places.filter(tournament__in=within).update(player=absorbed)


def _move(members: QuerySet[Member], to: Player) -> list[int]:
    """Give these members to a player. Return their ids, in order."""
    tournament_by_id = dict(members.order_by("id").values_list("pk", "tournament_id"))
    held = _lock(tournament_by_id.values())
    rows = Member.objects.filter(pk__in=list(tournament_by_id), tournament__in=held)
    rows.update(player=to)
    for tournament in held:
        _retell(tournament)
    return list(tournament_by_id)


def _lock(ids: Iterable[str]) -> list[Tournament]:
    """Return tournaments with their rows locked, always in the same order to avoid deadlocks."""
    rows = Tournament.objects.filter(pk__in=set(ids))
    return list(rows.select_for_update(of=("self",)).order_by("pk"))


def _retell(tournament: Tournament) -> None:
    """Copy the people of entrants from the rows into the log. Deleted entrants lose their people
    there.
    """
    rows = {row.number: row for row in _with_members(tournament.entrants.all())}
    kinds = (*log_queries.TELLING, DELETING)
    entries = LogEntry.objects.filter(tournament=tournament, kind__in=kinds).order_by("version")
    lines = list(entries)
    for entry, tellings in zip(lines, log_queries.tellings_of(lines), strict=True):
        entrants = [
            {**telling.data, **_people(rows[telling.number])}
            if telling.stands
            else telling.without_people()
            for telling in tellings
        ]
        if tellings and entrants != entry.data["entrants"]:
            entry.data = {**entry.data, "entrants": entrants}
            entry.save(update_fields=["data"])


def _with_members(entrants: QuerySet[Entrant]) -> list[Entrant]:
    """Return entrants with their people. Both queries name the tournaments or the person."""
    rows = list(entrants)
    people = Member.objects.filter(tournament__in={row.tournament_id for row in rows})
    prefetch_related_objects(rows, Prefetch("members", people.select_related("player")))
    return rows


# The event that deletes an entrant. The log still names its people, but no row does.
DELETING = "entrant_deleted"


def _people(row: Entrant) -> dict[str, Any]:
    members = [(member.player_id, member.guest_name) for member in row.members.all()]
    return {
        "name": row.name,
        "key": row.name_key,
        "players": [person_key(*member) for member in members],
        "members": [list(member) for member in members],
    }


# --- Forgetting a person
# -------------------------------------------------------------------------


def forget(*, player_id: int, names: Sequence[str], club_ids: Collection[int]) -> None:
    """Remove a person's names from the tournaments they entered, and from all tournaments of their
    clubs.

    A guest with the same name, in a club that listed the player, is taken for the same person,
    because each name is only once on a club's list. Results stay, without a name.
    """
    text = _Text(names)
    own = Q(members__player=player_id) | Q(placepersons__player=player_id)
    theirs = own | Q(club__in=club_ids)
    ids = Tournament.objects.filter(theirs).values_list("pk", flat=True)
    for tournament in _lock(ids):
        _forget_entrants(tournament, player_id, text)
        _forget_places(tournament, text)
        _forget_title(tournament, text)
        _forget_elsewhere(tournament, text)
    challenges = Challenge.objects.filter(Q(club__in=club_ids) | Q(clubs__in=club_ids)).distinct()
    for challenge in challenges:
        _forget_challenge(challenge, text)
    for evening in ClubEvening.objects.filter(club__in=club_ids):
        _forget_evening(evening, text)


def _forget_evening(evening: ClubEvening, text: "_Text") -> None:
    texts = {name: getattr(evening, name) for name in ("title", "place", "note")}
    scrubbed = {name: text.scrub_title(value) for name, value in texts.items()}
    if scrubbed != texts:
        # With a higher sequence number, calendars that have stored the evening fetch it again.
        again = {"sequence": evening.sequence + 1, "changed_at": timezone.now()}
        ClubEvening.objects.filter(pk=evening.pk).update(**scrubbed, **again)


class _Text:
    """Finds a person's names in texts, as whole words and in any case."""

    def __init__(self, names: Iterable[str]) -> None:
        known = [name for name in names if name]
        self.keys = {name_key(name) for name in known}
        self.inside = finder(known)
        self.whole = FullNames(known)

    def is_one(self, name: str) -> bool:
        """Return whether a name is one of the person's names."""
        return name_key(name) in self.keys

    def scrub(self, text: str) -> str:
        """Return the text with the person's names replaced by a placeholder."""
        return self.inside.sub(REMOVED_GUEST, text) if self.inside else text

    def scrub_title(self, text: str) -> str:
        """Return a title with the person's full names removed."""
        return self.whole.out_of(text)


def _forget_entrants(tournament: Tournament, player_id: int, text: _Text) -> None:
    rows = _with_members(tournament.entrants.all())
    taken = {row.name_key for row in rows}
    changed = False
    for row in rows:
        members = list(row.members.all())
        own = any(member.player_id == player_id for member in members)
        guests = [
            member
            for member in members
            if member.player_id is None and text.is_one(member.guest_name)
        ]
        for guest in guests:
            # The numbers make the placeholder unique, because people of one tournament may not
            # share a name.
            guest.guest_name = f"{REMOVED_GUEST} {row.number}.{guest.place + 1}"
            guest.save(update_fields=["guest_name"])
        if (own or guests) and (row.phone or row.licence):
            row.phone = row.licence = ""
            row.save(update_fields=["phone", "licence"])
        name = _name_without(row, members, text) if own or guests else text.scrub(row.name)
        if name == row.name:
            continue
        changed = True
        taken.discard(row.name_key)
        if name_key(name) in taken:
            name = f"{name[: NAME_LENGTH - 8]} ({row.number})"
        row.name, row.name_key = name, name_key(name)
        taken.add(row.name_key)
        row.save(update_fields=["name", "name_key"])
    if changed or LogEntry.objects.filter(tournament=tournament, kind=DELETING).exists():
        _retell(tournament)


def _name_without(row: Entrant, members: Sequence[Member], text: _Text) -> str:
    """Return an entrant's new name after one of its people was forgotten."""
    if row.named:
        return REMOVED_GUEST if text.is_one(row.name) else text.scrub(row.name)
    names = [
        REMOVED_GUEST if member.player and text.is_one(member.player.name) else member.name
        for member in members
    ]
    return " & ".join(names)[:NAME_LENGTH]


def _forget_places(tournament: Tournament, text: _Text) -> None:
    for place in tournament.places.all():
        scrubbed = _place({"name": place.name, "players": list(place.players)}, text)
        if scrubbed != {"name": place.name, "players": list(place.players)}:
            place.name, place.players = scrubbed["name"], scrubbed["players"]
            place.save(update_fields=["name", "players"])
    for person in PlacePerson.objects.filter(tournament=tournament):
        name = text.scrub(person.guest_name)
        if name != person.guest_name:
            person.guest_name = name
            person.save(update_fields=["guest_name"])
    for entry in LogEntry.objects.filter(tournament=tournament, kind="palmares"):
        places = [_place(place, text) for place in entry.data.get("places", ())]
        if places != entry.data.get("places"):
            entry.data = {**entry.data, "places": places}
            entry.save(update_fields=["data"])


def _place(place: dict[str, Any], text: _Text) -> dict[str, Any]:
    scrubbed = {**place, "name": text.scrub(place["name"])}
    if "players" in place:
        scrubbed["players"] = [text.scrub(name) for name in place["players"]]
    return scrubbed


# The texts of a tournament in which somebody may be named.
TITLES = ("name", "place", "about", "contact", "held_by")


def _forget_title(tournament: Tournament, text: _Text) -> None:
    texts = {name: getattr(tournament, name) for name in TITLES}
    without = {name: text.scrub_title(value) for name, value in texts.items()}
    if without != texts:
        Tournament.objects.filter(pk=tournament.pk).update(**without)
    kinds = ("opened", "described", "results_merged")
    rows = LogEntry.objects.filter(tournament=tournament, kind__in=kinds)
    for entry in rows:
        scrubbed = {
            field: text.scrub_title(value) if field in TITLES else value
            for field, value in entry.data.items()
        }
        if scrubbed != entry.data:
            entry.data = scrubbed
            entry.save(update_fields=["data"])


def _forget_elsewhere(tournament: Tournament, text: _Text) -> None:
    """Remove the names from other sites' results of the same deals."""
    for other in ResultsElsewhere.objects.filter(tournament=tournament):
        name, pairs = text.scrub_title(other.name), [text.scrub(pair) for pair in other.pairs]
        if (name, pairs) != (other.name, other.pairs):
            other.name, other.pairs = name, pairs
            other.save(update_fields=["name", "pairs"])


def _forget_challenge(challenge: Challenge, text: _Text) -> None:
    """Remove guests with the person's names from a challenge's tables and from its frozen
    results.
    """
    removed = f"{REMOVED_GUEST} {challenge.pk}"
    challenge.name = text.scrub_title(challenge.name)
    for table in challenge.tables.all():
        table.name = text.scrub_title(table.name)
        for row in table.rows:
            row["people"] = [
                [player, removed if player is None and text.is_one(name) else name]
                for player, name in row["people"]
            ]
        table.save(update_fields=["name", "rows"])
    if challenge.frozen is not None:
        gone = {key for key, name in challenge.frozen["guests"].items() if text.is_one(name)}
        guests = {k: name for k, name in challenge.frozen["guests"].items() if k not in gone}
        for evening in challenge.frozen["evenings"]:
            evening["name"] = text.scrub_title(evening["name"])
            for outcome in evening["outcomes"]:
                outcome["people"] = [
                    name_key(removed) if p in gone else p for p in outcome["people"]
                ]
        more = {name_key(removed): removed} if gone else {}
        challenge.frozen["guests"] = {**guests, **more}
    challenge.save(update_fields=["name", "frozen"])


def _alone(entrant: Entrant) -> bool:
    return len(entrant.members.all()) == 1


# --- The person's data -------------------------------------------------------------------------


def held_of(*, user: User) -> dict[str, Any]:
    """Return an account's data in tournaments: where it entered or organised, and what it wrote.

    Data of other people is included as the tournament's own pages show it. It is left out for
    tournaments that the account may no longer see.
    """
    caller = Caller(user=user)
    theirs = Q(members__player__user=user) | Q(signed_by=user)
    entered = Entrant.objects.filter(theirs).distinct()
    written = LogEntry.objects.filter(by=user).order_by("at", "id")
    places = _with_members(entered.order_by("tournament__date", "tournament_id", "number"))
    entries = list(written.values("id", "tournament_id", "version", "kind", "at"))
    made = Tournament.objects.filter(organiser=user).order_by("date", "pk")
    ids = {entrant.tournament_id for entrant in places} | {
        entry["tournament_id"] for entry in entries
    }
    rows = Tournament.objects.filter(Q(pk__in=ids) | Q(pk__in=made.values("pk")))
    known = rows.select_related("club").in_bulk()
    views = {
        number: View(tournament, caller)
        for number, tournament in known.items()
        if permissions.can_see(tournament, caller)
    }
    data_by_entry = {line.pk: line.data for view in views.values() for line in export.log_of(view)}
    return {
        "tournaments": [
            {
                "id": entrant.tournament_id,
                "name": known[entrant.tournament_id].name
                if entrant.tournament_id in views
                else None,
                "date": known[entrant.tournament_id].date,
                "entrant": views[entrant.tournament_id].names[entrant.number]
                if entrant.tournament_id in views
                else None,
                # Of two people nobody knows whose phone it is.
                **({"phone": entrant.phone, "licence": entrant.licence} if _alone(entrant) else {}),
            }
            for entrant in places
        ],
        "tournaments_organised": [
            {"id": tournament.pk, "name": tournament.name if tournament.pk in views else None}
            for tournament in made
        ],
        "tournament_log": [
            {
                "tournament": entry["tournament_id"],
                "version": entry["version"],
                "kind": entry["kind"],
                "data": data_by_entry.get(entry["id"]),
                "at": entry["at"],
            }
            for entry in entries
        ],
    }
