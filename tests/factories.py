"""Factories for the tests: accounts, clubs, players, and tables made by the services or over
HTTP.
"""

import itertools
from dataclasses import dataclass
from typing import Any, get_args

import factory
from django.test import Client
from django.utils import timezone
from factory.django import DjangoModelFactory
from rest_framework.test import APIClient

from clubs.callers import Caller
from clubs.links import services as link_services
from clubs.links.models import CapabilityLink
from clubs.links.services import Made
from clubs.models import ApiToken, Club, ClubPlayer, Membership, Player, User
from clubs.role_table import Capability
from clubs.services import token_digest
from core.names import name_key
from games import services
from games.match import permissions
from games.models import Match
from games.registry import installed
from games.services import SeatAsked, StartAsked, Writing

NAMES = ("Anne", "Bruno", "Chloé", "David")
SEATS = [{"name": name} for name in NAMES]
# What these hands score for the two sides: 80–20, 100–0, −70–40.
HAND = {"bidder": 0, "bid": 70, "taken": 80}
ALL_TAKEN = {"bidder": 0, "bid": 100, "taken": 100}
FAILED = {"bidder": 0, "bid": 70, "taken": 60}
# Rules of a match to 100 points, which one `ALL_TAKEN` ends.
IN_100 = {"target": 100, "defence_cap": None}
CAPABILITIES = get_args(Capability)

_numbers = itertools.count(1)


class UserFactory(DjangoModelFactory[User]):
    """An account."""

    class Meta:
        model = User

    username = factory.Sequence("compte{}".format)


class ClubFactory(DjangoModelFactory[Club]):
    """A public club whose tables are not open to all."""

    class Meta:
        model = Club

    slug = factory.Sequence("club-{}".format)
    name = factory.SelfAttribute("slug")


class MembershipFactory(DjangoModelFactory[Membership]):
    """An account's role in a club."""

    class Meta:
        model = Membership

    user = factory.SubFactory(UserFactory)
    club = factory.SubFactory(ClubFactory)
    role = "member"


class PlayerFactory(DjangoModelFactory[Player]):
    """A person who is on no club's list."""

    class Meta:
        model = Player

    name = "Émile"


class ClubPlayerFactory(DjangoModelFactory[ClubPlayer]):
    """A line of a club's list."""

    class Meta:
        model = ClubPlayer

    club = factory.SubFactory(ClubFactory)
    player = factory.SubFactory(PlayerFactory)
    name_key = factory.LazyAttribute(lambda line: name_key(line.player.name))


class ApiTokenFactory(DjangoModelFactory[ApiToken]):
    """A program's token: `token` is what the program sends."""

    class Meta:
        model = ApiToken

    class Params:
        token = "jeton"

    user = factory.SubFactory(UserFactory)
    digest = factory.LazyAttribute(lambda row: token_digest(row.token))


def user(name: str | None = None, **fields: Any) -> User:
    """Return a new account."""
    return UserFactory(**({"username": name} if name else {}), **fields)


def site_owner() -> User:
    """Return a new account of the site's owner, which may do everything."""
    return UserFactory(is_superuser=True, is_staff=True)


def owner_who_came() -> User:
    """Return the site's owner, who has signed in; from then on the site counts as owned."""
    return UserFactory(is_superuser=True, is_staff=True, last_login=timezone.now())


def club(slug: str | None = None, **fields: Any) -> Club:
    """Return a new public club whose tables are not open to all."""
    return ClubFactory(**({"slug": slug} if slug else {}), **fields)


def member(of: Club, role: str = "member") -> User:
    """Return a new account with a role in a club."""
    return MembershipFactory(club=of, role=role).user


def player(name: str = "Émile", *clubs: Club, **fields: Any) -> Player:
    """Return a new person who is on the lists of those clubs."""
    person = PlayerFactory(name=name, **fields)
    for of in clubs:
        ClubPlayerFactory(club=of, player=person)
    return person


def api(account: User | None = None, language: str = "fr", **options: Any) -> APIClient:
    """Return an API client with a program's token for the account, or without an account."""
    client = APIClient(headers={"accept-language": language}, **options)
    if account is not None:
        token = f"jeton-{next(_numbers)}"
        ApiTokenFactory(user=account, token=token)
        client.credentials(HTTP_AUTHORIZATION=f"Token {token}")
    return client


