"""Tests of a player's page and its files.

The page shows ratings, the people met, records, tournaments, teachers and pupils.
"""

import re
from datetime import date

import pytest
from django.utils.formats import date_format
from django.utils.timezone import localtime

from clubs import services
from clubs.callers import Caller
from games import services as matches
from games.match import list_queries
from games.models import Match
from leaderboards import player_queries as people
from leaderboards.models import Feat
from scorekeeper.pages.player_matches import clubs_of
from tests import factories
from tests.leaderboards.builders import ended, recount
from tests.tournaments.stages import arranged
from tournaments.models import Entrant, Member
from transmission.models import Link

pytestmark = pytest.mark.django_db


@pytest.fixture
def club():
    return factories.club("ici", open_recording=True)


@pytest.fixture
def four(club):
    return [factories.player(name, club) for name in ("Anne", "Bruno", "Chloé", "David")]


def played(club, players, *scores, game="dix", begin=0):
    """Play matches on successive days, one for each of the scores, and count them on the boards."""
    for day, points in enumerate(scores, start=begin):
        match = ended(game, club, players, points, days=day)
        recount(matches=[match.pk])


def page(player, account=None):
    answer = factories.browser(account).get(f"/joueurs/{player.pk}/")
    assert answer.status_code == 200
    return " ".join(answer.content.decode().split())


def file(path):
    answer = factories.browser().get(path)
    assert answer["Content-Type"] == "text/csv; charset=utf-8"
    return answer.content.decode("utf-8-sig").splitlines()


def test_ratings_with_their_curve_and_category(club, four):
    played(club, four, [510, 260], [510, 100])
    text = page(four[0])
    assert '<a href="/classements/dix/">Jeu du 10</a>' in text
    assert "Courbe de la cote" in text
    assert '<span class="chip provisional">provisoire</span>' in text
    assert f'href="/classements/dix/calcul/?joueur={four[0].pk}"' in text
    # In the head: what was played in all, and a way to compare.
    assert f'href="/classements/dix/duel/?a={four[0].pk}"' in text
    assert ">2 V</abbr>" in text
    assert "2 matchs ·" in text
    assert text.count('class="edge edge--W"') == 2
    assert 'class="edge edge--L"' in page(four[1])


def test_the_points_of_a_curve_say_why_it_moved(club, four):
    """Links of the page itself, with a name, to matches of clubs that the reader may see."""
    played(club, four, [510, 260], [510, 100])
    text = page(four[0])
    links = re.findall(
        r'<a href="(/classements/dix/calcul/[^"]*partie=\w+)"><title>(.*?)</title>', text
    )
    first, last = Match.objects.order_by("finished_at").values_list("pk", flat=True)
    where = f"/classements/dix/calcul/?joueur={four[0].pk}&amp;partie="
    assert [href for href, _name in links] == [f"{where}{first}", f"{where}{last}"]
    day = date_format(localtime(Match.objects.get(pk=last).finished_at), "SHORT_DATE_FORMAT")
    rating = re.search(r'class="ratings__figure">(\d+)<', text)[1]
    assert links[-1][1] == f"{day} : {rating}, pourquoi ?"
    why = factories.browser().get(links[-1][0].replace("&amp;", "&")).content.decode()
    assert f"/parties/{last}/" in why.split("<h1>")[1]
    # A match of a club that the reader may not see has no link.
    assert people.ratings(four[0], [club.pk + 1])[0].curve.points == ()


def test_partners_and_opponents_with_their_head_to_head(club, four):
    anne, bruno, chloe, _david = four
    played(club, four, [510, 260], [100, 510], [510, 0])
    text = page(anne)
    assert "Contre : 3 matchs, 2 devant, 1 derrière" in text
    assert "Ensemble : 3 matchs, 2 gagnés" in text
    assert f"/classements/dix/duel/?a={anne.pk}&amp;b={bruno.pk}" in text
    lines = file(f"/joueurs/{anne.pk}/rencontres/csv/")
    assert lines == [
        "Nom,Jeu,L'un contre l'autre,Devant l'autre,Derrière l'autre,À égalité,Ensemble,"
        "Gagnées ensemble",
        "Bruno,Jeu du 10,3,2,1,0,0,0",
        "Chloé,Jeu du 10,0,0,0,0,3,2",
        "David,Jeu du 10,3,2,1,0,0,0",
    ]
    # Bruno's file counts the same matches from his side, and leaves out Chloé, who is now hidden.
    type(chloe).objects.filter(pk=chloe.pk).update(shown="hidden")
    assert (
        file(f"/joueurs/{bruno.pk}/rencontres/csv/")[1:]
        == [
            "David,Jeu du 10,0,0,0,0,3,1",
            "Anne,Jeu du 10,3,1,2,0,0,0",
        ][::-1]
    )


