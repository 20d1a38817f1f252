"""The API describes itself: the OpenAPI document, and the games' JSON Schemas."""

import html

import pytest
from django.utils import timezone
from jsonschema import Draft202012Validator, FormatChecker

from games.dix.analysis.reviews.reviews import find_hand_of, keep_judgement
from games.registry import installed
from jobs.models import Job
from leaderboards.services import find_facts
from tests import factories
from tests.bulletin.evenings import DAY, published
from tests.factories import ALL_TAKEN, FAILED, HAND, IN_100
from tests.games.dix.reviewed import SLIPPED, unjudged
from tests.leaderboards import builders
from tests.tournaments.evening import PAIRS, evening
from tests.transmission.families import House

pytestmark = pytest.mark.django_db
V1 = "/api/v1/"


@pytest.fixture(scope="module")
def document(django_db_setup, django_db_blocker):
    with django_db_blocker.unblock():
        return factories.api().get(f"{V1}schema/").json()


def as_json_schema(node, document):
    """Return an OpenAPI 3.0 schema as the JSON Schema that means the same."""
    if isinstance(node, list):
        return [as_json_schema(item, document) for item in node]
    if not isinstance(node, dict):
        return node
    if "$ref" in node:
        name = node["$ref"].rpartition("/")[2]
        return as_json_schema(document["components"]["schemas"][name], document)
    schema = {k: as_json_schema(v, document) for k, v in node.items() if k != "nullable"}
    if node.get("nullable"):
        return {"anyOf": [schema, {"type": "null"}]}
    return schema


def problems(document, path, method, response):
    """Return what an answer contains that its own description does not allow, as a list of
    texts.
    """
    answers = document["paths"][path][method]["responses"]
    code = str(response.status_code)
    if code not in answers:
        return [f"{code} is not described"]
    if code == "204":
        return ["something is answered"] if response.content else []
    content = answers[code]["content"]
    kind = response.headers["Content-Type"].partition(";")[0]
    schema = as_json_schema(content[kind]["schema"], document)
    if kind != "application/json":
        return [] if schema["type"] == "string" else ["a file is described as a text"]
    validator = Draft202012Validator(strict(schema), format_checker=FormatChecker())
    return [f"{list(e.path)}: {e.message}" for e in validator.iter_errors(response.json())]


def strict(node):
    """Return the schema, changed so that objects with described fields allow no other fields."""
    if isinstance(node, list):
        return [strict(item) for item in node]
    if not isinstance(node, dict):
        return node
    schema = {key: strict(value) for key, value in node.items()}
    if "properties" in node and "additionalProperties" not in node and "type" in node:
        schema["additionalProperties"] = False
    return schema


M = f"{V1}matches/"
ONE = f"{M}{{match_id}}/"


