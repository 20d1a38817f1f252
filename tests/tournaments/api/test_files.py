"""Tests of tournaments as files: an export that is imported again gives the same tournament."""

import pytest

from tests import factories
from tests.extents import some
from tests.tournaments.api.test_tournaments import rows_and_log
from tests.tournaments.evening import BASE, PAIRS, Evening, evening, result_of
from tournaments import storage
from tournaments.formats.installed import FORMATS
from tournaments.formats.rotation.draw import KINDS
from tournaments.log_queries import as_it_was
from tournaments.models import LogEntry, Tournament

pytestmark = pytest.mark.django_db

# Three players and two rounds. In round 1 player 1 beats 2. In round 2 players 1 and 3 draw, and 2
# has the bye.
TRF = "\n".join(
    [
        "012 Tournoi d'essai",
        "XXR 3",
        "001    1      Anne                              1800 ".ljust(80)
        + " 1.5    1     2 w 1     3 b =",
        "001    2      Bruno                             1700 ".ljust(80)
        + " 1.0    2     1 b 0  0000 - U",
        "001    3      Chloe".ljust(80) + " 1.5    1  0000 - U     1 w =",
    ]
)


def taken_back(night, **changes):
    exported = night.do("get", "export/?format=json")
    answer = night.client.post(f"{BASE}import/", {**exported, "club": night.club.slug, **changes})
    assert answer.status_code == 201, answer.content
    return Evening(answer.json()["id"], night.client, night.club), exported


@pytest.mark.parametrize(
    "slug", some(["swiss", "single_elimination", "double_elimination", "groups"], 2)
)
def test_our_json_comes_back_to_the_letter(slug):
    night = evening(*PAIRS, format=slug)
    first = night.draw()
    night.play(first)
    night.draw()
    night.do("put", result_of(first, first["tables"][0]), {"scores": [9, 2], "later": "keep"})
    night.do("patch", "entrants/2/", {"state": "withdrawn"})
    again, exported = taken_back(night)
    assert again.do("get", "export/?format=json")["log"][1:] == exported["log"][1:]
    for rest in ("standings/", "bracket/"):
        assert again.do("get", rest) == night.do("get", rest)
    assert [table["why"] for table in again.do("get", "rounds/2/")["tables"]] == [
        table["why"] for table in night.do("get", "rounds/2/")["tables"]
    ]
    rows, log = rows_and_log(again.id)
    assert rows == log


WAYS = [
    *((slug, {}) for slug in sorted(FORMATS) if slug != "rotation"),
    *(("rotation", {"movement": kind}) for kind in KINDS),
    ("groups", {"pool_style": "barrage", "b_final": True, "third_place": True}),
    ("single_elimination", {"cadrage": True, "b_final": True}),
    ("cascade", {"depth": 3}),
    ("maastricht", {"split": "wins"}),
    ("cumulative", {"draw_by": "standing", "deals": 3}),
    ("tables", {"place_points": [7, 4, 2], "later_rounds": "spread"}),
    ("swiss", {"points": {"win": 3, "draw": 1, "loss": 0}, "bye_score": [500, 350]}),
]


def next_round(night, number):
    """Draw and publish a round, and return it. On a ladder, challenge instead."""
    if night.do("get")["format"] == "ladder":
        may = [(row["entrant"], row["may"]) for row in night.do("get", "ladder/")["rows"]]
        for challenger, others in may[1::3]:
            body = {"challenger": challenger, "challenged": others[0]}
            assert night.call("post", "ladder/", body).status_code in (201, 400)
        return night.do("get", f"rounds/{number}/")
    return night.draw()


def closed(night, drawn, forfeit=None):
    """Report the result of each table and close the round.

    At the first table the first `forfeit` sides forfeit, if that is given.
    """
    tables = [drawn_table for drawn_table in drawn["tables"] if not drawn_table["bye"]]
    for at, table in enumerate(tables):
        scores = {"scores": [500 - 60 * side for side in range(len(table["sides"]))]}
        gone = {"forfeit": [entrant for side in table["sides"][:forfeit] for entrant in side]}
        result = gone if forfeit and not at else scores
        night.do("post", f"rounds/{drawn['number']}/tables/{table['number']}/result/", result)
    night.do("post", f"rounds/{drawn['number']}/close/", {})


