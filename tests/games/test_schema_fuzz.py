"""A fuzzer driven by the OpenAPI document finds no 5xx, and no answer that the document does not
allow.

`make test` sends ten calls to each of a few of the operations, `make nightly` to the others.
"""

import json
import re
from contextlib import contextmanager

import pytest
import schemathesis
from django.core.signals import request_finished, request_started
from django.db import close_old_connections, connection, transaction
from django.utils import timezone
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from clubs import services as club_services
from clubs.callers import Caller
from clubs.links.models import CapabilityLink
from clubs.models import ApiToken
from clubs.services import token_digest
from games.dix.analysis.reviews.reviews import find_hand_of, keep_judgement
from jobs.models import Job
from leaderboards.models import Feat
from leaderboards.services import find_facts
from scorekeeper.wsgi import application
from tests import factories
from tests.bulletin.evenings import DAY, published
from tests.extents import some
from tests.factories import ALL_TAKEN, HAND, IN_100
from tests.games.dix.reviewed import SLIPPED, unjudged
from tests.permissions.tournaments import DEALT, PAST, PLAYED
from tests.permissions.world import season_of
from tests.tournaments.stages import arranged
from tests.transmission.families import linked, played
from tournaments.files.export import to_json
from tournaments.models import ClubEvening
from tournaments.queries import find
from tournaments.view import View
from transmission.models import Link, Source

pytestmark = pytest.mark.django_db

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]
ON_SQLITE = connection.vendor == "sqlite"
CALLS = 10
# If none of these calls succeeded, the operation is called again this many times.
AT_MOST = max(CALLS, 50)
SAME_EACH_TIME = settings(
    deadline=None,
    derandomize=True,
    database=None,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
)


def uncompressed(environ, start_response):
    """The site without compressed answers, which the fuzzer does not unpack."""
    environ.pop("HTTP_ACCEPT_ENCODING", None)
    return application(environ, start_response)


# Fetching the document reads no row, so it needs no database.
DOCUMENT = schemathesis.openapi.from_wsgi("/api/v1/schema/", uncompressed)
OPERATIONS = {
    operation.label: operation
    for operation in (result.ok() for result in DOCUMENT.get_all_operations())
}


@contextmanager
def undone():
    """Undo the writes of a call at the end of the block, and let the test's own transaction outlive
    the request.
    """
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    try:
        with transaction.atomic():
            yield
            transaction.set_rollback(True)
    finally:
        for signal in (request_started, request_finished):
            signal.connect(close_old_connections)


def lineage_of(club, owner):
    """Create people who are linked, a link that waits, a source, and a finished job with its file.
    Return their ids, and valid bodies.
    """
    charles, jean, zoe, raz = (played(name, club) for name in ("Charles", "Jean", "Zoé", "Raz"))
    linked(charles, jean, owner)
    waiting = Link.objects.create(game="dix", club=club, teacher=jean, learner=zoe)
    source = Source.objects.create(game="dix", club=club, player=raz)
    file_facts = {"name": "x.bin", "type": "application/octet-stream", "size": 1}
    job = Job.objects.create(
        kind="essai",
        owner=owner,
        state="done",
        result={"file": file_facts},
        payload=b"x",
        finished_at=timezone.now(),
    )
    text = "teacher,learner\nCharles,Zoé"
    bodies = {
        "links": {"teacher": charles.pk, "learner": zoe.pk, "date": "2020"},
        "sources": {"player": charles.pk, "kind": "family"},
        "attestations": {"player": jean.pk, "date": "2023-01-01", "witness": "Paule"},
        "import": {"format": "csv", "content": text, "club": club.slug},
    }
    return {
        "link_id": waiting.pk,
        "source_id": source.pk,
        "player_id": jean.pk,
        "new": charles.pk,
        "job_id": job.pk,
        "bodies": bodies,
    }


@pytest.fixture(scope="module")
def things(django_db_setup, django_db_blocker):
    """The things that calls may be about, created once for all tests; each call is undone."""
    with django_db_blocker.unblock(), transaction.atomic():
        yield furnished()
        transaction.set_rollback(True)


