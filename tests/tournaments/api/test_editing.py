"""Tests of renaming and deleting entrants, and of changing or exchanging their people.

The rows must be what the log folds to.
"""

from importlib import import_module

import pytest
from django.apps import apps

from clubs import services as club_services
from clubs.callers import Caller
from games.services import SeatAsked
from tests import factories
from tests.tournaments.evening import BASE, Evening, evening
from tournaments import log_queries, services
from tournaments.models import LogEntry, Tournament
from tournaments.services import EntrantAsked, Writing

pytestmark = pytest.mark.django_db

ONE, TWO = "entrants/1/", "entrants/2/"


def pairs(**changes):
    """Return an evening with the pairs Anne & Bruno and Chloé & Dan."""
    night = evening(**changes)
    people = [("Anne", "Bruno"), ("Chloé", "Dan")]
    night.do(
        "post", "entrants/", [{"players": [{"name": name} for name in pair]} for pair in people]
    )
    return night


def names(night):
    return [(entrant["id"], entrant["name"]) for entrant in night.do("get", "entrants/")]


def people(night):
    return [
        [person["name"] for person in entrant["players"]]
        for entrant in night.do("get", "entrants/")
    ]


def is_what_its_log_gives(night):
    assert log_queries.log_gives(Tournament.objects.get(pk=night.id))
    export = night.do("get", "export/?format=json")
    body = {**export, "club": night.club.slug}
    again = night.client.post(f"{BASE}import/", body)
    assert again.status_code == 201, again.content
    made = Evening(again.json()["id"], night.client, night.club)
    assert log_queries.log_gives(Tournament.objects.get(pk=made.id))
    assert (names(made), people(made)) == (names(night), people(night))


def test_before_the_first_draw():
    night = pairs()
    night.do("patch", ONE, {"name": "Les as"})
    night.do("patch", TWO, {"players": [{"name": "Chloé"}, {"name": "Ève"}]})
    assert names(night) == [(1, "Les as"), (2, "Chloé & Ève")]
    assert people(night) == [["Anne", "Bruno"], ["Chloé", "Ève"]]
    night.do("patch", ONE, {"name": ""})
    assert names(night)[0] == (1, "Anne & Bruno")
    assert night.call("delete", TWO).status_code == 204
    # The number of the deleted entrant is not used again, but the name is free.
    night.enter("Chloé & Ève")
    assert names(night) == [(1, "Anne & Bruno"), (3, "Chloé & Ève")]
    is_what_its_log_gives(night)
    night.play(night.draw())
    assert sorted(row["entrant"] for row in night.do("get", "standings/")["rows"]) == [1, 3]
    is_what_its_log_gives(night)


def test_after_the_first_draw():
    night = pairs()
    night.play(night.draw())
    before = night.do("get", "standings/")
    night.do("patch", ONE, {"players": [{"name": "Anne Roy"}, {"name": "Bruno"}]})
    assert names(night)[0] == (1, "Anne Roy & Bruno")
    assert [row["points"] for row in night.do("get", "standings/")["rows"]] == [
        row["points"] for row in before["rows"]
    ]
    assert night.refusal("delete", TWO) == (400, "drawn_stays", "entrant")
    assert night.do("get", "log/")[-1]["kind"] == "entrants_changed"
    is_what_its_log_gives(night)


def test_two_exchange_a_person_and_two_exchange_everything():
    night = pairs()
    officer = Caller(user=factories.member(night.club, "officer"))

    def entrant_of(*names):
        return EntrantAsked(players=[SeatAsked(name=name) for name in names])

    for first, second in [
        (("Anne", "Chloé"), ("Bruno", "Dan")),
        (("Bruno", "Dan"), ("Anne", "Chloé")),
    ]:
        services.edit_entrants(
            tournament_id=night.id,
            entrants={1: entrant_of(*first), 2: entrant_of(*second)},
            by=Writing(officer),
        )
        assert people(night) == [list(first), list(second)]
    is_what_its_log_gives(night)


