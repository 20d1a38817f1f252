"""Boards, curves and head-to-head pages: what is shown to whom, in how many queries."""

import html
from datetime import timedelta

import pytest
from django.utils import timezone

from clubs import services as people
from clubs.callers import Caller
from games.models import Match
from games.registry.installed import game_of
from leaderboards import services
from leaderboards.models import EntryChunk, Standing
from tests import factories
from tests.leaderboards.builders import START, ended, everything, recount
from tests.plain import plain

pytestmark = pytest.mark.django_db


@pytest.fixture
def club():
    return factories.club("ici")


def counted(*args, **fields):
    """Create a match that ended, and let the boards count it."""
    match = ended(*args, **fields)
    recount(matches=[match.pk])
    return match


def four(club, *names):
    return [factories.player(name, club) for name in names or ("Anne", "Bruno", "Chloé", "David")]


def read(path, account=None, **parameters):
    answer = factories.api(account).get(f"/api/v1/{path}", parameters)
    assert answer.status_code == 200, answer.content
    return answer.json()


def words(answer):
    """Return a page's text as it is read, without entities."""
    return plain(html.unescape(answer.content.decode()))


def rows(game="dix", account=None, **parameters):
    return read(f"leaderboards/{game}/", account, **parameters)["rows"]


class TestBoard:
    def test_a_row_tells_what_the_contract_asks(self, club):
        anne, bruno, chloe, david = four(club)
        counted("dix", club, [anne, bruno, chloe, david], [510, 260])
        board = read("leaderboards/dix/", club="ici")
        c = game_of("dix").rating
        assert board["constants"] == {
            "beta": c.beta,
            "spread": c.spread,
            "growth_per_day": c.growth_per_day,
            "prior_sigma": 350.0,
        }
        # d = (510 − 260)/500 = 0.5 usual spreads; share = σ²/(4σ² + β²).
        share = 350**2 / (4 * 350**2 + c.beta**2)
        first = board["rows"][0]
        assert first["player"] == {"id": anne.pk, "name": "Anne"}
        assert first["rating"] == pytest.approx(1500 + share * 0.5 * c.spread, rel=1e-12)
        assert first["sigma"] == pytest.approx(350 * (1 - share) ** 0.5, rel=1e-12)
        counts = {
            name: first[name] for name in ("rank", "played", "won", "drawn", "lost", "streak")
        }
        assert counts == {"rank": 1, "played": 1, "won": 1, "drawn": 0, "lost": 0, "streak": 1}
        assert (first["provisional"], first["category"]) == (True, None)
        assert (first["average"], first["best"], first["form"]) == (510.0, 510.0, "W")
        assert [row["rank"] for row in board["rows"]] == [1, 1, 3, 3]
        assert board["rows"][3]["streak"] == -1

    def test_pairs_have_a_board_of_their_own(self, club):
        anne, bruno, chloe, david = four(club)
        counted("dix", club, [anne, bruno, chloe, david], [510, 260])
        best, other = rows(club="ici", kind="pairs")
        assert [player["name"] for player in best["players"]] == ["Anne", "Chloé"]
        assert best["player"] is None
        assert [player["name"] for player in other["players"]] == ["Bruno", "David"]
        assert rows("yams", kind="pairs") == []

    def test_several_winners_drew_and_a_draw_ends_the_streak(self, club):
        anne, bruno, chloe, _david = four(club)
        counted("yams", club, [anne, bruno, chloe], [40, 20, -60])
        counted("yams", club, [anne, bruno, chloe], [30, 30, -60], days=1)
        by_name = {row["player"]["name"]: row for row in rows("yams", club="ici")}
        assert [(by_name[n]["won"], by_name[n]["drawn"], by_name[n]["lost"]) for n in by_name] == [
            (1, 1, 0),
            (0, 1, 1),
            (0, 0, 2),
        ]
        assert [by_name[name]["streak"] for name in ("Anne", "Bruno", "Chloé")] == [0, 0, -2]

    def test_a_match_counts_in_its_club_and_over_all(self, club):
        other, players = factories.club("ailleurs"), four(club)
        counted("dix", club, players, [510, 260])
        counted("dix", other, players, [0, 500], days=1)
        assert rows(club="ici")[0]["player"]["name"] == "Anne"
        assert rows(club="ailleurs")[0]["player"]["name"] == "Bruno"
        assert {row["played"] for row in rows()} == {2}

    def test_what_counts_nowhere(self, club):
        players = four(club)
        counted("dix", None, players, [510, 260])
        counted("dix", club, [*players[:3], None], [510, 260])
        counted("dix", club, players, [5, 2], status="abandoned", finished_at=None, ended_by="")
        assert rows() == []
        assert not EntryChunk.objects.exists()

    def test_a_season_has_the_figures_of_its_end(self, club):
        players = four(club)
        counted("dix", club, players, [510, 260])  # 1 March 2025
        before = {row["player"]["name"]: row for row in rows(club="ici")}
        counted("dix", club, players, [0, 510], days=400)  # 2026
        assert [row["played"] for row in rows(club="ici")] == [2] * 4
        season = rows(club="ici", season="2025")
        assert [row["player"]["name"] for row in season] == ["Anne", "Chloé", "Bruno", "David"]
        for row in season:
            assert row["gain"] == pytest.approx(row["rating"] - 1500)
            assert row["safe_rating"] == row["rating"] - row["sigma"]
            assert {**row, "gain": None} == before[row["player"]["name"]]
        now = {row["player"]["name"]: row for row in rows(club="ici", season="2026")}
        assert (now["Anne"]["streak"], now["Anne"]["form"], now["Anne"]["played"]) == (-1, "L", 1)
        today = {row["player"]["name"]: row["rating"] for row in rows(club="ici")}
        for row in season:
            name = row["player"]["name"]
            assert now[name]["gain"] == pytest.approx(today[name] - row["rating"])
        assert read("leaderboards/dix/", season="2025")["final"] is True
        assert read("leaderboards/dix/", season=str(timezone.localdate().year))["final"] is False
        assert rows(club="ici", season="1999") == []

    def test_the_last_90_days(self, club):
        anne, bruno, chloe, david = four(club)
        eve = factories.player("Ève", club)
        today = (timezone.now() - START) / timedelta(days=1)
        counted("dix", club, [anne, bruno, chloe, david], [510, 260], days=today - 200)
        counted("dix", club, [anne, bruno, chloe, eve], [510, 100], days=today - 10)
        counted("dix", club, [anne, bruno, chloe, eve], [0, 500], days=today - 5)
        by_name = {row["player"]["name"]: row for row in rows(club="ici", season="90d")}
        assert set(by_name) == {"Anne", "Bruno", "Chloé", "Ève"}
        figures = {
            name: (row["played"], row["won"], row["average"]) for name, row in by_name.items()
        }
        assert figures["Anne"] == (2, 1, 255.0)
        assert (by_name["Anne"]["streak"], by_name["Anne"]["form"]) == (-1, "WL")
        assert figures["Ève"] == (2, 1, 300.0)
        pairs = rows(club="ici", season="90d", kind="pairs")
        assert [row["played"] for row in pairs] == [2, 2]

    def test_the_best_of_the_last_90_days_is_theirs(self, club):
        from leaderboards import queries
        from leaderboards.queries import BoardQuery
        from leaderboards.seasons import RECENT

        players = four(club)
        today = (timezone.now() - START) / timedelta(days=1)
        counted("dix", club, players, [900, 260], days=today - 200)
        counted("dix", club, players, [510, 100], days=today - 10)
        owner = Caller(user=factories.site_owner())
        best = {
            season: queries.board(BoardQuery("dix", club, season), owner)
            for season in ("all", RECENT)
        }
        assert [row.best for row in best["all"].rows] == [900, 900, 260, 260]
        assert [row.best for row in best[RECENT].rows] == [510, 510, 100, 100]

    def test_families_are_presets(self, club):
        players, presets = four(club), game_of("dix").presets
        counted("dix", club, players, [510, 260], preset=presets[1])
        assert len(rows(family=presets[1].slug)) == 4
        assert rows(family=presets[0].slug) == []

    @pytest.mark.parametrize(
        ("parameters", "attr", "code"),
        [
            ({"season": "hier"}, "season", "season_unknown"),
            ({"season": "20260"}, "season", "season_unknown"),
            ({"kind": "clubs"}, "kind", "kind_unknown"),
            ({"family": "rien"}, "family", "family_unknown"),
        ],
    )
    def test_what_no_board_is_called_is_400(self, parameters, attr, code):
        answer = factories.api().get("/api/v1/leaderboards/dix/", parameters)
        assert answer.status_code == 400
        (error,) = answer.json()["errors"]
        assert (error["attr"], error["code"]) == (attr, code)

    def test_no_such_game_or_club_is_404(self):
        for path in ("leaderboards/rien/", "leaderboards/dix/?club=rien"):
            assert factories.api().get(f"/api/v1/{path}").status_code == 404