@pytest.fixture
def world(things, db):
    """The things that calls may be about, with access to the database."""
    return things


def furnished():
    """Create the things that calls may be about: an open club, a player, a running match, a
    finished one, and more.
    """
    club = factories.club("ouvert", open_recording=True)
    anne = factories.player("Anne", club)
    running = factories.table(None, HAND, club="ouvert")
    unnamed = factories.table(seats=[{"named": False} for _seat in range(4)])
    unnamed.call("post", "seats/3/", {"name": "Denise"})
    finished = factories.table(None, ALL_TAKEN, rules=IN_100)
    analysed = factories.table(None, {**SLIPPED, "bid": 60}, rules={"target": 60})
    # A player who stops on a hundred with four dice has made a decision that can be judged.
    two = [{"name": name} for name in ("Anne", "Bob")]
    few = {"throws": [{"dice": [1, 2, 3, 4, 6], "keep": [1]}]}
    turns = ({"points": 1000}, {"bust": True}, few, {"bust": True}, {"points": 900})
    judged = factories.table(None, *turns, game="dix-mille", seats=two, rules={"target": 2000})
    _table, hand = find_hand_of(analysed.id, 1, Caller())
    keep_judgement(hand, unjudged(hand))
    owner = factories.site_owner()
    ApiToken.objects.create(user=owner, digest=token_digest("jeton"))
    factories.site_owner()  # another one, so that the first may delete their account
    caller = factories.Caller(user=owner)
    double, other = factories.player("Annie", club), factories.player("Bruno", club)
    club_services.merge(survivor=anne, absorbed=double, caller=caller)
    invited = club_services.invite(club=club, caller=caller)
    given = factories.table(None, ALL_TAKEN, rules=IN_100)
    partie = {"bidder": 0, "partie": True, "taken": 100}
    event = factories.recorded(factories.started(club=club), partie)
    find_facts(match_id=event.pk)
    offer = given.call("post", "proposal/", {"club": "ouvert"}).json()
    stages = (
        *("ready", "hooked", "linked", "drafted", "published", "reported", "asked", "signing"),
        *("ladder", "challenged", "dealt", "wished"),
    )
    nights = {stage: arranged(club, owner, stage).pk for stage in stages}
    factories.club("vide")
    david = factories.player("David Roy", club)
    known = club_services.know_guests(club=club, people={"David": david}, caller=caller)["David"]
    view = View(find(nights["reported"], Caller(user=owner)), Caller(user=owner))
    return {
        "lineage": lineage_of(club, owner),
        "season": season_of(club),
        "evening": ClubEvening.objects.create(club=club, title="Tarot", date="2026-01-05").pk,
        "bulletin": published(club, owner).pk,
        "nights": nights,
        "night": json.loads(json.dumps(to_json(view))),
        "offer": offer["id"],
        "known guest": known.pk,
        "chloe": factories.player("Chloé Roy", club).pk,
        "link": finished.call("post", "links/", {"kind": "see"}).json()["id"],
        "table link": factories.table_link(club)[0].pk,
        "given": given,
        "analysed": analysed,
        "judged": judged,
        "joined": factories.table(None, {"bust": True}, game="dix-mille", seats=two),
        "event": event.pk,
        "token": "jeton",
        "export": running.body(),
        "tables": [running, finished],
        "unnamed": unnamed,
        "players": [anne.pk],
        "slugs": ["dix", "toy"],
        "night link": CapabilityLink.objects.get(subject_id=nights["linked"]).pk,
        "other": other.pk,
        "feat": Feat.objects.create(game="dix", club=club, text="Dix", date="2026-01-31").pk,
        "member": club.memberships.create(user=factories.user()).pk,
        "invitation": invited,
    }


@pytest.mark.parametrize("label", some(list(OPERATIONS), 48 if ON_SQLITE else 72))
def test_any_call_is_answered_as_described(label, world):
    statuses = fuzzed(label, world, CALLS)
    if min(statuses) >= 400:
        statuses = fuzzed(label, world, AT_MOST)
    assert min(statuses) < 400, "the fuzzer got nothing but refusals"