def calls():
    """Call every operation that answers JSON; yield (path, method, response)."""
    client = factories.api()
    club = factories.club("ouvert", open_recording=True)
    anne = factories.player("Anne", club)
    table = factories.table(None, HAND, club="ouvert")
    done = factories.table(None, ALL_TAKEN, rules=IN_100)
    given_up = factories.table(game="toy", seats=[{"name": "A"}, {"name": "B"}])
    given_up.patch(status="abandoned")
    client_id = "11111111-1111-4111-8111-111111111111"
    start = factories.start_body(client_id=client_id)
    yield V1, "get", client.get(V1)
    yield f"{V1}games/", "get", client.get(f"{V1}games/")
    yield f"{V1}games/{{slug}}/", "get", client.get(f"{V1}games/dix/")
    yield f"{V1}games/{{slug}}/", "get", client.get(f"{V1}games/tarot/")
    yield M, "get", client.get(M)
    yield M, "get", client.get(M, {"status": "x"})
    yield M, "post", client.post(M, start)
    yield M, "post", client.post(M, start)
    yield M, "post", client.post(M, start | {"first_dealer": 1})
    yield M, "post", client.post(M, {})
    follows, held = factories.start_body(follows=done.id), {"X-Match-Token": done.token}
    yield M, "post", client.post(M, follows, headers=held)
    yield f"{M}import/", "post", client.post(f"{M}import/", table.body())
    yield f"{M}import/", "post", client.post(f"{M}import/", {})
    for match in (table, done, given_up):
        yield ONE, "get", match.get()
        yield f"{ONE}history/", "get", match.get("history/")
        yield f"{ONE}series/", "get", match.get("series/")
        yield f"{ONE}chances/", "get", match.get("chances/")
        yield f"{ONE}chances/", "post", match.call("post", "chances/")
        yield f"{ONE}decisions/", "get", match.get("decisions/")
        yield f"{ONE}decisions/", "post", match.call("post", "decisions/")
        yield f"{ONE}export/", "get", match.get("export/")
    yield f"{ONE}entries/", "post", table.record(client_id=client_id)
    yield f"{ONE}entries/", "post", table.record(client_id=client_id)
    yield f"{ONE}entries/", "post", table.record(after=1)
    yield f"{ONE}entries/", "post", table.record({"bidder": 9})
    yield f"{ONE}entries/", "post", done.record()
    yield f"{ONE}preview/", "post", table.preview(FAILED)
    yield f"{ONE}preview/", "post", table.preview({})
    aside = f"{ONE}entries/{{number}}/aside/"
    yield aside, "post", table.call("post", "entries/9/aside/", {**FAILED, "rules": "-"})
    yield aside, "post", table.call("post", "entries/9/aside/", {})
    yield f"{ONE}rematch/", "post", done.call("post", "rematch/", {"rules": "-"})
    over = factories.table(None, {**SLIPPED, "bid": 60}, rules={"target": 60})
    judged = f"{ONE}entries/{{number}}/review/"
    yield judged, "get", over.get("entries/1/review/")
    _table, hand = find_hand_of(over.id, 1, factories.Caller())
    keep_judgement(hand, unjudged(hand))
    yield judged, "get", over.get("entries/1/review/")
    yield judged, "get", table.get("entries/1/review/")
    yield judged, "post", over.call("post", "entries/1/review/", {})
    yield judged, "post", table.call("post", "entries/1/review/", {})

    yield f"{ONE}entries/{{number}}/", "put", table.correct(1, FAILED)
    yield f"{ONE}entries/{{number}}/", "put", table.correct(9, FAILED)
    yield f"{ONE}entries/{{number}}/", "delete", table.take_back(1)
    yield f"{ONE}entries/{{number}}/", "delete", table.take_back(2)
    mille = factories.table(game="dix-mille", seats=[{"name": "A"}, {"name": "B"}])
    for match in (mille, table):
        yield f"{ONE}seats/", "post", match.call("post", "seats/", {"name": "Zoé"})
    yield f"{ONE}seats/{{seat}}/", "post", table.call("post", "seats/3/", {"name": "Zoé"})
    yield f"{ONE}seats/{{seat}}/", "post", table.call("post", "seats/3/", {"name": "Zoé"})
    yield f"{ONE}seats/{{seat}}/", "delete", table.call("delete", "seats/3/")
    yield ONE, "patch", table.patch(seats=[{"seat": 0, "player": anne.pk}])
    yield ONE, "patch", client.patch(table.url(), {})
    yield f"{V1}players/", "get", client.get(f"{V1}players/")
    yield f"{V1}players/", "post", client.post(f"{V1}players/", {"name": "B", "club": "ouvert"})
    yield f"{V1}players/", "post", client.post(f"{V1}players/", {"name": "b", "club": "ouvert"})
    yield f"{V1}players/{{player_id}}/", "get", client.get(f"{V1}players/{anne.pk}/")
    yield f"{V1}clubs/", "get", client.get(f"{V1}clubs/")
    owner = factories.api(factories.site_owner())
    new = {"name": "Le neuf", "slug": "neuf", "city": "Montréal"}
    yield f"{V1}clubs/", "post", owner.post(f"{V1}clubs/", new)
    yield f"{V1}clubs/", "post", owner.post(f"{V1}clubs/", new)
    yield f"{V1}clubs/", "post", client.post(f"{V1}clubs/", new)
    yield f"{V1}clubs/{{slug}}/", "get", client.get(f"{V1}clubs/ouvert/")
    own = factories.api(factories.member(club, "owner"))
    yield f"{V1}account/", "get", client.get(f"{V1}account/")
    yield f"{V1}account/", "get", own.get(f"{V1}account/")
    yield f"{V1}account/export/", "get", own.get(f"{V1}account/export/")
    yield f"{V1}account/", "delete", own.delete(f"{V1}account/")
    anyone = factories.api(factories.member(club))
    yield f"{V1}account/", "delete", anyone.delete(f"{V1}account/")
    yield from board_calls(owner, club, anne)
    yield from calls_of_people(owner, club, anne)
    yield from link_calls(client, owner, done)
    yield from bulletin_calls(client, owner, club)
    yield from proposal_calls(client, owner)
    yield from lineage_calls()
    yield from job_calls()
    yield from lab_calls()


