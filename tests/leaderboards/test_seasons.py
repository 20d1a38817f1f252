"""A season's figures are those of its matches and of its end, on every path that counts them."""

from collections import defaultdict
from datetime import UTC, datetime, timedelta
from random import Random

import pytest
from django.db import connection

from clubs.callers import Caller
from games.models import Match, Side
from leaderboards import queries, services
from leaderboards.models import Ladder, RatedMatch, RebuildState, SeasonStanding, Standing
from leaderboards.queries import BoardQuery
from leaderboards.rating.matches import DRAWN, LOST, WON
from leaderboards.rating.tallies import LETTERS, PlayedMatch, counted, form_letters, of_year_alone
from leaderboards.storage import competitor_of, entries_on
from tests import factories
from tests.leaderboards.builders import START, ended, everything, recount
from tests.leaderboards.views.test_board import rows, words

YEARS = range(2021, 2027)
# The least number of rows of seasons that the property is tested on.
ROWS = 1_200


def plain_streak(outcomes):
    """Return a streak, counted from the last outcome back."""
    last = outcomes[-1]
    run = 0
    for outcome in reversed(outcomes):
        if outcome != last:
            break
        run += 1
    return {WON: run, DRAWN: 0, LOST: -run}[last]


def plain_form(outcomes):
    return "".join(LETTERS[outcome] for outcome in outcomes[-5:])


def test_a_year_alone_is_counted_as_if_nothing_came_before():
    random = Random(41)
    for _case in range(ROWS):
        years = sorted(random.choices(YEARS, k=random.randint(1, 25)))
        entries = [
            PlayedMatch("A", at, 0, 10, year, random.choice((WON, WON, DRAWN, LOST, LOST)))
            for at, year in enumerate(years)
        ]
        for season in counted([], entries):
            mine = [entry for entry in entries if entry.year == season.year]
            outcomes = [entry.outcome for entry in mine]
            alone = of_year_alone(season)
            assert [alone] == counted([], mine)
            assert alone.streak == plain_streak(outcomes)
            assert form_letters(alone.form) == plain_form(outcomes)


@pytest.fixture
def club(db):
    return factories.club("ici")


def day_of(year, days=0.0):
    """Return the first evening of a year, `days` later, in days after `START`."""
    return (datetime(year, 1, 5, 18, tzinfo=UTC) - START) / timedelta(days=1) + days


def many_years(club, players, matches, random):
    """Create matches of some of these players, spread over all years; return their names."""
    made = []
    for _match in range(matches):
        days = day_of(random.choice(YEARS), random.randrange(340) + random.random())
        scores = [510, random.choice((10, 260, 500, 510))]
        some = random.sample(players, 4)
        made.append(ended("dix", club, some, random.sample(scores, 2), days=days).pk)
    return made


def season_rows():
    """Return the figures of all rows of seasons, by ladder, competitor and year."""
    names = ("mu_before", "mu", "sigma", "floor")
    return {
        (row.ladder_id, competitor_of(row), row.year): (
            *(getattr(row, name) for name in names),
            bytes(row.counts),
        )
        for row in SeasonStanding.objects.all()
    }


def all_time_rows():
    return {
        (row.ladder_id, competitor_of(row)): (row.mu, row.sigma, row.floor)
        for row in Standing.objects.all()
    }


@pytest.mark.nightly
@pytest.mark.one_database
def test_a_season_equals_a_rebuild_that_knows_only_matches_up_to_its_end(club):
    players = [factories.player(f"P{number}", club) for number in range(24)]
    many_years(club, players, 160, Random(41))
    services.rebuild(game="dix")
    seasons = season_rows()
    assert len(seasons) >= ROWS
    for ladder in Ladder.objects.all():
        outcomes = defaultdict(list)
        for row in Standing.objects.filter(ladder=ladder):
            competitor = competitor_of(row)
            for entry in entries_on(ladder, competitor):
                outcomes[competitor, entry.year].append(entry.outcome)
        for row in SeasonStanding.objects.filter(ladder=ladder):
            mine, figures = outcomes[competitor_of(row), row.year], queries.counts_of(row)
            assert figures.played == len(mine)
            assert (figures.won, figures.drawn) == (mine.count(WON), mine.count(DRAWN))
            assert figures.streak == plain_streak(mine)
            assert form_letters(figures.form) == plain_form(mine)
    before = {}
    for year in YEARS:
        known = Match.objects.filter(finished_at__lt=datetime(year + 1, 1, 1, tzinfo=UTC))
        Match.objects.exclude(pk__in=known.values("pk")).update(club=None)
        services.rebuild(game="dix")
        after = all_time_rows()
        for (ladder, competitor, of), figures in seasons.items():
            if of == year:
                assert after[ladder, competitor] == figures[1:4]
                assert before.get((ladder, competitor), (0.0,))[0] == figures[0]
        before = after
        Match.objects.update(club=club)


