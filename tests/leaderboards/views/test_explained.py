"""The page that explains a match's rating agrees with the boards, in every game."""

import html
import re
from math import sqrt

import pytest

from games.registry.installed import games
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