def lab_calls():
    """Call the operations of the lab; yield (path, method, response)."""
    api, question = factories.api(), f"{V1}labo/{{game}}/{{slug}}/"
    yield f"{V1}labo/", "get", api.get(f"{V1}labo/")
    yield f"{V1}labo/engines/", "get", api.get(f"{V1}labo/engines/")
    for game, slug in (("dix", "main-sure"), ("yams", "cases"), ("maitre", "ce-qui-manque")):
        yield question, "get", api.get(f"{V1}labo/{game}/{slug}/")
    yield question, "get", api.get(f"{V1}labo/dix/rien/")
    yield question, "get", api.get(f"{V1}labo/dix/ma-main/?cards=AS")
    yield question, "post", api.post(f"{V1}labo/bataille/simulation/", {"games": 10}, format="json")
    yield question, "post", api.post(f"{V1}labo/bataille/simulation/", {"games": 0}, format="json")


def job_calls():
    """Call the operations on a job; yield (path, method, response)."""
    account, job_path = factories.user(), f"{V1}jobs/{{job_id}}/"
    job = Job.objects.create(kind="essai", owner=account)
    place = f"{V1}jobs/{job.pk}/"
    made = Job.objects.create(
        kind="essai",
        owner=account,
        state="done",
        finished_at=timezone.now(),
        payload=b"x",
        result={"file": {"name": "x.bin", "type": "application/octet-stream", "size": 1}},
    )
    for client in (factories.api(account), factories.api()):
        yield f"{job_path}file/", "get", client.get(f"{V1}jobs/{made.pk}/file/")
        yield job_path, "get", client.get(place)
        yield job_path, "delete", client.delete(place)


def lineage_calls():
    """Call the operations on a graph; yield (path, method, response)."""
    house, game_path = House().tell(), f"{V1}transmission/{{game}}/"
    api, place = factories.api(house.officer), f"{V1}transmission/dix/"
    jean, raz = house.jean.pk, house.raz.pk
    yield game_path, "get", api.get(place)
    yield game_path, "get", api.get(f"{place}?root=0")
    yield f"{game_path}path/", "get", api.get(f"{place}path/?a={jean}&b={house.bruno.pk}")
    yield f"{game_path}path/", "get", api.get(f"{place}path/")
    for player in (jean, raz, 0):
        yield f"{game_path}players/{{player_id}}/", "get", api.get(f"{place}players/{player}/")
    for kind in ("csv", "graphml", "gexf", "dot", "json", "svg", "png", "xls"):
        yield f"{game_path}export/", "get", api.get(f"{place}export/?format={kind}")
    source = api.post(f"{place}sources/", {"player": raz, "kind": "self_taught"})
    yield f"{game_path}sources/", "post", source
    where = f"{place}sources/{source.json()['id']}/"
    yield f"{game_path}sources/{{source_id}}/", "delete", api.delete(where)
    attested = {"player": raz, "date": "2024-11-18", "witness": "Jean"}
    yield f"{game_path}attestations/", "post", api.post(f"{place}attestations/", attested)
    proposed = factories.api(house.member).post(f"{place}links/", {"teacher": jean, "learner": raz})
    yield f"{game_path}links/", "post", proposed
    yield (
        f"{game_path}links/",
        "post",
        api.post(f"{place}links/", {"teacher": raz, "learner": jean}),
    )
    where = f"{place}links/{proposed.json()['id']}/"
    yield f"{game_path}links/{{link_id}}/confirm/", "post", api.post(f"{where}confirm/")
    yield f"{game_path}links/{{link_id}}/", "delete", api.delete(where)
    file = {"format": "csv", "content": "teacher,learner\nJean,Raz", "club": "aediroum"}
    yield f"{game_path}import/", "post", api.post(f"{place}import/", file)
    yield f"{game_path}import/", "post", api.post(f"{place}import/", {**file, "preview": False})
    yield f"{game_path}import/", "post", api.post(f"{place}import/", {**file, "format": "graphml"})