def test_meetings_of_a_club_that_is_not_seen_do_not_show(club, four):
    played(factories.club("secret", public=False), four, [510, 260])
    assert "Partenaires et adversaires" not in page(four[0])


def test_results_as_a_file_run_no_formula(club):
    players = [factories.player(name, club) for name in ("=1+1", "Bruno")]
    played(club, players, [40, 10], game="yams")
    lines = file(f"/joueurs/{players[0].pk}/csv/")
    assert lines[0] == "Jeu,Jouées,Gagnées,Nulles,Perdues,Cote sûre,Cote,Incertitude"
    assert lines[1].startswith("Yams à cinq colonnes,1,1,0,0,1")
    assert (
        file(f"/joueurs/{players[1].pk}/rencontres/csv/")[1]
        == "'=1+1,Yams à cinq colonnes,1,0,1,0,0,0"
    )


def test_records_found_and_by_hand(club, four, django_capture_on_commit_callbacks):
    seats = [factories.SeatAsked(player=player.pk) for player in four]
    with django_capture_on_commit_callbacks(execute=True):
        match = factories.finished(club=club, seats=seats)
    feat = Feat.objects.create(
        game="dix", club=club, text="Trois dix", date=date(2026, 1, 31), witness="Jean"
    )
    feat.players.add(four[1])
    assert f'href="/parties/{match.pk}/">la feuille</a>' in page(four[0])
    text = page(four[1])
    assert "Trois dix" in text
    assert "témoin : Jean" in text
    with django_capture_on_commit_callbacks(execute=True):
        matches.take_back(match_id=match.pk, number=1, by=factories.by_link(match))
    assert "Faits insolites" not in page(four[0]).split("</header>")[-1].split("<footer")[0]


def test_all_facts_are_on_a_page_of_their_own(club, four):
    anne = four[0]

    def written(count):
        for number in range(count):
            feat = Feat.objects.create(
                game="dix", club=club, text=f"Fait {number}.", date=date(2026, 1, 1 + number)
            )
            feat.players.add(anne)

    written(4)
    where = f"/joueurs/{anne.pk}/faits/"
    assert f'href="{where}"' not in page(anne)
    written(1)
    text = page(anne)
    assert f'href="{where}"' in text
    assert text.count('class="feats__text"') == 4
    whole = factories.browser().get(where).content.decode()
    assert whole.count('class="feats__text"') == 5
    assert (
        "Aucun fait encore."
        in factories.browser().get(f"/joueurs/{four[1].pk}/faits/").content.decode()
    )


@pytest.mark.parametrize("role", ["visitor", "member", "site_owner"])
def test_a_player_s_matches_in_the_clubs_that_show_them_are_all_that_may_be_seen(four, role):
    """In a public club, in one that hides the player, in a private one, and in no club."""
    clubs = [
        factories.club("open"),
        factories.club("hides"),
        factories.club("closed", public=False),
    ]
    for each in clubs:
        services.players.enter_list(each, four[0], Caller())
        ended("dix", each, four, [510, 260])
    ended("dix", None, four, [510, 260])
    clubs[1].club_players.filter(player=four[0]).update(shown="hidden")
    account = factories.member(clubs[2]) if role == "member" else factories.site_owner()
    caller = Caller() if role == "visitor" else Caller(user=account)
    listed = list(list_queries.matches_in(four[0], clubs_of(four[0], caller)))
    assert listed == list(list_queries.matches_of(four[0], caller))
    assert len(listed) == {"visitor": 1, "member": 2, "site_owner": 3}[role]


def test_tournaments_teachers_and_pupils(club, four):
    anne, bruno, chloe, david = four
    for teacher, learner, confirmed in (
        (anne, bruno, True),
        (bruno, chloe, True),
        (bruno, david, False),
    ):
        Link.objects.create(game="dix", teacher=teacher, learner=learner, confirmed=confirmed)
    text = page(bruno)
    assert f'Appris de <a class="line-link" href="/joueurs/{anne.pk}/">Anne</a>' in text
    assert f'Appris à <a class="line-link" href="/joueurs/{chloe.pk}/">Chloé</a> </p>' in text
    owner = factories.site_owner()
    night = arranged(club, owner, "ready")
    entrant = Entrant.objects.filter(tournament=night).first()
    Member.objects.create(tournament=night, entrant=entrant, place=7, player=bruno)
    assert f'href="/tournois/{night.pk}/"' in page(bruno)
    type(night).objects.filter(pk=night.pk).update(public=False)
    assert night.pk not in page(bruno)