@pytest.mark.nightly
@pytest.mark.parametrize(("slug", "options"), WAYS)
def test_every_format_comes_back_from_its_file(slug, options):
    """The imported tournament is the exported one.

    It has a late entry, a withdrawal, a forfeit, a double forfeit and a frozen correction.
    """
    many = 4 if options.get("movement") == "teams" else 11
    night = evening(*(f"Paire {at}" for at in range(1, many + 1)), format=slug, options=options)
    night.do("patch", "entrants/4/", {"seed": 1})
    first = next_round(night, 1)
    closed(night, first, forfeit=1)
    night.do("post", "entrants/", {"name": "En retard"})
    night.do("patch", "entrants/2/", {"state": "withdrawn"})
    second = next_round(night, 2)
    closed(night, second, forfeit=2)
    last = [drawn_table for drawn_table in first["tables"] if not drawn_table["bye"]][-1]
    turned = [at + 1 for at in range(len(last["sides"]))]
    correction = {"scores": turned, "later": "freeze"}
    night.do("put", result_of(first, last), correction)
    again, exported = taken_back(night)
    assert again.do("get", "export/?format=json")["log"][1:] == exported["log"][1:]
    for rest in ("standings/", "bracket/", "pools/", "movement/", "ladder/", "rounds/"):
        answers = [each_night.do("get", rest) for each_night in (night, again)]
        if rest == "rounds/":
            # The tokens of the sides are new in the imported tournament.
            for table in (
                table for answer in answers for round_ in answer for table in round_["tables"]
            ):
                table.pop("tokens", None)
        assert answers[0] == answers[1], rest
    rows, log = rows_and_log(again.id)
    assert rows == log
    if not FORMATS[slug].trf:
        assert night.refusal("get", "export/?format=trf")[1] == "export_not_possible"


def test_a_waiting_list_in_another_order_comes_back():
    night = evening("A", "B")
    night.do("put", "sign-up/", {"open": True, "limit": 2, "fee": 5})
    for name in ("C", "D"):
        night.do("post", "sign-up/", {"name": name})
    night.do("patch", "entrants/4/", {"waiting": 1})
    night.do("patch", "entrants/1/", {"paid": 5})
    again, _exported = taken_back(night)
    assert [entrant.name for entrant in storage.load(row_of(again)).waiting] == ["D", "C"]
    assert storage.load(row_of(again)).entrants[0].paid == 500


def row_of(night):
    return Tournament.objects.get(pk=night.id)


def test_an_export_posted_back_as_it_is_stays_in_its_club():
    """An import that names no club goes to the club of the export, if the account may run
    tournaments there.

    It goes neither to the site's first club, where the account has no role, nor to another club
    where it has one.
    """
    factories.club("premier")
    account = factories.user()
    factories.club("autre").memberships.create(user=account, role="owner")
    night = evening("A", "B", by=account)
    night.draw()
    exported = night.do("get", "export/?format=json")
    text = night.call("get", "export/?format=csv").content.decode()
    for body in (exported, {"format": "csv", "content": text}):
        answer = night.client.post(f"{BASE}import/", body)
        assert (answer.status_code, answer.json().get("club")) == (201, night.club.slug)
    # If the account has no role in the file's club, the tournament goes to the club where it has
    # one.
    other = factories.club()
    stranger = factories.api(factories.member(other, "officer"))
    for body in (exported, {"format": "trf", "content": TRF}):
        answer = stranger.post(f"{BASE}import/", body)
        assert (answer.status_code, answer.json().get("club")) == (201, other.slug)
    refused = factories.api(factories.user()).post(f"{BASE}import/", exported)
    assert (refused.status_code, refused.json()["errors"][0]["code"]) == (403, "run_needed")


def test_known_players_come_back_as_themselves_or_as_guests():
    night = evening()
    anne = factories.player("Anne", night.club)
    night.do("post", "entrants/", {"players": [{"player": anne.pk}, {"name": "Bruno"}]})
    again, exported = taken_back(night)
    assert again.do("get", "entrants/")[0]["players"][0]["player"] == anne.pk
    elsewhere = evening()
    answer = elsewhere.client.post(
        f"{BASE}import/", {**exported, "people": {}, "club": elsewhere.club.slug}
    )
    assert answer.status_code == 201, answer.content