def board_calls(owner, club, anne):
    others = [factories.player(name, club) for name in ("Bruno", "Chloé", "David")]
    ended = builders.ended("dix", club, [anne, *others], [510, 260])
    builders.recount(matches=[ended.pk])
    find_facts(match_id=factories.finished(club=club).pk)
    board, curve = f"{V1}leaderboards/{{slug}}/", f"{V1}players/{{player_id}}/ratings/{{slug}}/"
    for query in ("", "?kind=pairs", "?season=x"):
        yield board, "get", owner.get(f"{V1}leaderboards/dix/{query}")
    yield curve, "get", owner.get(f"{V1}players/{anne.pk}/ratings/dix/")
    duel = {"a": anne.pk, "b": others[0].pk, "game": "dix"}
    yield f"{V1}head-to-head/", "get", owner.get(f"{V1}head-to-head/", duel)
    yield f"{V1}head-to-head/", "get", owner.get(f"{V1}head-to-head/")
    records = f"{V1}records/{{slug}}/"
    feat = {"text": "Trois", "date": "2026-01-31", "club": club.slug, "players": [anne.pk]}
    written = owner.post(f"{V1}records/dix/", feat)
    yield records, "post", written
    yield records, "get", owner.get(f"{V1}records/dix/")
    partie = {"bidder": 0, "partie": True, "taken": 100}
    won = factories.recorded(factories.started(club=club), partie).pk
    find_facts(match_id=won)
    yield records, "get", owner.get(f"{V1}records/dix/")
    event, event_url = f"{records}{{match_id}}/{{code}}/", f"{V1}records/dix/{won}/partie_won/"
    yield event, "put", owner.put(event_url, {"witness": "Jean"})
    yield event, "put", owner.put(event_url, {"witness": "x" * 81})
    yield (
        f"{records}{{feat_id}}/",
        "delete",
        owner.delete(f"{V1}records/dix/{written.json()['id']}/"),
    )


def bulletin_calls(client, owner, club):
    here = f"{V1}clubs/{{slug}}/bulletin/"
    day_path, at = f"{here}{{day}}/", f"{V1}clubs/{club.slug}/bulletin/{DAY}/"
    yield day_path, "get", client.get(at)
    published(club, factories.site_owner())
    yield here, "get", client.get(f"{V1}clubs/{club.slug}/bulletin/")
    yield day_path, "get", client.get(at)
    yield day_path, "patch", owner.patch(at, {"title": "Bravo", "text": "Quelle soirée."})
    yield day_path, "patch", owner.patch(at, {"title": "Bravo", "after": 1})
    yield day_path, "patch", owner.patch(at, {"text": "\u0000"})
    yield day_path, "patch", client.patch(at, {"published": False})
    yield f"{day_path}remake/", "post", owner.post(f"{at}remake/", {})


