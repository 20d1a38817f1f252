"""Typed results count on the boards exactly like the same scores of a scored match."""

import pytest

from games import services
from games.models import Match
from leaderboards import services as boards
from leaderboards.models import Found, Meeting, RatedMatch, Standing
from tests import factories
from tests.leaderboards.builders import ended, everything, recount
from tests.tournaments.evening import evening, result_of
from tournaments.models import LogEntry, Tournament, TypedResult
from tournaments.services import catch_up

pytestmark = pytest.mark.django_db

FOUR = ("Anne", "Bruno", "Chloé", "David")


def people(club, *names):
    return [factories.player(name, club) for name in names]


def pairs_of(night, players):
    for at in range(0, len(players), 2):
        known = [{"player": player.pk} for player in players[at : at + 2]]
        night.do("post", "entrants/", {"players": known})


@pytest.fixture
def four():
    """Two drawn pairs of known players. Either pair may be the first side of the table."""
    night = evening()
    players = people(night.club, *FOUR)
    pairs_of(night, players)
    drawn = night.draw()
    return night, players, drawn


def report(night, drawn, scores, at=0):
    night.do("post", result_of(drawn, drawn["tables"][at]), {"scores": scores})
    boards.process_due()


def ratings(club):
    """Return (player's id, μ, σ) of all players on the club's board over all its matches."""
    rows = Standing.objects.filter(ladder__club=club, ladder__family="", partner=None)
    return sorted(rows.values_list("player", "mu", "sigma"))


def as_scored(club, players, match, scores):
    """Return the ratings after a scored match with the same seats, scores and end.

    It is played by other players in another club, and their ids are replaced by the original ones.
    """
    club = factories.club()
    twins = {person.pk: factories.player(person.name, club) for person in players}
    sits = [twins[seat.player_id] for seat in match.seats.order_by("number")]
    scored = ended(match.game, club, sits, scores, finished_at=match.finished_at)
    recount(matches=[scored.pk])
    back = {twin.pk: own for own, twin in twins.items()}
    return sorted((back[player], mu, sigma) for player, mu, sigma in ratings(club))


def test_ratings_move_exactly_as_by_a_scored_match_and_a_correction_moves_them_back(four):
    night, players, drawn = four
    report(night, drawn, [500, 420])
    match = Match.objects.get()
    assert (match.status, match.ended_by, match.event_id) == ("finished", "result_only", night.id)
    assert ratings(night.club) == as_scored(night.club, players, match, [500, 420])
    night.do("put", result_of(drawn, drawn["tables"][0]), {"scores": [310, 500]})
    boards.process_due()
    again = Match.objects.get(event_id=night.id)
    assert (again.pk, again.finished_at) == (match.pk, match.finished_at)
    assert ratings(night.club) == as_scored(night.club, players, again, [310, 500])
    assert not Found.objects.exists()


def test_results_from_before_they_counted_count_from_the_next_start(four):
    night, players, drawn = four
    report(night, drawn, [500, 300])
    log = LogEntry.objects.get(kind="reported")
    # The state before an upgrade: the result is stored in the tournament only.
    services.drop_result(match_id=TypedResult.objects.get().match_id)
    TypedResult.objects.all().delete()
    boards.process_due()
    Tournament.objects.update(results_counted=False)
    assert ratings(night.club) == []
    catch_up()
    catch_up()
    boards.process_due()
    match = Match.objects.get()
    assert (match.finished_at, Tournament.objects.get().results_counted) == (log.at, True)
    assert ratings(night.club) == as_scored(night.club, players, match, [500, 300])
    # The result follows its table like any other typed result.
    night.do("delete", result_of(drawn, drawn["tables"][0]), {})
    boards.process_due()
    assert ratings(night.club) == []


def test_the_rebuild_equals_the_live_path(four):
    night, _players, drawn = four
    report(night, drawn, [500, 420])
    live = everything()
    boards.rebuild(game="dix")
    assert everything() == live


def test_meetings_follow_the_result(four):
    night, players, drawn = four
    report(night, drawn, [500, 420])
    first = drawn["tables"][0]["sides"][0][0]
    won = {players[2 * first - 2].pk, players[2 * first - 1].pk}
    against = Meeting.objects.filter(club=night.club, together=0)
    assert [(row.won, row.lost) for row in against] == [
        (1, 0) if row.one_id in won else (0, 1) for row in against
    ]
    assert against.count() == 4
    together = Meeting.objects.filter(club=night.club, together=1)
    assert sorted(together.values_list("together_won", flat=True)) == [0, 1]


