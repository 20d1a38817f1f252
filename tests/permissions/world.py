"""Two clubs and all kinds of callers; calls by each of them, and what was written."""

import re
from collections import defaultdict
from datetime import timedelta
from functools import partial

from django.conf import settings
from django.core.cache import cache
from django.db import connection, transaction
from django.test import Client
from django.test.client import ClientHandler
from django.utils import timezone
from rest_framework.test import APIClient, ForceAuthClientHandler

from bulletin.models import Bulletin
from clubs import services as club_services
from clubs.guests.models import KnownGuest
from clubs.links.models import CapabilityLink
from clubs.links.services import make_table_link
from clubs.models import Club, ClubChange, ClubPlayer, Player
from games import services
from games.dix.analysis.reviews.reviews import find_hand_of, keep_judgement
from games.models import Change, Match, Proposal, Seat
from games.review import chance_jobs
from jobs.models import Job
from leaderboards.models import Feat, Found, Witness
from tests import factories
from tests.bulletin.evenings import DAY, published
from tests.factories import ALL_TAKEN, HAND, IN_100
from tests.games.dix.reviewed import SLIPPED, unjudged
from tests.permissions.cells import (
    CALLERS,
    CARRIED_TOGETHER,
    DEAD,
    NEIGHBOUR,
    NIGHT_LINKS,
    SEAT,
    WRONG,
)
from tests.permissions.clubs import OFFER
from tests.tournaments.stages import arranged
from tests.transmission.families import attested, played
from tournaments.links import make_link
from tournaments.models import Challenge, ClubEvening, EnteredTable, LogEntry, Tournament, Webhook
from transmission import models as lineage

# The club of each match with a hand that may be reviewed.
ANALYSED = {"analysed": "public", "secret": "private"}