def link_calls(client, owner, table):
    links, link_path = f"{ONE}links/", f"{ONE}links/{{link_id}}/"
    made = table.call("post", "links/", {"kind": "see"})
    yield links, "post", made
    yield links, "post", table.call("post", "links/", {"kind": "run_tournament"})
    yield links, "post", table.call("post", "links/", {"kind": "see", "lasts": "always"})
    yield links, "get", table.get("links/")
    yield links, "get", client.get(table.url("links/"))
    yield link_path, "delete", client.delete(table.url(f"links/{made.json()['id']}/"))
    yield links, "delete", table.call("delete", "links/")
    of_club = f"{V1}clubs/ouvert/links/"
    yield f"{V1}clubs/{{slug}}/links/", "post", owner.post(of_club, {"lasts": "year"})
    yield f"{V1}clubs/{{slug}}/links/", "post", client.post(of_club, {})
    yield f"{V1}clubs/{{slug}}/links/", "get", owner.get(of_club)
    yield f"{V1}clubs/{{slug}}/links/{{link_id}}/", "delete", owner.delete(f"{of_club}0/")


def guest_calls(owner, club, player):
    """Yield calls about a guest of a club: found, respelt, known as a player, parted."""
    path, address = f"{V1}clubs/{{slug}}/guests/", f"{V1}clubs/{club.slug}/guests/"
    names = [{"name": name} for name in ("Zed", "Yan", "Xav", "Will")]
    factories.table(owner, club=club.slug, seats=names)
    yield path, "get", owner.get(f"{address}?name=zed")
    yield path, "patch", owner.patch(address, {"name": "Zed", "spelling": "Zéd"})
    yield path, "patch", owner.patch(address, {"name": "Zed", "spelling": "Other"})
    known = owner.post(address, {"name": "Zed", "player": player.pk})
    yield path, "post", known
    yield path, "post", owner.post(address, {"name": "Nobody", "player": player.pk})
    part = f"{address}{known.json()['id']}/"
    for _call in range(2):
        yield f"{path}{{known_id}}/", "delete", owner.delete(part)


def public_calls(owner, many, here):
    """Call the operations on the noticeboard, the calendar, the honours, and a club's confirmation;
    yield (path, method, response).
    """
    yield f"{many}confirm/", "post", owner.post(f"{here}confirm/")
    yield f"{many}confirm/", "post", factories.api(factories.site_owner()).post(f"{here}confirm/")
    yield f"{many}notice/", "put", owner.put(f"{here}notice/", {"text": "Mardi"})
    yield f"{many}notice/", "put", owner.put(f"{here}notice/", {})
    date = timezone.localdate().isoformat()
    evening = {"title": "Soirée", "date": date, "start": "20:30", "weeks": 2}
    written = owner.post(f"{here}calendar/", evening)
    yield f"{many}calendar/", "post", written
    yield f"{many}calendar/", "post", owner.post(f"{here}calendar/", {**evening, "weeks": 0})
    yield f"{many}calendar/", "get", factories.api().get(f"{here}calendar/")
    yield f"{many}calendar.ics", "get", factories.api().get(f"{here}calendar.ics")
    evening_path, place = (
        f"{many}calendar/{{evening_id}}/",
        f"{here}calendar/{written.json()[0]['id']}/",
    )
    yield evening_path, "get", factories.api().get(place)
    yield evening_path, "patch", owner.patch(place, {"cancelled": True})
    yield evening_path, "patch", owner.patch(place, {"start": None, "end": "22:00"})
    yield evening_path, "delete", owner.delete(place)
    yield f"{many}honours/", "get", owner.get(f"{here}honours/")
    yield f"{many}honours/", "get", owner.get(f"{here}honours/?year=x")