def fuzzed(label, world, calls):
    """Make `calls` random calls of an operation; return the set of statuses answered."""
    statuses = set()

    @settings(SAME_EACH_TIME, max_examples=calls)
    @given(case=OPERATIONS[label].as_strategy(), data=st.data())
    def fuzz(case, data):
        if data.draw(st.integers(0, 3)):
            aim(case, world, data.draw)
            if case.operation.method == "get":
                has = data.draw(st.sampled_from([{}, {}, {"If-None-Match": "*"}]))
                case.headers = {**(case.headers or {}), **has}
        with undone():
            response = case.call()
        case.validate_response(response, checks=CHECKS)
        statuses.add(response.status_code)

    fuzz()
    return statuses


# A question of the lab that is answered without a job.
SHAPES = ("dix", "repartitions")


def aim(case, world, draw):
    """Change the call so that it is about something that exists, with the right to it."""
    places = case.path_parameters or {}
    if "match_id" in places:
        running, finished = world["tables"]
        table = draw(st.sampled_from([running, running, running, finished]))
        if case.operation.path.endswith("/proposal/"):
            table = world["given"]
        elif case.operation.path.endswith("/review/"):
            table = world["analysed"]
        elif case.operation.path.endswith("/seats/"):
            table = world["joined"]
        elif case.operation.path.endswith("/seats/{seat}/"):
            table = world["unnamed"]
        elif case.operation.path.endswith("/decisions/"):
            table = world["judged"]
        elif case.operation.path.endswith("/{link_id}/"):
            table = world["tables"][1]
        places["match_id"] = table.id
        case.headers = {**(case.headers or {}), "X-Match-Token": table.token}
    if "number" in places:
        places["number"] = 1
    if "seat" in places:
        # A phone took the last seat, so that one can be freed.
        places["seat"] = 3 if case.operation.method == "delete" else 1
    if "player_id" in places:
        places["player_id"] = world["players"][0]
    if "slug" in places:
        of_club = "/clubs/" in case.operation.path
        places["slug"] = "ouvert" if of_club else draw(st.sampled_from(world["slugs"]))
        if case.operation.label == "DELETE /api/v1/clubs/{slug}/":
            places["slug"] = "vide"
    if "known_id" in places:
        places["known_id"] = world["known guest"]
    if "member_id" in places:
        places["member_id"] = world["member"]
    if "invitation_id" in places:
        places["invitation_id"] = world["invitation"].invitation.pk
    if "token" in places:
        places["token"] = world["invitation"].token
    if "link_id" in places:
        places["link_id"] = world["link" if "match_id" in places else "table link"]
    if "proposal_id" in places:
        places["proposal_id"] = world["offer"]
    if "code" in places:
        places |= {"slug": "dix", "match_id": world["event"], "code": "partie_won"}
    if "feat_id" in places:
        places |= {"slug": "dix", "feat_id": world["feat"]}
    if case.operation.path.endswith("/head-to-head/"):
        case.query = {"a": world["players"][0], "b": world["other"], "game": "dix"}
    if re.search("/(account|clubs|players|invitations|records)/", case.operation.path):
        case.headers = {**(case.headers or {}), "Authorization": f"Token {world['token']}"}
    if "day" in places:
        places["day"] = DAY
    if "challenge_id" in places:
        places["challenge_id"] = world["season"].pk
    if "evening_id" in places:
        places["evening_id"] = world["evening"]
    if "table_id" in places:
        places["table_id"] = world["season"].tables.get().pk
    if re.search("/(tournaments|challenges)/", case.operation.path):
        case.headers = {**(case.headers or {}), "Authorization": f"Token {world['token']}"}
    if "/labo/" in case.operation.path and places:
        question = ("bataille", "simulation") if case.operation.method == "post" else SHAPES
        places["game"], places["slug"] = question
        case.query = {}
        case.body = {"games": 20} if case.operation.method == "post" else case.body
        return
    if "tournament_id" in places:
        places["tournament_id"] = world["nights"][stage_of(case.operation)]
        if "link_id" in places:
            places["link_id"] = world["night link"]
        for key in ("table", "board"):
            if key in places:
                places[key] = 1
        if case.operation.path.endswith("/webhooks/"):
            case.query = {"url": "https://exemple.org/"}
    if re.search("/(transmission|jobs)/", case.operation.path):
        case.headers = {**(case.headers or {}), "Authorization": f"Token {world['token']}"}
        aim_lineage(case, world["lineage"], draw)
    elif isinstance(case.body, dict):
        case.body = closer(case, world, draw)


