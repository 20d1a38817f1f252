"""The page that explains a match's rating agrees with the boards, in every game."""

import html
import re
from math import sqrt

import pytest

from games.registry.installed import games
from leaderboards import services
from leaderboards.models import Standing
from tests import factories
from tests.leaderboards.builders import ended, recount
from tests.plain import plain

pytestmark = pytest.mark.django_db

GAMES = [game for game in games() if game.folder.parent.name == "games"]
TABLES = [
    (game, seats)
    for game in GAMES
    for seats in (2, 3, 4, 5)
    if game.seats.least <= seats <= (game.seats.most or seats)
]


NUMBER = r"(−?[\d,\u202f]+)"
SAID = {
    "expected": rf"par les cotes : {NUMBER}\.",
    "gap": rf"(?:contre [\d,\u202f]+, |de la table est de [\d,\u202f]+ : ){NUMBER}\. ",
    "usual": rf"de cette variante est de {NUMBER} :",
    "lead": rf"≈ {NUMBER} points de cote",
    "surprise": rf"Surprise : .+ = {NUMBER}\.",
    "share": rf"surprise est de {NUMBER} %",
    "gain": rf"≈ {NUMBER}, le gain",
}


def figure_in(pattern, text):
    """Return the only figure that the page gives in those words."""
    (figure,) = re.findall(pattern, re.sub(r"[ \n]+", " ", text))
    return float(figure.replace("\u202f", "").replace(",", ".").replace("−", "-"))


def by_the_formulas(skills, margin, mine, constants):
    """Return the expected gap, the share and the gain of the player at `mine`, by the source's
    formulas.

    `skills` are the (μ, σ) of the sides, member by member; `margin` is in usual spreads.
    """
    mus = [sum(mu for mu, _ in side) for side in skills]
    variances = [sum(sigma**2 for _, sigma in side) for side in skills]
    side, seat = mine
    own, n, beta = skills[side][seat][1] ** 2, len(skills), constants.beta
    if n == 2:
        expected = mus[side] - mus[1 - side]
        share = own / (sum(variances) + beta**2)
    else:
        expected = mus[side] - sum(mus) / n
        others = sum(variances) - variances[side]
        v = variances[side] * (1 - 1 / n) ** 2 + others / n**2 + beta**2 / 2 * (1 - 1 / n)
        share = own * (1 - 1 / n) / v
    return expected, share, share * (margin * constants.spread - expected)


@pytest.mark.parametrize(("game", "seats"), TABLES, ids=lambda it: getattr(it, "slug", it))
def test_the_page_says_what_the_boards_did(game, seats):
    club, constants = factories.club("ici"), game.rating
    players = [factories.player(f"P{seat}", club) for seat in range(seats)]
    count = game.side_count(seats)
    spread = float(game.rules.unit(game.rules.model(**game.presets[0].values)))
    scores = [spread * (count - side) / count for side in range(count)]
    scores = [round(score, 2) for score in scores]
    first = ended(game.slug, club, players, scores)
    recount(matches=[first.pk])
    rows = Standing.objects.filter(ladder__club=None, ladder__family="", partner=None)
    skills = {row.player_id: (row.mu, row.sigma) for row in rows}
    second = ended(game.slug, club, players, scores, days=3)
    recount(matches=[second.pk])

    # Three days pass without a match: the variance grows three times by the square of a day's
    # growth.
    grown = 3 * constants.growth_per_day**2
    sides = [
        [
            (
                skills[player.pk][0],
                min(constants.prior_sigma, sqrt(skills[player.pk][1] ** 2 + grown)),
            )
            for seat, player in enumerate(players)
            if game.seats.side_of(seat) == side
        ]
        for side in range(count)
    ]
    mean = sum(scores) / count
    margin = (scores[0] - (scores[1] if count == 2 else mean)) / spread
    expected, share, gain = by_the_formulas(sides, margin, (0, 0), constants)
    page = factories.browser().get(f"/classements/{game.slug}/calcul/?joueur={players[0].pk}")
    worked = (
        plain(html.unescape(page.content.decode()))
        .split('<ol class="worked">')[1]
        .split("</ol>")[0]
    )
    figures = {name: figure_in(pattern, worked) for name, pattern in SAID.items()}
    lead = margin * constants.spread
    assert figures["expected"] == pytest.approx(expected, abs=0.06)
    assert figures["usual"] == spread
    assert figures["gap"] / spread == pytest.approx(margin, abs=0.006)
    assert figures["lead"] == pytest.approx(lead, abs=0.06)
    # A reader who repeats the calculation with the figures shown gets the same.
    assert figures["surprise"] == pytest.approx(figures["lead"] - figures["expected"], abs=1e-9)
    assert figures["share"] == pytest.approx(100 * share, abs=0.06)
    assert figures["gain"] == pytest.approx(gain, abs=0.06)
    now = Standing.objects.get(
        ladder__club=None, ladder__family="", partner=None, player=players[0]
    )
    assert now.mu - skills[players[0].pk][0] == pytest.approx(gain, rel=1e-9)
    assert ("moyenne de la table" in worked) == (count > 2)