class TestWhoIsShown:
    def test_initials_and_hidden(self, club):
        anne, bruno, chloe, david = four(club, "Anne Roy", "Bruno", "Chloé", "David")
        type(anne).objects.filter(pk=anne.pk).update(shown="initials")
        type(anne).objects.filter(pk=chloe.pk).update(shown="hidden")
        counted("dix", club, [anne, bruno, chloe, david], [510, 260])
        for parameters in ({}, {"club": "ici"}):
            names = {row["player"]["name"] for row in rows(**parameters)}
            assert names == {"A. R.", "Bruno", "David"}
        member = factories.member(club)
        assert len(rows(account=member, club="ici")) == 4
        assert len(rows(account=member)) == 4
        # A pair with somebody hidden is hidden.
        assert len(rows(club="ici", kind="pairs")) == 1

    def test_people_of_a_members_only_club_are_on_no_visitors_board(self):
        secret = factories.club("secret", public=False)
        counted("dix", secret, four(secret), [510, 260])
        assert rows() == []
        assert factories.api().get("/api/v1/leaderboards/dix/?club=secret").status_code == 404
        assert len(rows(account=factories.member(secret))) == 4


class TestCurve:
    def test_a_point_a_match_and_no_name_of_one_not_seen(self, club):
        secret, players = factories.club("secret", public=False), four(club)
        first = counted("dix", club, players, [510, 260])
        counted("dix", secret, players, [510, 260], days=3)
        curve = read(f"players/{players[0].pk}/ratings/dix/")
        assert curve["player"] == {"id": players[0].pk, "name": "Anne"}
        assert [point["match"] for point in curve["points"]] == [first.pk, None]
        ratings = [point["rating"] for point in curve["points"]]
        assert 1500 < ratings[0] < ratings[1]
        assert ratings[1] == rows()[0]["rating"]
        assert len(read(f"players/{players[0].pk}/ratings/dix/", club="ici")["points"]) == 1