def aim_lineage(case, lineage, draw):
    """Change a call about a graph or a job so that it is about people and things that exist."""
    places, end = case.path_parameters, case.operation.path.rstrip("/").rsplit("/", 1)[-1]
    known = {name: lineage[name] for name in ("link_id", "source_id", "player_id", "job_id")}
    places.update({name: number for name, number in known.items() if name in places})
    if "game" in places:
        places["game"] = "dix"
    if case.operation.method == "get":
        queries = {
            "path": {"a": lineage["player_id"], "b": lineage["new"]},
            "export": {"format": draw(st.sampled_from(["csv", "gexf", "svg", "png"]))},
            "{game}": {"root": lineage["player_id"], "depth": draw(st.integers(0, 3))},
        }
        case.query = queries.get(end, {})
    elif isinstance(case.body, dict):
        sound = {"client_id": None, **lineage["bodies"].get(end, {})}
        wild = draw(st.lists(st.sampled_from(sorted(case.body)), max_size=2)) if case.body else []
        case.body = {**sound, **{name: case.body[name] for name in wild}}


# The stage that a tournament must have reached for a call to succeed, by method and end of the
# address.
STAGES = {
    ("get", ""): "published",
    ("delete", "webhooks"): "hooked",
    ("delete", "{link_id}"): "linked",
    ("patch", "{number}"): "drafted",
    ("post", "redraw"): "drafted",
    ("post", "publish"): "drafted",
    ("post", "withdraw"): "published",
    ("post", "close"): "reported",
    ("post", "result"): "published",
    ("put", "result"): "reported",
    ("post", "desk"): "published",
    ("delete", "result"): "reported",
    ("post", "confirm"): "reported",
    ("delete", "question"): "asked",
    ("post", "match"): "published",
    ("post", "sign-up"): "signing",
    ("get", "ladder"): "challenged",
    ("post", "ladder"): "ladder",
    ("post", "day"): "ladder",
    ("delete", "challenge"): "challenged",
}


def stage_of(operation):
    """Return the stage of a tournament at which a call can succeed."""
    end = operation.path.rstrip("/").rsplit("/", 1)[-1]
    if re.search("/entrants/(confirm|remove)/", operation.path):
        return "wished"
    if (
        operation.path.endswith("/result/preview/")
        or "/entrants/{number}/preview/" in operation.path
    ):
        return "reported"
    if "entrants" in operation.path:
        end = "entrants"
    if "/boards/" in operation.path:
        return "dealt"
    return STAGES.get((operation.method, end)) or STAGES.get((operation.method, ""), "ready")


# A valid body, by the end of the address.
NIGHT = {
    "tournaments": {"name": "T", "game": "dix", "format": "swiss", "club": "ouvert"},
    "past": {**PAST, "club": "ouvert"},
    "rounds": {"seed": "x"},
    "redraw": {"seed": "x"},
    "result": {"scores": [5, 3], "match": None, "forfeit": []},
    "desk": {"lines": [{"table": 1, "scores": [5, 3], "sure": True}]},
    "links": {"kind": "see"},
    "timer": {"action": "start", "minutes": 5},
    "webhooks": {"url": "https://exemple.org/", "secret": "s"},
    "entrants": {"name": "Zoé", "players": []},
    "sign-up": {"name": "Zoé"},
    "ladder": {"challenger": 2, "challenged": 1},
    "{board}": {"entry": PLAYED},
    "deal": DEALT,
}