def proposal_calls(client, owner):
    table, other = factories.table(), factories.table()
    offers = f"{ONE}proposal/"
    yield offers, "get", table.get("proposal/")
    offered = table.call("post", "proposal/", {"club": "ouvert"})
    yield offers, "post", offered
    yield offers, "post", table.call("post", "proposal/", {"club": "nulle-part"})
    yield offers, "get", table.get("proposal/")
    yield offers, "delete", other.call("delete", "proposal/")
    of_club = f"{V1}clubs/ouvert/proposals/"
    yield f"{V1}clubs/{{slug}}/proposals/", "get", owner.get(of_club)
    yield f"{V1}clubs/{{slug}}/proposals/", "get", client.get(of_club)
    decide = f"{of_club}{offered.json()['id']}/"
    proposal_path = f"{V1}clubs/{{slug}}/proposals/{{proposal_id}}/"
    yield proposal_path, "post", owner.post(decide, {"accept": True})
    yield proposal_path, "post", owner.post(decide, {"accept": False})
    yield proposal_path, "post", owner.post(decide, {})


def calls_of_people(owner, club, anne):
    """Call the operations about members, invitations, mergers, and a player's matches; yield (path,
    method, response).
    """
    player_path, many = f"{V1}players/{{player_id}}/", f"{V1}clubs/{{slug}}/"
    place, here = f"{V1}players/{anne.pk}/", f"{V1}clubs/{club.slug}/"
    other = factories.player("Annie", club)
    yield player_path, "patch", owner.patch(place, {"shown": "initials"})
    yield player_path, "patch", owner.patch(place, {"name": "annie"})
    yield f"{player_path}matches/", "get", owner.get(f"{place}matches/")
    yield f"{player_path}stats/", "get", owner.get(f"{place}stats/")
    yield f"{player_path}merge/", "post", owner.post(f"{place}merge/", {"other": anne.pk})
    yield f"{player_path}merge/", "post", owner.post(f"{place}merge/", {"other": other.pk})
    yield f"{player_path}merge/", "delete", owner.delete(f"{place}merge/")
    yield f"{player_path}merge/", "delete", owner.delete(f"{place}merge/")
    yield many, "patch", owner.patch(here, {"city": "", "default_presets": {"toy": "court"}})
    yield many, "patch", factories.api().patch(here, {})
    yield from public_calls(owner, many, here)
    unused = factories.club(name="Unused")
    for slug in (unused.slug, club.slug):
        yield many, "delete", factories.api(factories.site_owner()).delete(f"{V1}clubs/{slug}/")
    invited = owner.post(f"{here}members/", {"role": "officer", "player": anne.pk})
    yield f"{many}members/", "post", invited
    yield f"{many}invitations/", "get", owner.get(f"{here}invitations/")
    guest, offer = factories.api(factories.user()), f"{V1}invitations/{invited.json()['token']}/"
    yield f"{V1}invitations/{{token}}/", "get", guest.get(offer)
    yield f"{V1}invitations/{{token}}/", "post", guest.post(offer, {})
    yield f"{V1}invitations/{{token}}/", "post", guest.post(offer, {})
    yield from guest_calls(owner, club, other)
    for query in ("", "?format=xlsx", "?format=xls", "?dialect=fr"):
        yield f"{many}players/export/", "get", owner.get(f"{here}players/export/{query}")
    members = owner.get(f"{here}members/")
    yield f"{many}members/", "get", members
    member = f"{here}members/{members.json()['results'][0]['id']}/"
    yield f"{many}members/{{member_id}}/", "patch", owner.patch(member, {"role": "scorer"})
    yield f"{many}members/{{member_id}}/", "delete", owner.delete(member)
    yield f"{player_path}account/", "delete", owner.delete(f"{place}account/")
    unused = owner.post(f"{here}members/", {}).json()["id"]
    back = owner.delete(f"{here}invitations/{unused}/")
    yield f"{many}invitations/{{invitation_id}}/", "delete", back
    off = owner.delete(f"{here}players/{other.pk}/")
    yield f"{many}players/{{player_id}}/", "delete", off
    yield f"{many}changes/", "get", owner.get(f"{here}changes/")
    yield player_path, "delete", guest.delete(place)
    yield player_path, "delete", owner.delete(place)