@pytest.mark.one_database
def test_a_correction_moves_its_season_and_later_ones_and_no_earlier_one(club):
    players = [factories.player(f"P{number}", club) for number in range(6)]
    matches = many_years(club, players, 40, Random(7))
    recount(matches=matches)
    for match in (matches[3], matches[17]):
        before, year = season_rows(), RatedMatch.objects.get(pk=match).year
        Side.objects.filter(match=match, number=0).update(score=20, rank=2)
        Side.objects.filter(match=match, number=1).update(score=900, rank=1)
        recount(matches=[match])
        moved = {key for key, figures in season_rows().items() if figures != before[key]}
        assert min(of for _ladder, _competitor, of in moved) == year
        assert max(of for _ladder, _competitor, of in moved) == max(YEARS)
        stored = everything()
        services.rebuild(game="dix")
        assert everything() == stored


@pytest.fixture
def three(club):
    """Anne and her friends, who played in 2009; in 2025 Ève played in Anne's place."""
    players = [factories.player(name, club) for name in ("Anne", "Bruno", "Chloé", "David", "Ève")]
    for year, members in ((2009, players[:4]), (2025, [players[4], *players[1:4]])):
        recount(matches=[ended("dix", club, members, [510, 260], days=day_of(year)).pk])
    return players


def names(**query):
    return {row["player"]["name"] for row in rows(**query)}


def test_a_season_has_who_played_in_it(three):
    assert names(club="ici", season="2009") == {"Anne", "Bruno", "Chloé", "David"}
    assert names(club="ici", season="2025") == {"Ève", "Bruno", "Chloé", "David"}
    assert names(club="ici") == {"Anne", "Bruno", "Chloé", "David", "Ève"}
    assert names(club="ici", season="1963") == set()


def test_a_ladder_knows_how_many_played_in_each_year(three, club):
    ladder = Ladder.objects.get(game="dix", club=club, family="", pairs=False)
    assert ladder.seasons == {"2009": 4, "2025": 4}


@pytest.mark.skipif(connection.vendor != "sqlite", reason="others weigh how many rows there are")
def test_a_season_is_read_off_its_index(three):
    ladder = Ladder.objects.get(game="dix", club=None, family="", pairs=False)
    for query, index in (("all", "standing_order"), ("2025", "season_order")):
        board = queries.standings(
            BoardQuery("dix", None, query), ladder, Caller(user=factories.site_owner())
        )
        plan = board.select_related(None).explain()
        assert f"{index} (" in plan
        assert "TEMP B-TREE" not in plan


class TestAfterAnUpgrade:
    """An older program has counted the matches, and stored no rows of seasons."""

    @pytest.fixture
    def older(self, three):
        SeasonStanding.objects.all().delete()
        RebuildState.objects.filter(game="dix").update(seasons_ready=False, done=3, total=12)
        return three

    def test_a_board_says_how_far_it_is_until_the_worker_has_worked_it_out(self, older):
        page = words(factories.browser().get("/classements/dix/?season=2009"))
        assert "3 matchs sur 12" in page
        assert '<progress value="3" max="12">' in page
        answer = factories.api().get("/api/v1/leaderboards/dix/", {"season": "2009"}).json()
        assert (answer["rows"], answer["progress"]) == ([], {"done": 3, "total": 12})
        assert names() == {"Anne", "Bruno", "Chloé", "David", "Ève"}
        services.work_out_seasons(lambda: False)
        assert names(season="2009") == {"Anne", "Bruno", "Chloé", "David"}
        answer = factories.api().get("/api/v1/leaderboards/dix/", {"season": "2009"}).json()
        assert answer["progress"] is None

    def test_it_is_worked_out_once(self, older, monkeypatch):
        services.work_out_seasons(lambda: True)
        assert not SeasonStanding.objects.exists()
        services.work_out_seasons(lambda: False)
        monkeypatch.setattr("leaderboards.services.rebuilding.rebuild", None)
        services.work_out_seasons(lambda: False)

    def test_what_is_counted_meanwhile_is_in_the_seasons_too(self, older, club):
        recount(matches=[ended("dix", club, older[:4], [510, 260], days=day_of(2010)).pk])
        assert not SeasonStanding.objects.exists()
        services.work_out_seasons(lambda: False)
        stored = everything()
        services.rebuild(game="dix")
        assert everything() == stored
        assert names(season="2010") == {"Anne", "Bruno", "Chloé", "David"}