def closer(case, world, draw):
    """Return the body with all its fields made valid, or all but some."""
    path, body = case.operation.path, case.body
    sound = {"club": "ouvert"} if "club" in body else {}
    sound |= {"other": world["other"]} if "other" in body else {}
    if "player" in body and "club" not in body and "days" in body:
        sound["player"] = None
    if "witness" in body:
        sound = {"text": "Trois dix", "date": "2026-01-31", "players": [], "club": "ouvert"}
        sound["witness"] = "Jean"
    if path.endswith("/players/"):
        sound = {"name": "Nadia", "club": "ouvert"}
    elif path.endswith("/matches/{match_id}/seats/"):
        sound = {"name": "Zoé", "player": None, "named": True}
    elif path.endswith("/{proposal_id}/"):
        sound = {"accept": True}
    elif path.endswith("/{member_id}/"):
        sound = {"role": "scorer"}
    elif path.endswith("/challenges/"):
        sound = {"name": "Saison", "first": "2026-09-01", "last": "2027-06-30", "club": "ouvert"}
    elif path.endswith("/challenges/{challenge_id}/"):
        sound = {"name": "Saison"}
    elif path.endswith("/challenges/{challenge_id}/tables/"):
        sound = {"name": "Mai", "date": "2026-05-02", "text": "Anne & Bruno ; 12"}
    elif path.endswith("/guests/") and case.operation.method == "post":
        sound = {"name": "Chloé", "player": world["chloe"]}
    elif path.endswith("/guests/"):
        sound = {"name": "Chloé", "spelling": "Chloe"}
    elif path.endswith("/notice/"):
        sound = {"text": "Mardi, 20 h"}
    elif path.endswith("/calendar/{evening_id}/"):
        sound = {"title": "Tarot", "start": None, "end": None, "date": "2026-01-05"}
    elif path.endswith("/calendar/"):
        sound = {"title": "Tarot", "date": timezone.localdate().isoformat()}
    elif "/bulletin/" in path:
        sound = {} if path.endswith("/remake/") else {"title": "La soirée", "published": True}
        sound |= {"after": None, "client_id": None} if "after" in body else {}
    elif path.endswith("/proposal/"):
        sound = {"club": "ouvert"}
    elif path.endswith("/matches/{match_id}/links/"):
        sound = {"kind": "see"}
    elif path.endswith("/seats/{seat}/"):
        sound = {"name": "Zoé"}
    elif path.endswith("/matches/"):
        sound = factories.start_body()
    elif path.endswith("/import/"):
        sound = world["export"]
    elif path.endswith(("/entries/", "/preview/", "/{number}/")):
        sound = HAND
    if "/tournaments/" in path:
        end = path.rstrip("/").rsplit("/", 1)[-1]
        sound = {**world["night"], "club": "ouvert"} if end == "import" else NIGHT.get(end, {})
        if end == "sign-up" and case.operation.method == "put":
            sound = {"open": True}
        if re.search("/entrants/(confirm|remove)/", path):
            sound = {"entrants": [3]}
        if end == "{number}" and "/rounds/" in path:
            sound = {"lock": [1]}
        if path.endswith("/result/preview/"):
            sound = {"scores": [5, 3]}
        if path.endswith("/entrants/{number}/preview/"):
            sound = {"state": "withdrawn"}
        if sound and draw(st.booleans()):
            return sound
        wild = draw(st.lists(st.sampled_from(sorted(body)), max_size=2)) if body else []
        return {**sound, **{name: body[name] for name in wild}}
    if sound and draw(st.booleans()):
        return sound
    wild = draw(st.lists(st.sampled_from(sorted(body)), max_size=2)) if body else []
    loose = ("/matches/", "/import/", "/players/", "/{proposal_id}/")
    if path.endswith((*loose, "/notice/", "/calendar/", "/{evening_id}/")):
        return {**sound, **{name: body[name] for name in wild}}
    return {**body, **{name: value for name, value in sound.items() if name not in wild}}
