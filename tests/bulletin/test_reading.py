"""Tests of the facts of an evening, read from a played tournament and from other matches."""

import datetime as dt

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from bulletin.evenings import day_of, days_played, digest, evening_of
from bulletin.prose.facts import Climb, Encounter
from bulletin.prose.marks import mark
from bulletin.queries import day_of as date_of
from bulletin.reading import facts_of
from clubs.callers import Caller
from games.registry import installed
from games.services import SeatAsked
from leaderboards.models import Found
from leaderboards.services import find_facts
from tests import factories
from tests.bulletin.evenings import AT_TEN, DAY, match_on
from tests.tournaments.stages import arranged
from tournaments import services
from tournaments.models import Tournament
from tournaments.services import (
    ChallengeAsked,
    EntrantAsked,
    TableAddress,
    TournamentAsked,
    Writing,
)
from tournaments.state.reported_result import ReportedResult

pytestmark = pytest.mark.django_db
ON = dt.date(2026, 1, 30)
PEOPLE = ("Anne A", "Bruno B", "Chloé C", "David D", "Élise E", "Félix F", "Gaëlle G", "Hugo H")


@pytest.fixture
def club():
    """A club that anybody may see."""
    return factories.club("le-club")


@pytest.fixture
def owner():
    """The site's owner."""
    return factories.site_owner()


def night(club, owner, scores=lambda seated: (500, 420), **opening):
    """Play a Swiss tournament of three rounds for four pairs; return it and the people by name.

    The first side of a table wins, unless `scores` gives other scores.
    """
    by = Writing(Caller(user=owner))
    game = installed.game_of("dix")
    known = {name: factories.player(name, club) for name in PEOPLE}
    pairs = [
        EntrantAsked(players=[SeatAsked(known[name].pk) for name in PEOPLE[at : at + 2]])
        for at in range(0, 8, 2)
    ]
    wanted = TournamentAsked(
        "La nuit", club, game, game.presets[0], date=ON, seed="x", options={"rounds": 3}, **opening
    )
    tournament_id = services.make(opening=wanted, by=by).tournament.pk
    services.enter(tournament_id=tournament_id, entrants=pairs, by=by)
    for number in (1, 2, 3):
        services.draw(tournament_id=tournament_id, by=by)
        drawn = services.publish(tournament_id=tournament_id, number=number, by=by)
        for seated in drawn.folded.round(number).tables:
            result = ReportedResult(scores(seated))
            services.report(
                at=TableAddress(tournament_id, number, seated.number), result=result, by=by
            )
        services.close(tournament_id=tournament_id, number=number, by=by)
    return Tournament.objects.get(pk=tournament_id), known


def pair_of(known, at):
    """The references to the people of a pair."""
    return tuple(mark(known[name].pk) for name in PEOPLE[at : at + 2])


def test_a_tournament_gives_its_places_its_winner_and_its_closest_table(club, owner):
    def scores(seated):
        """Let the lower number win; of the third and fourth entrants only by ten points."""
        (first,), (other,) = seated.table.sides
        lost = 490 if {first, other} == {3, 4} else 300
        return (500, lost) if first < other else (lost, 500)

    _row, known = night(club, owner, scores)
    (facts,) = facts_of(evening_of(club, ON)).tournaments
    assert [(place.entrant.names, place.rank) for place in facts.places] == [
        (pair_of(known, at), rank) for at, rank in ((0, 1), (2, 2), (4, 3))
    ]
    assert (facts.entrants, facts.pairs, facts.rounds, facts.running) == (4, True, 3, False)
    assert facts.unbeaten
    assert isinstance(facts.closest, Encounter)
    assert (facts.closest.winner.names, facts.closest.scores) == (pair_of(known, 4), (500, 490))
    assert facts.climb is None


def test_a_climb_is_told_if_it_is_of_three_places_and_ends_in_the_first_half(club, owner):
    met = []

    def scores(seated):
        """Let the fourth pair lose its first table by 0 to 500 and win the others by 500 to 0."""
        (first,), (other,) = seated.table.sides
        if 4 not in (first, other):
            return (500, 495)
        met.append(seated)
        wins = len(met) > 1
        return (500, 0) if (first == 4) is wins else (0, 500)

    _row, known = night(club, owner, scores)
    (facts,) = facts_of(evening_of(club, ON)).tournaments
    assert facts.places[0].entrant.names == pair_of(known, 6)
    assert facts.climb == Climb(facts.places[0].entrant, 4, 1)


def test_a_members_only_tournament_and_one_without_a_round_are_not_told(club, owner):
    night(club, owner, public=False)
    arranged(club, owner)
    assert not evening_of(club, ON).played
    assert days_played(club, 5) == []


def test_an_evening_goes_on_after_midnight(club, owner):
    by = Caller(user=owner)
    for at in (AT_TEN, "2026-01-31T03:30:00Z"):
        match_on(club, at=at, by=by)
    match_on(club, at="2026-01-31T08:00:00Z", by=by)
    assert len(evening_of(club, ON).matches) == 2
    assert days_played(club, 5) == [dt.date(2026, 1, 31), ON]
    assert day_of(evening_of(club, ON).matches[1].finished_at) == date_of(DAY)