def test_two_without_a_partner_become_one():
    night = evening("Zoé")
    night.do("post", "entrants/", [{"players": [{"name": name}]} for name in ("Anne", "Bruno")])
    by = Writing(Caller(user=factories.member(night.club, "officer")))
    services.join_entrants(tournament_id=night.id, number=2, other=3, by=by)
    assert names(night) == [(1, "Zoé"), (2, "Anne & Bruno")]
    is_what_its_log_gives(night)


@pytest.mark.parametrize(
    ("address", "body", "refusal"),
    [
        (ONE, {"name": "Chloé & Dan"}, (400, "entrant_repeated", "name")),
        (
            ONE,
            {"players": [{"name": "Anne"}, {"name": "DAN"}]},
            (400, "player_in_two_entrants", "players"),
        ),
        (ONE, {"players": [{"name": name} for name in "ABC"]}, (400, "entrant_size", "players")),
        (ONE, {"players": []}, (400, "entrant_nameless", "name")),
        (ONE, {"name": "x" * 164}, (400, "max_length", "name")),
        (ONE, {"name": "A\u0007"}, (400, "name_control", "name")),
        (ONE, {"name": "A", "state": "withdrawn"}, (400, "name_or_state", "name")),
        ("entrants/9/", {"name": "A"}, (404, "not_found", None)),
    ],
)
def test_what_is_refused_changes_nothing(address, body, refusal):
    night = pairs()
    before = night.do("get", "entrants/"), LogEntry.objects.count()
    assert night.refusal("patch", address, body) == refusal
    assert (night.do("get", "entrants/"), LogEntry.objects.count()) == before


def test_nothing_to_change_is_no_event():
    night = pairs()
    before = LogEntry.objects.count()
    night.do("patch", ONE, {"players": [{"name": "Anne"}, {"name": "Bruno"}]})
    assert LogEntry.objects.count() == before


def test_a_name_is_corrected_after_the_end_too():
    night = pairs(options={"rounds": 1})
    night.play(night.draw())
    assert night.do("get")["state"] == "finished"
    night.do("patch", ONE, {"name": "Les as"})
    assert names(night)[0] == (1, "Les as")
    assert night.refusal("delete", ONE)[1] == "drawn_stays"
    is_what_its_log_gives(night)


def test_a_persons_own_link_renames_nobody():
    night = pairs()
    token = night.do("get", "entrants/")[0]["token"]
    assert night.refusal("patch", ONE, {"name": "X"}, client=factories.api(), token=token)[0] == 403


def test_who_was_entered_and_is_no_more_is_followed_and_forgotten():
    night = evening()
    officer = factories.member(night.club, "owner")
    anne, ann, jo = (factories.player(name, night.club) for name in ("Anne", "Ann", "Jo Durand"))
    seats = [[{"player": jo.pk}, {"name": "X"}], [{"player": anne.pk}, {"name": "Y"}]]
    night.do("post", "entrants/", [{"players": two} for two in seats])
    night.do("patch", ONE, {"players": [{"name": "Z"}, {"name": "X"}]})
    night.do("post", "entrants/", {"players": [{"player": jo.pk}, {"name": "W"}]})
    assert night.call("delete", "entrants/3/").status_code == 204
    is_what_its_log_gives(night)
    club_services.merge(survivor=ann, absorbed=anne, caller=Caller(user=officer))
    is_what_its_log_gives(night)
    club_services.forget(player=jo, caller=Caller(user=officer))
    assert "Durand" not in str(list(LogEntry.objects.values_list("data", flat=True)))
    is_what_its_log_gives(night)


def test_tournaments_of_before_go_on_with_their_next_number():
    night, empty = evening("Anne", "Bruno"), evening()
    Tournament.objects.update(last_number=0)
    import_module("tournaments.migrations.0010_last_number").count_numbers(apps, None)
    assert Tournament.objects.get(pk=empty.id).last_number == 0
    night.enter("Chloé")
    assert names(night) == [(1, "Anne"), (2, "Bruno"), (3, "Chloé")]