def browser(account: User | None = None, **options: Any) -> Client:
    """Return a browser that asks for French, signed in to the account if there is one."""
    client = Client(headers={"accept-language": "fr"}, **options)
    if account is not None:
        client.force_login(account)
    return client


@dataclass
class Table:
    """A match used over HTTP, with the token for writing to it."""

    id: str
    token: str | None
    client: APIClient
    first: dict[str, Any]

    def url(self, rest: str = "") -> str:
        """Return the address of the match, or of a part of it."""
        return f"/api/v1/matches/{self.id}/{rest}"

    def call(self, method: str, rest: str = "", data: Any = None, **options: Any) -> Any:
        """Call the match's API with its token; return the response."""
        headers = options.pop("headers", {})
        if self.token:
            headers = {"X-Match-Token": self.token, **headers}
        return getattr(self.client, method)(self.url(rest), data, headers=headers, **options)

    def get(self, rest: str = "", **options: Any) -> Any:
        """Read the match, or a part of it."""
        return self.call("get", rest, **options)

    def body(self) -> dict[str, Any]:
        """Read the match's body."""
        return self.get().json()

    def record(self, data: Any = HAND, **more: Any) -> Any:
        """Record a line."""
        return self.call("post", "entries/", {**data, **more})

    def correct(self, number: int, data: Any = HAND, **more: Any) -> Any:
        """Correct a line."""
        return self.call("put", f"entries/{number}/", {**data, **more})

    def take_back(self, number: int, **more: Any) -> Any:
        """Take a line back."""
        return self.call("delete", f"entries/{number}/", more or None)

    def preview(self, data: Any = HAND) -> Any:
        """Ask what a line would give, without recording it."""
        return self.call("post", "preview/", data)

    def patch(self, **changes: Any) -> Any:
        """Change the match's details."""
        return self.call("patch", "", changes)


def start_body(**changes: Any) -> dict[str, Any]:
    """Return the body of a request that starts a match: four guests at the jeu du 10."""
    return {"game": "dix", "seats": SEATS, **changes}


def table(client: APIClient | None = None, *hands: Any, **changes: Any) -> Table:
    """Start a match over HTTP, record those hands, and return it."""
    client = client or api()
    answer = client.post("/api/v1/matches/", start_body(**changes))
    assert answer.status_code == 201, answer.content
    body = answer.json()
    started = Table(body["id"], body["edit_token"], client, body)
    for hand in hands:
        recorded = started.record(hand)
        assert recorded.status_code == 201, recorded.content
    return started


def setup(game: str = "dix", **changes: Any) -> StartAsked:
    """Return a start as the services take it: guests on all seats and the game's first preset."""
    played = installed.game_of(game)
    values = {
        "game": played,
        "seats": [SeatAsked(name=name) for name in NAMES[: played.seats.most]],
        "preset": played.presets[0],
    }
    return StartAsked(**{**values, **changes})


def started(game: str = "dix", by: Caller | None = None, **changes: Any) -> Match:
    """Start a match by the service, and return it."""
    outcome = services.start(setup=setup(game, **changes), by=Writing(by or Caller()))
    return outcome.table.match


def link(match: Match) -> Caller:
    """Return a caller who holds the table's own edit token."""
    return Caller(match_tokens={match.pk: permissions.edit_token(match)})


def made(match: Match, kind: str = "score_match", lasts: str | None = None) -> Made:
    """Make a capability link to a match, as its table; return the link and its token."""
    return services.make_link(match_id=match.pk, kind=kind, lasts=lasts, caller=link(match))


def table_link(of: Club) -> tuple[CapabilityLink, str]:
    """Make a club's table link; return the link and its token."""
    caller = Caller(user=member(of, "officer"))
    new = link_services.make_table_link(club=of, lasts=None, caller=caller)
    return new.link, new.token


def by_link(match: Match, **how: Any) -> Writing:
    """Return the origin of a write that is made with the table's own edit token."""
    return Writing(link(match), **how)


def recorded(match: Match, *hands: Any) -> Match:
    """Record those hands with the table's own edit token; return the match read again."""
    for hand in hands:
        services.record(match_id=match.pk, data=hand, by=by_link(match))
    return Match.objects.get(pk=match.pk)


def finished(**changes: Any) -> Match:
    """Return a match to 100 points that side 0 won 100 to 0 with the first hand."""
    return recorded(started(rules=IN_100, **changes), ALL_TAKEN)