# By day the long calculations are only started. At night they are also run, because compiling
# them takes most of a minute.
@pytest.mark.parametrize("works", ["dummy", pytest.param("immediate", marks=pytest.mark.nightly)])
def test_every_answer_is_what_the_document_says(document, settings, works):
    backend = f"django_tasks.backends.{works}.{works.title()}Backend"
    settings.TASKS = {"default": {"BACKEND": backend}}
    wrong, seen = [], set()
    for path, method, response in calls():
        seen.add((path, method))
        faults = problems(document, path, method, response)
        wrong += [(method, path, response.status_code, problem) for problem in faults]
    assert wrong == []
    # The operations on tournaments and challenges are called in
    # tests/tournaments/api/test_schema.py.
    assert seen == {
        (path, method)
        for path in document["paths"]
        for method in document["paths"][path]
        if not path.startswith((f"{V1}tournaments/", f"{V1}challenges/"))
    }


def test_the_document_describes_every_operation_with_a_name_and_its_errors(document):
    names = []
    for path, operations in document["paths"].items():
        for operation in operations.values():
            names.append(operation["operationId"])
            assert operation["description"], path
            assert {"400", "401", "403", "404", "405", "409", "413", "415", "429"} <= set(
                operation["responses"]
            )
    assert len(names) == len(set(names)) == 179


def test_the_docs_page_lists_every_operation(document):
    page = factories.browser().get("/api/v1/docs/")
    text = page.content.decode()
    assert page.status_code == 200
    assert [path for path in document["paths"] if path not in text] == []


# -- games/ -----------------------------------------------------------------------------------


def test_games_lists_the_games_installed():
    bodies = factories.api().get(f"{V1}games/").json()
    assert [body["slug"] for body in bodies] == [game.slug for game in installed.games()]
    assert {"dix", "toy"} <= {body["slug"] for body in bodies}
    for body in bodies:
        assert factories.api().get(f"{V1}games/{body['slug']}/").json() == body


def test_the_game_of_10_says_who_plays_and_with_which_rulesets():
    body = factories.api().get(f"{V1}games/dix/").json()
    assert (body["name"], body["min_players"], body["max_players"], body["sides"]) == (
        "Jeu du 10",
        4,
        4,
        2,
    )
    assert [preset["slug"] for preset in body["presets"]] == [
        "traditionnel",
        "as-penalises",
        "reussie-ou-zero",
        "achat-points",
        "achat-argent",
        "competitif",
        "competitif-argent",
        "ruff",
    ]
    money = body["presets"][4]
    assert money["rules"] == {
        "deck": 40,
        "card_values": "traditional",
        "bid_format": "buy_money",
        "target": 500,
        "min_bid": 1,
        "defence_cap": None,
        "partie": "forbidden",
        "partie_stake": 500,
        "both_reach": "highest",
        "initial_money": 20,
        "first_dealer": 3,
    }


def test_the_sixth_game_says_its_range_of_players():
    body = factories.api().get(f"{V1}games/toy/").json()
    assert (body["min_players"], body["max_players"], body["sides"]) == (2, 4, None)


def test_an_unknown_game_is_404():
    assert factories.api().get(f"{V1}games/tarot/").status_code == 404


def test_a_game_says_where_a_match_would_have_no_chances():
    """It says so before the match, over HTTP as on the form and on a tournament's page of rules."""
    body = factories.api().get(f"{V1}games/dix/").json()
    assert set(body["chances_limits"]) == {"target", "initial_money", "partie_stake"}
    assert body["chances_limits"].keys() <= body["rules_schema"]["properties"].keys()
    assert factories.api().get(f"{V1}games/yams/").json()["chances_limits"] is None
    night = evening(*PAIRS)
    officer = factories.browser(factories.member(night.club, "officer"))
    for address in ("/jouer/dix/", f"/tournois/{night.id}/regles/"):
        page = html.unescape(officer.get(address).content.decode())
        assert [text for text in body["chances_limits"].values() if page.count(text) != 1] == []


def schemas(slug):
    body = factories.api().get(f"{V1}games/{slug}/").json()
    return body["rules_schema"], body["entry_schema"], body["presets"]