class World:
    """Two clubs with a table each, and all kinds of callers."""

    # Tournaments that were made before the first test, by club and state.
    standing: dict[tuple[str, str], Tournament] = {}

    def __init__(self):
        self.clubs = {
            # Both clubs wait for the site's owner to confirm them, which changes nothing else
            # here.
            "public": factories.club("public", embeddable=True, confirmed_at=None),
            "private": factories.club("prive", public=False, embeddable=True, confirmed_at=None),
        }
        factories.club("ouvert", open_recording=True)
        self.accounts = {
            "other owner": factories.member(factories.club("autre"), "owner"),
            "site owner": factories.site_owner(),
        }
        for role in ("member", "scorer", "officer", "owner"):
            self.accounts[role] = factories.member(self.clubs["public"], role)
            self.clubs["private"].memberships.create(user=self.accounts[role], role=role)
        starter = factories.Caller(user=self.accounts["owner"])
        self.make_people()
        self.matches = {}
        for name, club in self.clubs.items():
            match = factories.started(club=club, by=starter)
            self.matches[name] = factories.recorded(match, HAND)
            # Two seats are made nameless; then a phone names the last one.
            Seat.objects.filter(match=match, number__in=(1, 3)).update(guest_name="")
            by = factories.by_link(match)
            services.sit(match_id=match.pk, seat=3, name="Dan", by=by)
        ended = factories.started(club=self.clubs["public"], by=starter, rules=IN_100)
        self.matches["ended"] = factories.recorded(ended, ALL_TAKEN)
        # Two finished matches with a hand that was recorded by its cards.
        for name, of in ANALYSED.items():
            over = factories.started(club=self.clubs[of], by=starter, rules={"target": 60})
            self.matches[name] = factories.recorded(over, {**SLIPPED, "bid": 60})
            # The hand is judged already, so whoever asks for its review need not wait.
            _table, hand = find_hand_of(over.pk, 1, factories.link(over))
            keep_judgement(hand, unjudged(hand))
        self.elsewhere = factories.started()
        self.begin()
        Match.objects.update(starter=None)
        self.elsewhere_club = factories.club("ailleurs")

        self.feats = {
            name: Feat.objects.create(game="dix", club=club, text="Dix", date="2026-01-01")
            for name, club in self.clubs.items()
        }
        # An event in a match of each club, for which a witness will be written.
        for name, club in self.clubs.items():
            values = {"value": 1, "params": {"seat": 0, "number": 1}, "number": 99}
            event = {"match": self.matches[name], "game": "dix", "code": "partie_won"}
            Found.objects.create(club=club, ended_at=timezone.now(), **event, **values)
        self.links, self.offers = {}, {}
        for name, club in self.clubs.items():
            self.links[name] = factories.made(self.matches[name], "see").link
            self.links[f"{name} club"], _token = factories.table_link(club)
            offered = factories.finished()
            self.offers[name] = Proposal.objects.create(match=offered, club=club)
        self.links["ended"] = factories.made(self.matches["ended"], "see").link
        self.make_lineage()
        self.evenings = {
            name: ClubEvening.objects.create(club=club, title="Tarot", date="2026-01-05")
            for name, club in self.clubs.items()
        }
        self.seasons = {name: season_of(club) for name, club in self.clubs.items()}
        self.bulletins = {
            name: published(club, self.accounts["site owner"]) for name, club in self.clubs.items()
        }
        # Somebody's own job, and jobs about finished matches.
        self.job = Job.objects.create(kind="essai", owner=factories.user())
        self.jobs = {
            name: Job.objects.create(
                kind=chance_jobs.KIND,
                # The job is for a club that does not exist, so whoever asks for the chances
                # starts another job.
                arguments={"match": self.matches[name].pk, "club": 0},
                owner=factories.user(),
            )
            for name in ("ended", *ANALYSED)
        }
        self.make_tokens()
        self.sessions = {caller: session_of(account) for caller, account in self.accounts.items()}

    def begin(self):
        """Reset what the last test made and received: its rows have been rolled back."""
        self.tournament, self.tournaments, self.cookies = None, dict(self.standing), {}
        # The stored rows before a call, which stay valid as long as no tournament is added.
        self.before = None
        # Every call has its own client, but all clients share one middleware.
        self.pages = ClientHandler(enforce_csrf_checks=False)
        self.programs = defaultdict(partial(ForceAuthClientHandler, enforce_csrf_checks=False))

    def make_tokens(self):
        """Make the tokens of the links that each holder may carry, by holder and subject."""
        self.tokens, owner = {}, factories.Caller(user=self.accounts["site owner"])
        for match in (*self.matches.values(), self.elsewhere):
            self.tokens["see", match.pk] = factories.made(match, "see").token
            self.tokens[SEAT, match.pk] = factories.made(match, "take_seat").token
            self.tokens["score", match.pk] = factories.made(match).token
            for caller, changes in DEATHS.items():
                self.tokens[caller, match.pk] = changed(factories.made(match), changes())
        self.nights = {}
        for name, club in {**self.clubs, "elsewhere": self.elsewhere_club}.items():
            made = partial(make_table_link, club=club, lasts=None, caller=owner)
            self.tokens["table", club.pk] = made().token
            for caller, changes in DEATHS.items():
                self.tokens[caller, club.pk] = changed(made(), changes())
            self.nights[name] = self.with_links(arranged(club, owner.user))

    def with_links(self, night):
        """Make links to see, score and run the tournament; return the tournament."""
        caller = factories.Caller(user=self.accounts["site owner"])
        for holder, kind in NIGHT_KINDS.items():
            made = make_link(tournament=night, kind=kind, lasts=None, caller=caller)
            self.tokens[holder, night.pk] = made.token
        return night

    def make_lineage(self):
        """Create in each club two people who have played, a proposed link, and a source."""
        self.lineage, self.sources = {}, {}
        for name, club in self.clubs.items():
            learner, source = played("Wanda", club), played("Ursule", club)
            for person in (self.players[name], self.others[name]):
                attested(person, club)
            ends = {"teacher": self.players[name], "learner": learner}
            self.lineage[name] = lineage.Link.objects.create(game="dix", club=club, **ends)
            self.sources[name] = lineage.Source.objects.create(game="dix", club=club, player=source)

    def make_people(self):
        """Create in each club a merged player with an account, two more people, and an invitation
        to be an owner.
        """
        owner = factories.Caller(user=self.accounts["site owner"])
        self.players, self.others, self.members, self.invited, self.known = {}, {}, {}, {}, {}
        for name, club in self.clubs.items():
            yves = factories.player("Yves", club, user=factories.user())
            double = factories.player("Yvon", club)
            club_services.merge(survivor=yves, absorbed=double, caller=owner)
            self.players[name] = yves
            self.others[name] = factories.player("Xavier", club)
            self.members[name] = club.memberships.create(user=factories.user())
            self.invited[name] = club_services.invite(club=club, caller=owner, role="owner")
            self.known[name] = KnownGuest.objects.create(club=club, player=yves, name="Invitée")

    def match(self, kind):
        """Return the match of that kind, or None if the address has none."""
        if kind.endswith("club"):
            return None
        name = kind.split()[0]
        return self.matches.get({"recent": "ended", "old": "ended"}.get(name, name))

    def club(self, kind):
        """Return the club of that kind, or of its match."""
        name = kind.split()[0]
        return self.clubs.get({"recent": "public", "old": "public", **ANALYSED}.get(name, name))

    def arrange(self, kind, caller):
        """Make the match the caller's own or another's, and set its end if the kind says so."""
        match = self.match(kind)
        if match is None:
            return
        own = kind.endswith("own")
        values = {"starter": self.accounts.get(caller) if own else None}
        if kind.startswith(("recent", "old")):
            ago = timedelta(hours=1) if kind.startswith("recent") else timedelta(days=2)
            values["finished_at"] = timezone.now() - ago
        Match.objects.filter(pk=match.pk).update(**values)

    def token(self, kind, caller):
        """Return the token of a table that the caller carries, or None."""
        match = self.match(kind)
        if WRONG in caller.split(CARRIED_TOGETHER):
            return "0" * 40
        if caller != "link":
            return None
        held = match if match is not None and kind.endswith("own") else self.elsewhere
        (token,) = factories.link(held).match_tokens.values()
        return token

    def carried(self, kind, caller):
        """Return the token of the capability link that the caller carries (several are joined), or
        None.
        """
        if caller in CALLERS:
            return None
        if CARRIED_TOGETHER in caller:
            held = (self.carried(kind, single) for single in caller.split(CARRIED_TOGETHER))
            return "~".join(token for token in held if token)
        night = self.nights.get(kind.split()[0], self.nights["elsewhere"])
        if caller in NIGHT_LINKS or (caller == "see" and kind.endswith("tournament")):
            night = self.tournament or night
        elif caller != NEIGHBOUR:
            if caller == "table" or (caller in DEAD and kind.endswith("club")):
                return self.tokens[caller, (self.club(kind) or self.elsewhere_club).pk]
            match = self.match(kind) if kind.endswith("own") else None
            return self.tokens[caller, (match or self.elsewhere).pk]
        return self.tokens[caller, night.pk]

    def address(self, route, row, kind, caller, carried=None):
        """Return the route with its parameters filled in."""
        match, club = self.match(kind), kind.split()[0]
        name = {"recent": "ended", "old": "ended"}.get(club, club)
        link = self.links.get(f"{club} club" if kind.endswith("club") else name)
        fills = {
            "<str:match_id>": match.pk if match else "AAAAAAAA",
            "<str:token>": carried or self.token(kind, caller) or "0" * 40,
            "<str:tournament_id>": self.tournament.pk if self.tournament else "AAAAAAAA",
            "<str:job_id>": self.jobs.get(name, self.job).pk,
            "<int:player_id>": str(self.players[club].pk) if club in self.players else "999999",
            "<slug:slug>": self.clubs[club].slug if club in self.clubs else "nulle-part",
            "<int:link_id>": str(link.pk if link else 999999),
            "<int:proposal_id>": str(self.offers[club].pk if club in self.offers else 999999),
        }
        season = self.seasons.get(club)
        fills["<str:challenge_id>"] = season.pk if season else "AAAAAAAA"
        fills["<int:table_id>"] = str(season.tables.get().pk if season else 999999)
        evening = self.evenings.get(club)
        fills["<str:evening_id>"] = evening.pk if evening else "AAAAAAAA"
        fills["<str:day>"] = DAY
        other = self.others.get(club)
        fills["<other>"] = str(other.pk if other else 999999)
        fills["<int:feat_id>"] = str(self.feats[club].pk if club in self.feats else 999999)
        if "<str:match_id>" in route and "records" in route and club in self.clubs:
            fills["<str:match_id>"] = self.matches[club].pk
        fills["<club>"] = fills["<slug:slug>"]
        if club in self.clubs:
            fills["<int:member_id>"] = str(self.members[club].pk)
            fills["<int:invitation_id>"] = str(self.invited[club].invitation.pk)
            fills["<int:known_id>"] = str(self.known[club].pk)
        else:
            of_a_club = ("<int:member_id>", "<int:invitation_id>", "<int:known_id>")
            fills |= dict.fromkeys(of_a_club, "999999")
        if "invitation" in route:
            fills["<str:token>"] = self.invited[club].token if club in self.invited else "A" * 32
        if self.tournament and "tournaments" in route:
            theirs = CapabilityLink.objects.filter(subject_id=self.tournament.pk).first()
            fills["<int:link_id>"] = str(theirs.pk if theirs else 999999)
        if "transmission" in route:
            link, source = self.lineage.get(club), self.sources.get(club)
            fills["<int:link_id>"] = str(link.pk if link else 999999)
            fills["<int:source_id>"] = str(source.pk if source else 999999)
        fills |= {f"<{how}:{name}>": text for name, text in row.fills.items() for how in HOW}
        route += row.query
        for place, text in fills.items():
            route = route.replace(place, text)
        assert "<" not in route
        return f"/{route}"

    def body(self, row, kind, route):
        """Return the posted data, with the club of the kind if the address does not name it."""
        of = ("clubs/<slug:slug>", "players/<int:player_id>", "challenges/<str:challenge_id>")
        named = any(part in route for part in of)
        slug = (
            None
            if named
            else {
                "public club": "public",
                "private club": self.clubs["private"].slug,
                "open club": "ouvert",
            }.get(kind)
        )
        data = {**row.data, "club": slug} if slug and row.data else row.data
        people = {"<other>": self.others, "<player>": self.players}
        if isinstance(data, dict) and people.keys() & set(map(str, data.values())):
            for name, text in data.items():
                if text in people:
                    known = people[text].get(kind.split()[0])
                    data = {**data, name: known.pk if known else 999999}
        if isinstance(data, dict) and OFFER in data.values():
            offer = self.offers.get(kind.split()[0])
            data = {name: offer.pk if offer else 0 for name in data if name != "club"}
        return data

    def tournament_at(self, kind, stage):
        """Return a tournament of that kind's club in that state, or None if the kind has no
        club.
        """
        name = kind.split()[0]
        if name not in self.clubs:
            return None
        if (name, stage) not in self.tournaments:
            made = arranged(
                self.clubs[name], self.accounts["site owner"], stage, **self.tournament_words(name)
            )
            self.tournaments[name, stage] = self.with_links(made)
            self.before = None
        return self.tournaments[name, stage]

    def make_tournaments(self, stages):
        """Make a tournament of each club in each of these states, for all tests."""
        for stage in stages:
            for name in self.clubs:
                self.tournament_at(name, stage)
        self.standing = self.tournaments

    def tournament_words(self, name):
        """Return fields with the names of a tournament of that club and of its entrants; none
        here.
        """
        return {}

    def ask(self, route, method, row, kind, caller):
        """Make one call and undo it; return its status, and whether it wrote anything."""
        self.tournament = (
            self.tournament_at(kind, row.stage) if "<str:tournament_id>" in route else None
        )
        # Each call is rolled back. The match's owner and end, which are arranged first, do not
        # count as writes.
        self.before = self.before or written()
        with transaction.atomic():
            self.arrange(kind, caller)
            carried = self.carried(kind, caller)
            cache.clear()  # sixteen callers from one address would be too many guesses
            address = self.address(route, row, kind, caller, carried)
            data = self.body(row, kind, route)
            response = self.answer(address, method, data, kind, caller, carried)
            self.inspect(response)
            wrote = written() != self.before
            transaction.set_rollback(True)
        return response.status_code, wrote

    def answer(self, address, method, data, kind, caller, carried=None):
        if address.startswith("/api/v1/"):
            client = self.program(kind, caller, carried)
            return getattr(client, method.lower())(address, data)
        return getattr(self.browser(kind, caller, carried), method.lower())(address, data)

    def program(self, kind, caller, carried=None):
        """Return an API client for the caller."""
        token, account = carried or self.token(kind, caller), self.accounts.get(caller)
        headers = {"X-Match-Token": token} if token else {}
        client = APIClient(raise_request_exception=False, headers=headers)
        client.handler = self.programs[account]
        if account:
            client.force_authenticate(account)
        return client

    def browser(self, kind, caller, carried=None):
        """Return a browser for the caller."""
        client = Client(raise_request_exception=False)
        client.handler = self.pages
        token = self.token(kind, caller)
        if token:
            match = self.match(kind)
            client.cookies["tables"] = f"{match.pk if match else 'AAAAAAAA'}:{token}"
        if carried:
            client.cookies["links"] = carried
        if caller in self.sessions:
            client.cookies[settings.SESSION_COOKIE_NAME] = self.sessions[caller]
        return client

    def inspect(self, response):
        """Check an answer: it must not lead away from the site, and the cookies that it sets are
        noted.
        """
        assert not leads_away(response.headers.get("Location", "")), response.headers["Location"]
        for name, cookie in response.cookies.items():
            if cookie["max-age"] == 0:
                continue  # taken away
            flags = (bool(cookie["httponly"]), cookie["samesite"], bool(cookie["secure"]))
            self.cookies[name] = flags