@pytest.mark.parametrize(
    "log",
    [
        [],
        [{"kind": "drawn", "data": {}}],
        [{"kind": "opened", "data": {}}, {"kind": "drawn", "data": {}}],
        [{"kind": "opened", "data": {}}, {"kind": "entered", "data": {"entrants": 3}}],
        [{"kind": "opened", "data": {}}, {"kind": "published", "data": {}}],
        [{"kind": "opened", "data": {}}, {"kind": "opened", "data": {}}],
    ],
)
def test_a_log_that_can_not_be_replayed_is_refused(log):
    night = evening("A", "B")
    exported = {**night.do("get", "export/?format=json"), "log": log, "club": night.club.slug}
    answer = night.client.post(f"{BASE}import/", exported)
    assert answer.status_code == 400
    assert answer.json()["errors"][0]["code"] == "tournament_import_invalid"


@pytest.mark.parametrize(
    ("changes", "code", "field"),
    [
        ({"id": "ABCDEFGH"}, "field_unknown", "log.2.id"),
        ({"salt": "0"}, "field_unknown", "log.2.salt"),
        ({"date": "hier"}, "invalid", "date"),
        ({"game": "tarot-de-mars"}, "game_unknown", "game"),
    ],
)
def test_what_a_log_says_that_a_tournament_was_can_be_read_again(changes, code, field):
    night = evening("A", "B")
    file = night.do("get", "export/?format=json")
    line = {"kind": "described", "data": {"name": "Autre", **changes}}
    body = {**file, "log": [*file["log"], line], "club": night.club.slug}
    sent = night.client.post(f"{BASE}import/", body)
    error = sent.json()["errors"][0]
    assert (sent.status_code, error["code"], error["attr"]) == (400, code, field)


def test_a_log_taken_back_before_it_was_checked_changes_no_other_column():
    night = evening("A", "B")
    tournament = Tournament.objects.get(pk=night.id)
    data = {"name": "Autre", "id": "ABCDEFGH"}
    LogEntry.objects.filter(tournament=tournament, version=2).update(kind="described", data=data)
    row, _folded = as_it_was(tournament, 2)
    assert (row.pk, row.name) == (night.id, "Autre")


def test_a_trf_file_becomes_a_swiss_with_its_rounds():
    club = factories.club()
    client = factories.api(factories.member(club, "officer"))
    body = {
        "format": "trf",
        "content": TRF,
        "tie_breaks": ["points", "buchholz"],
        "club": club.slug,
    }
    answer = client.post(f"{BASE}import/", body)
    assert answer.status_code == 201, answer.content
    made = Evening(answer.json()["id"], client, club)
    imported = made.do("get")
    assert imported["name"] == "Tournoi d'essai"
    assert (imported["total_rounds"], imported["rounds"]) == (3, 2)
    rows = made.do("get", "standings/")["rows"]
    # Anne's opponents have 1 and 1.5 points. Chloé counts her own 1.5 for the bye and Anne's 1.5.
    assert [(row["entrant"], row["points"], row["criteria"]["buchholz"]) for row in rows] == [
        (3, 1.5, 3),
        (1, 1.5, 2.5),
        (2, 1, 2.5),
    ]


def test_a_trf_comes_back_from_what_it_wrote():
    night = evening("Anne", "Bruno", "Chloé", game="yams", options={"rounds": 2})
    night.play(night.draw(), [200, 100])
    night.play(night.draw(), [150, 150])
    file = night.call("get", "export/?format=trf").content.decode()
    assert file.count("\n001") + file.startswith("001") == 3
    body = {"format": "trf", "content": file, "tie_breaks": ["points"], "club": night.club.slug}
    answer = night.client.post(f"{BASE}import/", body)
    assert answer.status_code == 201, answer.content
    again = Evening(answer.json()["id"], night.client, night.club)
    points = {row["entrant"]: row["points"] for row in night.do("get", "standings/")["rows"]}
    assert {
        row["entrant"]: row["points"] for row in again.do("get", "standings/")["rows"]
    } == points


def test_a_knockout_has_no_trf():
    night = evening("A", "B", format="single_elimination")
    assert night.refusal("get", "export/?format=trf")[1] == "export_not_possible"
    assert night.refusal("get", "export/?format=xml")[1] == "tournament_export_unknown"


def test_csv_names_the_tables_and_keeps_formulas_from_running():
    night = evening("=A1", "B")
    night.play(night.draw())
    text = night.call("get", "export/?format=csv").content.decode()
    assert "'=A1" in text
    assert text.splitlines()[0] == "ronde,table,camp,inscrits,score,état"