def test_a_match_of_a_club_that_is_not_seen_names_nobody_but_whom_one_sees_elsewhere(client):
    open_club, closed = factories.club("ici"), factories.club("ailleurs", public=False)
    anne = factories.player("Anne", open_club, closed)
    seen = factories.player("Bruno", open_club, closed)
    secret = [factories.player(name, closed) for name in ("Chloé", "David")]
    match = ended("dix", closed, [anne, seen, *secret], [510, 260])
    recount(matches=[match.pk])
    text = client.get(f"/classements/dix/calcul/?joueur={anne.pk}").content.decode()
    assert "Bruno" in text
    assert text.count("joueur anonyme") == 2
    assert "Chloé" not in text
    assert "David" not in text
    assert match.pk not in text


class TestEveryMatch:
    """Each match of anybody who is seen is explained, not the last one alone."""

    @pytest.fixture
    def club(self):
        return factories.club("ici")

    @pytest.fixture
    def four(self, club):
        return [factories.player(name, club) for name in ("Anne", "Bruno", "Chloé", "David")]

    @pytest.fixture
    def matches(self, club, four):
        made = [ended("dix", club, four, [510, 10 * day], days=day).pk for day in range(60)]
        services.rebuild(game="dix")
        return made

    def page(self, query, account=None, game="dix"):
        answer = factories.browser(account).get(f"/classements/{game}/calcul/{query}")
        assert answer.status_code == 200
        return plain(html.unescape(answer.content.decode()))

    def test_a_match_is_worked_out_for_each_of_its_players(self, four, matches):
        for player in four:
            text = self.page(f"?joueur={player.pk}&partie={matches[7]}")
            assert f"{player.public_name} : un match, calculé" in text
            assert "510 points contre 70" in text or "70 points contre 510" in text
        # The table of a match leads to the same match, worked out for the others.
        for player in four[:3]:
            assert f"joueur={player.pk}&partie={matches[7]}" in text

    def test_without_a_player_it_is_the_reader_who_sat_there_or_somebody_who_did(
        self, club, four, matches
    ):
        assert "Anne : un match, calculé" in self.page(f"?partie={matches[7]}")
        account = factories.member(club)
        type(four[2]).objects.filter(pk=four[2].pk).update(user=account)
        assert "Chloé : un match, calculé" in self.page(f"?partie={matches[7]}", account)

    def test_every_point_of_the_curve_is_listed_and_leads_to_its_match(self, four, matches):
        anne = four[0]
        points = factories.api().get(f"/api/v1/players/{anne.pk}/ratings/dix/").json()["points"]
        assert points[0]["gain"] == points[0]["rating"] - 1500
        assert points[9]["gain"] == points[9]["rating"] - points[8]["rating"]
        listed = []
        for page in (1, 2):
            text = self.page(f"?joueur={anne.pk}&page={page}").split('id="moves"')[1]
            listed += re.findall(
                rf"partie=(\w+).*?figure\">{NUMBER}</td>\s*<td class=\"figure\">{NUMBER}<",
                text,
                re.DOTALL,
            )
        assert [row[0] for row in listed] == matches[::-1]
        for (_match, gain, rating), point in zip(listed, points[::-1], strict=True):
            assert figure_in(NUMBER, gain) == pytest.approx(point["gain"], abs=0.06)
            assert figure_in(NUMBER, rating) == pytest.approx(point["rating"], abs=0.06)

    def test_an_old_match_opens_its_own_page_of_the_list(self, four, matches):
        text = self.page(f"?joueur={four[0].pk}&partie={matches[0]}")
        moves = text.split('id="moves"')[1]
        assert len(re.findall("partie=", moves)) == 10
        assert "Plus récents" in moves
        assert "Plus anciens" not in moves
        assert 'aria-current="true"' in moves

    def test_the_match_leads_there(self):
        club = factories.club("ailleurs", open_recording=True)
        players = [factories.player(f"P{seat}", club) for seat in range(4)]
        seats = [factories.SeatAsked(player=player.pk) for player in players]
        match = factories.finished(club=club, seats=seats)
        text = factories.browser().get(f"/parties/{match.pk}/").content.decode()
        assert f"/classements/dix/calcul/?partie={match.pk}" in text
        services.process_due()
        assert "un match, calculé" not in self.page(f"?partie={match.pk}")
        assert "P0 : son dernier match, calculé" in self.page(f"?partie={match.pk}")

    def test_on_a_clubs_board_the_links_stay_there(self, club, four, matches):
        text = self.page(f"?club=ici&joueur={four[0].pk}")
        assert text.count(f"?club=ici&joueur={four[0].pk}&partie=") == 50
        assert f"?club=ici&joueur={four[0].pk}&page=2#moves" in text

    def test_a_club_that_waits_for_the_sites_owner_has_its_own_board(self, club, four):
        type(club).objects.filter(pk=club.pk).update(confirmed_at=None)
        match = ended("dix", club, four, [510, 260])
        recount(matches=[match.pk])
        text = self.page(f"?partie={match.pk}")
        assert "Anne : son dernier match, calculé" in text
        assert f"?club=ici&joueur={four[1].pk}&partie={match.pk}" in text

    def test_a_match_that_does_not_count_says_so(self, club, four, matches):
        guest = ended("dix", club, [*four[:3], None], [510, 260])
        account = factories.member(club)
        type(four[0]).objects.filter(pk=four[0].pk).update(user=account)
        for reader in (None, account):
            text = self.page(f"?partie={guest.pk}", reader)
            assert "Ce match ne compte pas au classement" in text
            assert "match, calculé" not in text
        assert "Ce match ne compte pas au classement" in self.page("?partie=RIENDUTO")

    def test_what_the_reader_may_not_see_is_not_found(self, club, four):
        closed = factories.club("ailleurs", public=False)
        match = ended("dix", closed, [*four], [510, 260])
        recount(matches=[match.pk])
        for query in (f"?partie={match.pk}", f"?joueur={four[0].pk}&partie={match.pk}"):
            assert factories.browser().get(f"/classements/dix/calcul/{query}").status_code == 404
        # The move is listed without its match.
        moves = self.page(f"?joueur={four[0].pk}").split('id="moves"')[1]
        assert "partie=" not in moves
        assert moves.count("<tr") == 2

    def test_who_did_not_sit_there_is_not_found(self, club, four, matches):
        eve = factories.player("Ève", club)
        recount(matches=[ended("dix", club, [eve, *four[1:]], [510, 260], days=99).pk])
        path = f"/classements/dix/calcul/?joueur={eve.pk}&partie={matches[0]}"
        assert factories.browser().get(path).status_code == 404

    def test_queries_do_not_grow(self, four, matches, django_assert_max_num_queries):
        for match in (matches[0], matches[-1]):
            with django_assert_max_num_queries(24):
                self.page(f"?joueur={four[0].pk}&partie={match}")