# The changes that make a link open nothing, by the name of its holder.
DEATHS = {
    "expired link": lambda: {
        "made_at": timezone.now() - timedelta(days=2),
        "expires_at": timezone.now() - timedelta(seconds=1),
    },
    "revoked link": lambda: {"revoked_at": timezone.now()},
    "namesake's scorer": lambda: {"kind": "score_tournament", "subject_kind": "tournament"},
    "namesake's runner": lambda: {"kind": "run_tournament", "subject_kind": "tournament"},
}


def season_of(club):
    """Return a challenge of the club, with an evening entered by hand."""
    season = Challenge.objects.create(
        club=club, name="Challenge", first="2025-09-01", last="2026-06-30"
    )
    row = {"people": [[None, "Anne"]], "rank": 1, "points": "12"}
    season.tables.create(name="Octobre", date="2025-10-04", rows=[row])
    return season


# The kind of link that each holder of a tournament's link carries.
NIGHT_KINDS = {
    "see": "see",
    "tournament's scorer": "score_tournament",
    "tournament's runner": "run_tournament",
    "neighbour's runner": "run_tournament",
}


def changed(made, changes):
    """Change the state of a new link; return its token."""
    CapabilityLink.objects.filter(pk=made.link.pk).update(**changes)
    return made.token