class TestHeadToHead:
    def test_against_each_other_and_on_one_side(self, club):
        anne, bruno, chloe, david = four(club)
        counted("dix", club, [anne, bruno, chloe, david], [510, 260])
        counted("dix", club, [anne, bruno, chloe, david], [100, 500], days=1)
        counted("dix", club, [anne, chloe, bruno, david], [510, 260], days=2)
        body = read("head-to-head/", a=bruno.pk, b=anne.pk, game="dix")
        assert body == {
            "a": {"id": bruno.pk, "name": "Bruno"},
            "b": {"id": anne.pk, "name": "Anne"},
            "game": "dix",
            "played": 2,
            "won": 1,
            "lost": 1,
            "drawn": 0,
            "together": 1,
            "together_won": 1,
        }

    @pytest.mark.parametrize(
        ("query", "attr"), [("b=1&game=dix", "a"), ("a=x&b=1&game=dix", "a"), ("a=1&b=2", "game")]
    )
    def test_what_is_missing_is_400(self, query, attr):
        answer = factories.api().get(f"/api/v1/head-to-head/?{query}")
        assert (answer.status_code, answer.json()["errors"][0]["attr"]) == (400, attr)


class TestMoves:
    def test_the_services_signals_reach_the_boards(self, django_capture_on_commit_callbacks):
        club = factories.club("ici", open_recording=True)
        seats = [factories.SeatAsked(player=player.pk) for player in four(club)]
        with django_capture_on_commit_callbacks(execute=True):
            match = factories.finished(club=club, seats=seats)
        assert [row["won"] for row in rows(club="ici")] == [1, 1, 0, 0]
        from games import services as matches

        with django_capture_on_commit_callbacks(execute=True):
            matches.take_back(match_id=match.pk, number=1, by=factories.by_link(match))
        assert rows(club="ici") == []

    def test_a_merger_moves_results_and_undoing_it_puts_them_back(
        self, club, django_capture_on_commit_callbacks
    ):
        anne, bruno, chloe, david = four(club)
        double = factories.player("Annie", club)
        counted("dix", club, [anne, bruno, chloe, david], [510, 260])
        counted("dix", club, [double, bruno, chloe, david], [510, 260], days=1)
        before, owner = everything(), Caller(user=factories.site_owner())
        with django_capture_on_commit_callbacks(execute=True):
            people.merge(survivor=anne, absorbed=double, caller=owner)
        assert {row["player"]["name"]: row["played"] for row in rows(club="ici")}["Anne"] == 2
        assert not Standing.objects.filter(player=double).exists()
        merged = everything()
        services.rebuild(game="dix")
        assert everything() == merged
        with django_capture_on_commit_callbacks(execute=True):
            people.undo_merge(player=anne, caller=owner)
        assert everything() == before

    def test_a_deleted_match_is_counted_no_more(self, club, django_capture_on_commit_callbacks):
        match = counted("dix", club, four(club), [510, 260])
        with django_capture_on_commit_callbacks(execute=True):
            Match.objects.get(pk=match.pk).delete()
        assert rows() == []