@pytest.mark.parametrize("slug", [game.slug for game in installed.games()])
def test_the_schemas_of_a_game_are_schemas_and_accept_its_presets(slug):
    rules_schema, entry_schema, presets = schemas(slug)
    Draft202012Validator.check_schema(rules_schema)
    Draft202012Validator.check_schema(entry_schema)
    validator = Draft202012Validator(rules_schema)
    assert [preset["slug"] for preset in presets if not validator.is_valid(preset["rules"])] == []


ENTRIES = [
    {"bidder": 1, "bid": 70, "defenders_bid": True, "trump": "hearts", "taken": 60},
    {"bidder": 2, "partie": True, "taken": 100},
    {"taken": 60, "auction": [{"seat": 1, "call": 55}, {"seat": 2, "call": "pass"}]},
    {"auction": [{"seat": 1, "call": "partie"}], "trump": "clubs", "tricks": [["10H", "AS"]]},
    {"bidder": 1, "bid": 70, "taken": 60, "trump": None, "auction": None, "tricks": None},
]
NO_ENTRIES = [
    {"bidder": "1"},
    {"bidder": 1.5},
    {"bid": True},
    {"trump": "none"},
    {"partie": "yes"},
    {"auction": [{"seat": 1}]},
    {"auction": [{"seat": 1, "call": "double"}]},
    {"auction": [{"seat": 4, "call": 50}]},
    {"tricks": [[10]]},
    [],
]


@pytest.mark.parametrize("entry", ENTRIES)
def test_the_entry_schema_accepts_the_specs_examples(entry):
    assert list(Draft202012Validator(schemas("dix")[1]).iter_errors(entry)) == []


@pytest.mark.parametrize("entry", NO_ENTRIES)
def test_the_entry_schema_refuses_what_the_api_refuses(entry):
    assert not Draft202012Validator(schemas("dix")[1]).is_valid(entry)
    assert factories.table().preview(entry).status_code == 400


def test_the_entry_schema_of_the_sixth_game_wants_its_dice():
    validator = Draft202012Validator(schemas("toy")[1])
    assert validator.is_valid({"values": [1, 2]})
    assert not validator.is_valid({})
    assert not validator.is_valid({"values": ["1"]})


# -- The first answer, and the page for people ------------------------------------------------


def test_the_index_names_where_to_begin_and_every_address_answers():
    index = factories.api().get(V1)
    assert index.json() == {
        "docs": f"{V1}docs/",
        "schema": f"{V1}schema/",
        "games": f"{V1}games/",
        "matches": f"{V1}matches/",
        "players": f"{V1}players/",
        "clubs": f"{V1}clubs/",
        "tournaments": f"{V1}tournaments/",
    }
    assert {factories.api().get(url).status_code for url in index.json().values()} == {200}


def test_the_document_has_a_body_of_each_game_that_the_game_takes(document):
    content = document["paths"][f"{M}{{match_id}}/entries/"]["post"]["requestBody"]["content"]
    examples = content["application/json"]["examples"]
    assert set(examples) == {game.slug for game in installed.games()}
    for slug, example in examples.items():
        game = installed.game_of(slug)
        seats = game.seats.most or max(game.seats.least, 4)
        body = {"game": slug, "seats": [{"name": f"P{seat}"} for seat in range(seats)]}
        table = factories.table(**body)
        assert table.record(example["value"]).status_code == 201, slug


def test_the_page_shows_the_fields_of_seats_of_lines_and_of_answers():
    page = factories.browser().get(f"{V1}docs/").content.decode()
    for field in ("seats[].name", "bidder", "auction[].call", "coffre.major_rank"):
        assert f"<code>{field}</code>" in page
    assert "Points captured by the bidder&#x27;s side." in page
    assert 'id="shape-MatchAnswer"' in page
    assert "<code>player</code> or <code>name</code>, one of the two." in page
    assert "`" not in page
    assert "<code>entries[].line.notes[].text</code>" in page