class TestWhatDoesNotCount:
    def counted(self):
        boards.process_due()
        return Match.objects.count(), RatedMatch.objects.count()

    def test_a_result_taken_back(self, four):
        night, _players, drawn = four
        report(night, drawn, [500, 420])
        assert self.counted() == (1, 1)
        night.do("delete", result_of(drawn, drawn["tables"][0]), {})
        assert self.counted() == (0, 0)
        assert not TypedResult.objects.exists()

    def test_a_forfeit_a_bye_and_a_guest(self):
        night = evening()
        pairs_of(night, people(night.club, *FOUR, "Élie", "Fanny"))
        night.enter("Gil & Hugo", "Ida & Jean", "Katia & Lou")
        drawn = night.draw()
        known = {1, 2, 3}
        for table in drawn["tables"]:
            if table["bye"]:
                continue
            result = {"scores": [500, 420]}
            if set(table["entrants"]) <= known:
                result = {"forfeit": [table["entrants"][0]]}
            night.do("post", result_of(drawn, table), result)
        assert self.counted() == (0, 0)

    def test_the_matches_won_at_a_table_of_several(self):
        night = evening(options={"matches_per_table": 3})
        pairs_of(night, people(night.club, *FOUR))
        report(night, night.draw(), [2, 1])
        assert self.counted() == (0, 0)

    def test_what_a_side_says_until_it_is_confirmed(self, four):
        night, _players, drawn = four
        table = drawn["tables"][0]
        at, side = result_of(drawn, table), {"client": factories.api(), "token": table["tokens"][0]}
        night.do("post", at, {"scores": [500, 420]}, **side)
        assert self.counted() == (0, 0)
        night.do("post", f"rounds/{drawn['number']}/close/", {})
        assert self.counted() == (1, 1)


def test_an_entrant_who_gets_the_right_people_has_its_results_moved(four):
    night, players, drawn = four
    report(night, drawn, [500, 420])
    before = Match.objects.get()
    (other,) = people(night.club, "Élie")
    night.do("patch", "entrants/1/", {"players": [{"player": players[0].pk}, {"player": other.pk}]})
    boards.process_due()
    after = Match.objects.get()
    assert after.finished_at == before.finished_at
    assert set(after.seats.values_list("player", flat=True)) == {
        players[0].pk,
        other.pk,
        players[2].pk,
        players[3].pk,
    }
    assert {player for player, _mu, _sigma in ratings(night.club)} == set(
        after.seats.values_list("player", flat=True)
    )


@pytest.mark.parametrize(
    ("changes", "count", "scores"),
    [
        ({"format": "melee"}, 4, [500, 420]),
        ({"format": "tables", "game": "yams", "options": {"table_size": 3}}, 3, [310, 290, 290]),
        ({"format": "tables", "game": "yams", "options": {"table_size": 5}}, 5, [5, 4, 3, 2, 1]),
    ],
)
def test_individuals_who_make_pairs_and_tables_of_several_count_too(changes, count, scores):
    night = evening(**changes)
    players = people(night.club, "Anne", "Bruno", "Chloé", "David", "Élie")[:count]
    for player in players:
        night.do("post", "entrants/", {"players": [{"player": player.pk}]})
    report(night, night.draw(), scores)
    match = Match.objects.get()
    assert ratings(night.club) == as_scored(night.club, players, match, scores)


def test_its_page_says_so_and_takes_no_line(four):
    night, _players, drawn = four
    report(night, drawn, [500, 420])
    match = Match.objects.get()
    officer = factories.browser(night.club.memberships.get().user)
    page = officer.get(f"/parties/{match.pk}/")
    assert "Résultat seul" in page.content.decode()
    match_data = night.client.get(f"/api/v1/matches/{match.pk}/").json()
    assert (match_data["entries"], match_data["next"], match_data["result"]["ended_by"]) == (
        [],
        None,
        "result_only",
    )
    for method, rest, body in (
        ("post", "entries/", factories.HAND),
        ("patch", "", {"sides": [{"side": 0, "name": "Nous"}]}),
        ("patch", "", {"status": "in_progress"}),
    ):
        answer = getattr(night.client, method)(f"/api/v1/matches/{match.pk}/{rest}", body)
        assert (answer.status_code, answer.json()["errors"][0]["code"]) == (400, "result_only")
    assert Match.objects.get().version == match.version


def test_a_match_scored_at_the_table_counts_alone(django_capture_on_commit_callbacks):
    night = evening(rules=factories.IN_100)
    pairs_of(night, people(night.club, *FOUR))
    drawn = night.draw()
    started = night.do("post", result_of(drawn, drawn["tables"][0], "match"), {})
    report(night, drawn, [500, 420])
    scored = Match.objects.get(pk=started["match"])
    assert Match.objects.count() == 2
    with django_capture_on_commit_callbacks(execute=True):
        factories.recorded(scored, factories.ALL_TAKEN)
    assert list(Match.objects.all()) == [scored]