class TestQueries:
    """There are as many queries for three rows as for a hundred, and none of them reads a match."""

    # A club's board needs the club, the ladder, the rows and the club's names for people. The
    # board over all clubs needs the ladder, the clubs and the rows. A board of 90 days also
    # needs to know where it begins.
    CASES = [
        ("leaderboards/dix/?club=ici", 4),
        ("leaderboards/dix/", 3),
        ("leaderboards/dix/?club=ici&season=2025", 4),
        ("leaderboards/dix/?club=ici&season=90d", 5),
        ("leaderboards/dix/?kind=pairs", 3),
    ]

    @pytest.mark.parametrize(("path", "most"), CASES)
    def test_of_the_api(self, club, path, most, django_assert_num_queries):
        today = (timezone.now() - START) / timedelta(days=1)
        for size in range(3):
            players = four(club, *(f"P{size}{seat}" for seat in range(4)))
            counted("dix", club, players, [510, 260], days=size)
            counted("dix", club, players, [510, 260], days=today - 3 + size / 10)
            with django_assert_num_queries(most) as captured:
                answer = factories.api().get(f"/api/v1/{path}")
            assert answer.status_code == 200
            assert not [query for query in captured if "games_match" in query["sql"]]
            assert not [
                query for query in captured if "SUM(" in query["sql"] or "COUNT(" in query["sql"]
            ]

    @pytest.mark.parametrize(
        ("path", "most"),
        [("/classements/dix/?club=ici", 7), ("/classements/dix/calcul/", 4), ("/records/dix/", 5)],
    )
    def test_of_pages(self, club, path, most, django_assert_max_num_queries):
        for size in range(3):
            players = four(club, *(f"P{size}{seat}" for seat in range(4)))
            counted("dix", club, players, [510, 260], days=size)
            with django_assert_max_num_queries(most):
                assert factories.browser().get(path).status_code == 200