@pytest.mark.parametrize("rows", [1, 3])
def test_as_many_queries_whatever_was_played(club, four, rows, django_assert_max_num_queries):
    for number in range(rows):
        players = [*four[:2], *(factories.player(f"P{number}-{n}", club) for n in range(2))]
        played(club, players, [510, 260], [0, 510], begin=10 * number)
    with django_assert_max_num_queries(18):
        page(four[0])


class TestAnswers:
    """Who is my best partner, whom do I lose to, my best evening, when did we last play?"""

    @pytest.fixture
    def anne(self, club, four):
        """Anne and Chloé against Bruno and David on four days: won, lost, won, won."""
        played(club, four, [510, 260], [100, 510], [510, 0], [500, 10])
        return four[0]

    def seen(self, path):
        answer = factories.browser().get(path)
        assert answer.status_code == 200
        return " ".join(answer.content.decode().split())

    def test_the_head_of_the_page_answers(self, anne, four):
        text = page(anne)
        assert f'?avec={four[2].pk}">Chloé</a> 3 / 4' in text
        assert "Meilleure soirée" in text
        assert ", 1 / 1</dd>" in text
        # Bruno is the one of two equal ones who comes first by name.
        assert f'?contre={four[1].pk}">Bruno</a> 1 / 4' in text

    def test_a_game_opens_into_its_board_s_row_and_its_rulesets(self, anne):
        text = page(anne)
        assert '<dt>Rang</dt><dd><a href="/classements/dix/">1</a></dd>' in text
        assert "<dt>Meilleur</dt><dd>510</dd>" in text
        assert "<dt>Série</dt><dd>2 V</dd>" in text
        assert f'/joueurs/{anne.pk}/matchs/?jeu=dix&amp;regles=traditionnel">' in text

    def test_all_matches_are_listed_and_narrowed(self, anne, four):
        whole = f"/joueurs/{anne.pk}/matchs/"
        assert "4 matchs finis, 3 gagnés." in self.seen(whole)
        assert "4 matchs finis, 3 gagnés." in self.seen(f"{whole}?avec={four[2].pk}")
        assert "4 matchs finis, 3 gagnés." in self.seen(f"{whole}?jeu=dix&contre={four[1].pk}")
        # Bruno was never on Anne's side, so he is not offered, and nothing is left out.
        assert "4 matchs finis" in self.seen(f"{whole}?avec={four[1].pk}")
        assert "Aucun match de cette sorte" not in self.seen(whole)

    def test_the_list_takes_the_same_queries_however_many_there_are(
        self, anne, club, four, django_assert_num_queries
    ):
        path = f"/joueurs/{anne.pk}/matchs/"
        with django_assert_num_queries(10):
            self.seen(path)
        played(club, four, [510, 260], [510, 0], begin=9)
        with django_assert_num_queries(10):
            self.seen(path)

    @pytest.mark.parametrize(
        ("order", "first"), [("", "Bruno"), ("avec", "Chloé"), ("contre", "Bruno")]
    )
    def test_people_are_sorted_by_what_is_asked(self, anne, order, first):
        text = self.seen(f"/joueurs/{anne.pk}/rencontres/?par={order}")
        rows = text.split("<tbody>")[1]
        assert rows.split("</a></th>")[0].endswith(f">{first}")
        assert "75 %" in rows

    def test_the_duel_lists_its_matches(self, anne, four):
        text = self.seen(f"/classements/dix/duel/?a={anne.pk}&b={four[1].pk}")
        assert text.count('class="card"') == 4
        assert "Derniers matchs : le dernier le" in text

    def test_the_api_narrows_the_same_way(self, anne, four):
        def count(**query):
            path = f"/api/v1/players/{anne.pk}/matches/"
            return len(factories.api().get(path, query).json()["results"])

        assert count() == count(partner=four[2].pk) == count(opponent=four[3].pk) == 4
        assert count(preset="traditionnel", game="dix") == 4
        assert count(partner=four[1].pk) == count(opponent=999_999) == count(year=1999) == 0

    def test_who_is_hidden_is_in_no_list(self, anne, club, four):
        club.club_players.filter(player=four[1]).update(shown="hidden")
        assert "Bruno" not in self.seen(f"/joueurs/{anne.pk}/rencontres/")
        assert "Bruno" not in self.seen(f"/joueurs/{anne.pk}/matchs/").split("</form>")[0]
        path = f"/api/v1/players/{anne.pk}/matches/"
        assert factories.api().get(path, {"opponent": four[1].pk}).json()["results"] == []