def test_matches_of_no_tournament_tell_who_won_most(club, owner):
    by = Caller(user=owner)
    known = [factories.player(name, club) for name in PEOPLE[:4]]
    seats = [SeatAsked(player.pk) for player in known]
    for _again in range(2):
        match_on(club, by=by, seats=seats)
    matches = facts_of(evening_of(club, ON)).matches
    assert (matches.count, matches.people, matches.games, matches.won, matches.played) == (
        2,
        4,
        ("dix",),
        2,
        2,
    )
    assert {person.names for person in matches.best} == {(mark(known[0].pk),), (mark(known[2].pk),)}


def test_a_record_needs_some_to_beat_and_a_fact_says_what_part_it_beats(club, owner):
    by = Caller(user=owner)
    match = match_on(club, by=by)
    find_facts(match_id=match.pk)
    Found.objects.filter(match=match).update(ended_at=AT_TEN)
    by_code = {fact.code: fact for fact in facts_of(evening_of(club, ON)).game_facts}
    assert Found.objects.filter(match=match, record=True).exists()
    assert not any(fact.record for fact in by_code.values())
    row = Found.objects.filter(match=match).first()
    for older in range(5):
        earlier = match_on(club, at=f"2025-12-0{older + 1}T20:00:00Z", by=by)
        Found.objects.create(
            match=earlier,
            club=club,
            game="dix",
            code=row.code,
            family=row.family,
            number=50,
            params=row.params,
            value=row.value - 1 if older else row.value + 1,
            ended_at=f"2025-12-0{older + 1}T20:00Z",
        )
    by_code = {fact.code: fact for fact in facts_of(evening_of(club, ON)).game_facts}
    assert by_code[row.code].share == 0.8


def test_the_challenge_tells_who_leads_and_who_led(club, owner):
    _row, known = night(
        club,
        owner,
        lambda seated: (
            (500, 300) if min(seated.table.sides) == seated.table.sides[0] else (300, 500)
        ),
    )
    season = ChallengeAsked(club, "Saison", ON - dt.timedelta(40), ON + dt.timedelta(40))
    by = Caller(user=owner)
    challenge = services.make_challenge(terms=season, caller=by)
    (begun,) = facts_of(evening_of(club, ON)).seasons
    assert begun.before is None
    assert begun.leader.names == tuple(sorted(pair_of(known, 0)))
    services.enter_table(
        challenge_id=challenge.pk,
        name="Avant",
        date=ON - dt.timedelta(7),
        text="Chloé C & David D ; 2\nAnne A & Bruno B ; 1",
        caller=by,
    )
    (step,) = facts_of(evening_of(club, ON)).seasons
    assert step.before.names == tuple(sorted(pair_of(known, 2)))
    # The leaders have beaten three pairs, and had one point before.
    assert (step.leader.names, step.total, step.gap) == (tuple(sorted(pair_of(known, 0))), 4, 0)


def test_an_evening_of_ordinary_matches_counts_where_the_challenge_says_so(club, owner):
    by = Caller(user=owner)
    known = [factories.player(name, club) for name in PEOPLE[:4]]
    match_on(club, by=by, seats=[SeatAsked(player.pk) for player in known])
    season = ChallengeAsked(club, "Saison", ON - dt.timedelta(40), ON + dt.timedelta(40))
    challenge = services.make_challenge(terms=season, caller=by)
    assert facts_of(evening_of(club, ON)).seasons == ()
    services.change_challenge(challenge_id=challenge.pk, changes={"nights": True}, caller=by)
    (step,) = facts_of(evening_of(club, ON)).seasons
    assert step.leader.names == tuple(sorted(mark(known[at].pk) for at in (0, 2)))
    assert step.before is None


def test_results_give_the_digest_and_nothing_else_does(club, owner):
    row, known = night(club, owner)
    before = digest(evening_of(club, ON))
    factories.player("Zoé", club)
    known["Anne A"].name = "Annette A"
    known["Anne A"].save()
    assert digest(evening_of(club, ON)) == before
    at = TableAddress(row.pk, 3, 1)
    by = Writing(Caller(user=owner))
    services.correct(at=at, result=ReportedResult((0, 500)), later=None, by=by)
    assert digest(evening_of(club, ON)) != before


def test_reading_costs_the_same_whatever_was_played(club, owner):
    night(club, owner)
    by = Caller(user=owner)
    match_on(club, by=by)
    with CaptureQueriesContext(
        connection,
    ) as few:
        facts_of(evening_of(club, ON))
    for _again in range(4):
        match_on(club, by=by)
    with CaptureQueriesContext(connection) as many:
        facts_of(evening_of(club, ON))
    assert len(many) <= len(few) <= 25


def test_a_pair_typed_in_one_name_is_two_people_known_or_not(club, owner):
    typed = ("Anne & Bruno", "Chloé & David", "Élise & Félix")
    made = arranged(club, owner, "published", entered=typed)
    Tournament.objects.filter(pk=made.pk).update(date=ON)
    (facts,) = facts_of(evening_of(club, ON)).tournaments
    assert (facts.entrants, facts.pairs) == (3, True)