class TestPages:
    def test_the_board_marks_the_provisional_and_escapes_names(self, club):
        counted("dix", club, four(club, "<b>Anne", "Bruno", "Chloé", "David"), [510, 260])
        page = factories.browser().get("/classements/dix/?club=ici").content.decode()
        assert "&lt;b&gt;Anne" in page
        assert "<b>Anne" not in page
        assert page.count('<span class="chip provisional">provisoire</span>') == 4

    def test_an_empty_board_invites(self):
        page = factories.browser().get("/classements/yams/").content.decode()
        assert 'class="empty"' in page
        assert "/jouer/yams/" in page

    def test_pages_of_fifty(self, club):
        for size in range(14):
            counted("dix", club, four(club, *(f"P{size}-{seat}" for seat in range(4))), [510, 260])
        first = factories.browser().get("/classements/dix/").content.decode()
        second = factories.browser().get("/classements/dix/?page=2").content.decode()
        assert first.count('<th scope="row">') == 50
        assert second.count('<th scope="row">') == 6
        assert 'href="?page=2"' in first

    def test_the_file_has_every_row_and_runs_no_formula(self, club):
        counted("dix", club, four(club, "=1+1", "Bruno", "Chloé", "David"), [510, 260])
        answer = factories.browser().get("/classements/dix/csv/?club=ici")
        assert answer["Content-Type"] == "text/csv; charset=utf-8"
        lines = answer.content.decode("utf-8-sig").splitlines()
        assert lines[0].startswith("Rang,Nom,Cote sûre,Cote,Incertitude,Provisoire")
        assert len(lines) == 5
        assert lines[1].startswith("1,'=1+1,")

    def test_the_readers_own_last_match_is_worked_out(self, club):
        """510 to 260 is a gap of 250 points, half of the usual spread of 500. A reader can repeat
        the calculation.
        """
        players, account = four(club), factories.member(club)
        type(players[0]).objects.filter(pk=players[0].pk).update(user=account)
        match = counted("dix", club, players, [510, 260])
        page = words(factories.browser(account).get("/classements/dix/calcul/"))
        assert "Anne : son dernier match, calculé" in page
        assert f"/parties/{match.pk}/" in page
        assert "Écart joué : 510 points contre 260, 250." in page
        assert "est de 500 : 250 ÷ 500 × 600 ≈ 300,0 points de cote." in page
        assert "Surprise : 300,0 − 0,0 = 300,0." in page
        c = game_of("dix").rating
        assert c.spread == 600
        gain = 350**2 / (4 * 350**2 + c.beta**2) * 300
        assert f"≈ {gain:.1f}, le gain.".replace(".", ",", 1) in page

    @pytest.mark.parametrize(
        ("scores", "ranks", "explanation"),
        [
            ([1260, 260], None, "il n'en compte que 1,5, soit 900,0 points de cote."),
            ([260, 510], [1, 2], "gagner vaut un écart habituel, 600,0 points de cote."),
            ([510, 260], [2, 1], "perdre coûte un écart habituel, −600,0 points de cote."),
            ([510, 260], [1, 1], "250 ÷ 500 × 600 ≈ 300,0 points de cote."),
        ],
    )
    def test_how_a_margin_comes_about_is_said(self, club, scores, ranks, explanation):
        anne, *others = four(club)
        counted("dix", club, [anne, *others], scores, ranks=ranks)
        page = words(factories.browser().get(f"/classements/dix/calcul/?joueur={anne.pk}"))
        assert explanation in page

    def test_at_a_table_of_many_one_is_compared_with_its_mean(self, club):
        """With 30, 20 and 10 points, the first player is 10 above the mean of 20, half of the usual
        spread of 20.
        """
        anne, *others = four(club)[:3]
        counted("yams", club, [anne, *others], [30, 20, 10])
        page = words(factories.browser().get(f"/classements/yams/calcul/?joueur={anne.pk}"))
        assert "Écart joué : 30 points, la moyenne de la table est de 20 : 10." in page
        assert "est de 20 : 10 ÷ 20 × 400 ≈ 200,0 points de cote." in page

    def test_the_calculation_is_of_a_club_and_of_anybody_on_its_board(self, club):
        elsewhere = factories.club("ailleurs")
        anne, *others = four(club)
        counted("dix", club, [anne, *others], [510, 260])
        page = words(factories.browser().get("/classements/dix/calcul/?club=ici"))
        assert 'name="nom_joueur"' in page
        assert "la cote expliquée, ici" in page
        answer = factories.browser().get("/classements/dix/calcul/?club=ici&nom_joueur=anne")
        assert answer["Location"] == f"/classements/dix/calcul/?club=ici&joueur={anne.pk}"
        path = f"/classements/dix/calcul/?club={elsewhere.slug}&joueur={anne.pk}"
        assert "Anne : aucun match compté ici encore." in words(factories.browser().get(path))

    def test_figures_are_written_as_the_language_does(self, club):
        counted("dix", club, four(club), [10000, -260])
        page = words(factories.browser().get("/classements/dix/"))
        assert page.count('<td class="figure">10\u202f000,0</td>') == 2
        assert page.count('<td class="figure">−260</td>') == 2
        english = factories.browser().get("/classements/dix/", headers={"accept-language": "en"})
        assert english.content.decode().count('<td class="figure">10,000.0</td>') == 2
        assert '<td class="figure">100%</td>' in english.content.decode()

    def test_halves_of_a_hundredth_are_rounded_up(self, club):
        players = four(club)
        for number in range(8):
            counted("dix", club, players, [510, 260] if number < 5 else [260, 510], days=number)
        assert sorted(row["win_percent"] for row in rows()) == [38, 38, 63, 63]

    def test_a_board_says_which_matches_it_counts(self, club):
        counted("dix", club, four(club), [510, 260])
        leads = {
            "": "",
            "?season=2025": "2025, classement final",
            "?season=90d": "90 derniers jours",
            "?season=2025&family=competitif": "2025, classement final · Variante : Compétitif",
        }
        for query, lead in leads.items():
            page = words(factories.browser().get(f"/classements/dix/{query}"))
            assert (f'<p class="lead">{lead}</p>' in page) == bool(lead), query

    def test_an_empty_board_says_why(self, club):
        counted("dix", club, four(club), [510, 260])
        for query, why in {
            "?season=2024": "Aucun match compté ici : ni cette saison, ni cette variante.",
            "?page=9": "Ce classement n'a pas tant de pages.",
        }.items():
            assert why in words(factories.browser().get(f"/classements/dix/{query}"))
        assert "Aucun match compté encore." in words(factories.browser().get("/classements/yams/"))
        pairs = factories.browser().get("/classements/yams/?kind=pairs")
        assert pairs.status_code == 404

    def test_a_file_is_in_the_readers_words_and_says_what_it_is_of(self, club):
        counted("dix", club, four(club), [510, 260])
        answer = factories.browser().get("/classements/dix/csv/?club=ici&season=2025")
        assert 'filename="dix-ici-2025.csv"' in answer["Content-Disposition"]
        lines = answer.content.decode("utf-8-sig").splitlines()
        gain = round(Standing.objects.filter(partner=None).order_by("-mu")[0].mu)
        assert lines[1].endswith(f",100,510,510,1,V,{gain}")
        assert lines[4].endswith(f",0,260,260,-1,D,-{gain}")

    def test_a_duel(self, club):
        anne, bruno, chloe, david = four(club)
        counted("dix", club, [anne, bruno, chloe, david], [510, 260])
        path = f"/classements/dix/duel/?a={anne.pk}&b={bruno.pk}"
        assert "1 match l'un contre l'autre" in factories.browser().get(
            path
        ).content.decode().replace("&#x27;", "'")
        same = factories.browser().get(f"/classements/dix/duel/?a={anne.pk}&b={anne.pk}")
        assert same.status_code == 400
        assert "Choisir deux personnes différentes." in words(same)
        assert factories.browser().get("/classements/dix/duel/csv/").status_code == 404

    @pytest.mark.parametrize(
        ("wins", "sentence"),
        [
            ([1], "Ensemble : 1 match, 1 gagné."),
            ([1, 0, 0], "Ensemble : 3 matchs, 1 gagné."),
            ([1, 1, 0], "Ensemble : 3 matchs, 2 gagnés."),
        ],
    )
    def test_each_number_agrees_with_its_own_word(self, club, wins, sentence):
        anne, bruno, chloe, david = four(club)
        for days, won in enumerate(wins):
            scores = [510, 260] if won else [260, 510]
            counted("dix", club, [anne, bruno, chloe, david], scores, days=days)
        page = words(factories.browser().get(f"/classements/dix/duel/?a={anne.pk}&b={chloe.pk}"))
        assert sentence in page

    def test_a_rating_has_the_same_names_everywhere(self, club):
        """The safe rating ranks; the rating is the estimate, with its uncertainty."""
        anne, bruno, chloe, david = four(club)
        counted("dix", club, [anne, bruno, chloe, david], [510, 260])
        row = rows(club="ici")[0]
        safe, rating, sigma = (round(row[name]) for name in ("safe_rating", "rating", "sigma"))
        browser = factories.browser()
        board = words(browser.get("/classements/dix/"))
        head = board.index("La cote sûre donne l'ordre : c'est la cote moins l'incertitude.")
        assert head < board.index('<table class="table standings')
        assert f"<strong>{safe}</strong>" in board
        player = words(browser.get(f"/joueurs/{anne.pk}/"))
        assert f"cote sûre {safe}" in player
        assert f"cote {rating} ± {sigma}" in player
        duel = words(browser.get(f"/classements/dix/duel/?a={anne.pk}&b={bruno.pk}"))
        assert f"<strong>{safe}</strong>" in duel.split("Cote sûre")[1]
        for path in ("dix/csv/", f"dix/duel/csv/?a={anne.pk}&b={bruno.pk}"):
            lines = browser.get(f"/classements/{path}").content.decode("utf-8-sig").splitlines()
            assert "Cote sûre,Cote,Incertitude" in lines[0]
            assert f",{safe},{rating},{sigma}" in lines[1]

    def test_two_are_found_by_a_part_of_their_names(self, club):
        anne, bruno, chloe, david = four(club, "Anne", "Bruno", "Chloé", "Brunelle")
        counted("dix", club, [anne, bruno, chloe, david], [510, 260])
        browser = factories.browser()
        path = "/classements/dix/duel/"
        assert 'name="nom_a"' in words(browser.get(path))
        response = browser.get(f"{path}?nom_a=anne&nom_b=chlo")
        assert response["Location"] == f"{path}?a={anne.pk}&b={chloe.pk}"
        several = words(browser.get(f"{path}?nom_a=anne&nom_b=brun"))
        assert '<select id="duel-a" name="a">' in several
        assert f'<option value="{anne.pk}">Anne</option>' in several
        assert f'<option value="{bruno.pk}">Bruno, ici</option>' in several
        assert f'<option value="{david.pk}">Brunelle, ici</option>' in several
        nobody = words(browser.get(f"{path}?nom_a=anne&nom_b=zoé"))
        assert "Personne de ce nom au classement" in nobody

    def test_a_whole_name_is_not_taken_for_the_part_of_another(self, club):
        anne, annette, chloe, david = four(club, "Anne", "Annette", "Chloé", "David")
        counted("dix", club, [anne, annette, chloe, david], [510, 260])
        response = factories.browser().get("/classements/dix/duel/?nom_a=Anne&nom_b=Annette")
        assert response["Location"] == f"/classements/dix/duel/?a={anne.pk}&b={annette.pk}"

    def test_a_whole_name_is_found_among_many_that_have_it_as_a_part(self, club):
        for number in range(6):
            four_more = [f"A{number}{seat} dite Anne" for seat in range(4)]
            counted("dix", club, four(club, *four_more), [510, 260])
        anne, bruno, chloe, david = four(club)
        counted("dix", club, [anne, bruno, chloe, david], [510, 260])
        response = factories.browser().get("/classements/dix/duel/?nom_a=anne&nom_b=bruno")
        assert response["Location"] == f"/classements/dix/duel/?a={anne.pk}&b={bruno.pk}"

    def test_who_is_hidden_is_not_found_by_name(self, club):
        anne, bruno, chloe, david = four(club)
        type(bruno).objects.filter(pk=bruno.pk).update(shown="hidden")
        counted("dix", club, [anne, bruno, chloe, david], [510, 260])
        page = words(factories.browser().get("/classements/dix/duel/?nom_a=anne&nom_b=bruno"))
        assert "Personne de ce nom au classement" in page