def session_of(account):
    """Return the session key of a browser in which the account has signed in."""
    client = Client()
    client.force_login(account)
    return client.cookies[settings.SESSION_COOKIE_NAME].value


def leads_away(address):
    """Whether a browser would leave the site by that address."""
    return bool(address) and not re.match(r"/(?![/\\])", address)


HOW = ("int", "slug", "str", "base36")


COUNTED = (Match, Change, Player, ClubPlayer, Club, ClubChange, CapabilityLink, Feat)
COUNTED += (Witness,)
COUNTED += (lineage.Link, lineage.Source, lineage.Attestation, lineage.Action)
COUNTED += (Tournament, LogEntry, Webhook, Job, Challenge, EnteredTable, ClubEvening)
# Rows whose state a call may change; those with this state are counted.
CHANGING = (
    (Club, "notice = ''"),
    (CapabilityLink, "revoked_at IS NULL"),
    (Proposal, "accepted IS NULL"),
    (Job, "state = 'cancelled'"),
    (Challenge, "name = 'Challenge'"),
    (Challenge, "frozen_at IS NULL"),
    (Bulletin, "version = 1"),
)
# The counts are read after every call, in one query and without the ORM.
COUNTS = "SELECT " + ", ".join(
    f"(SELECT count(*) FROM {model._meta.db_table} WHERE {which})"
    for model, which in (*((model, "1 = 1") for model in COUNTED), *CHANGING)
)
SALTS = f"SELECT salt FROM {Match._meta.db_table} ORDER BY id"


def written():
    """Return the counts of all that a call may add or change, and the matches' salts."""
    with connection.cursor() as cursor:
        cursor.execute(COUNTS)
        counts = cursor.fetchone()
        cursor.execute(SALTS)
        return [*counts, *cursor.fetchall()]
