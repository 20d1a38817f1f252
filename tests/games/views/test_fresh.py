"""What the start page stores so that a match can begin without a network."""

import pytest

from games.match import permissions
from games.models import Match
from games.registry import installed
from games.services import SeatAsked
from tests import factories

pytestmark = pytest.mark.django_db

# The values that differ for each match; the phone puts in its own.
OWN = ("version", "started_at", "addresses", "follow", "match")


def comparable(body):
    pad = {name: field for name, field in body["pad"].items() if name not in ("client_id", "after")}
    return {name: value for name, value in body.items() if name not in OWN} | {"pad": pad}


@pytest.mark.parametrize("game", installed.games(), ids=lambda game: game.slug)
def test_a_blank_match_is_told_as_the_server_would_tell_it_once_started(game):
    phone = factories.browser()
    blank = phone.get(f"/jouer/{game.slug}/jeu.json").json()
    assert not Match.objects.exists()
    preset, most = game.presets[-1].slug, min(game.seats.most or 8, 8)
    assert list(blank["presets"]) == [preset.slug for preset in game.presets]
    counts = [str(count) for count in range(game.seats.least, most + 1)]
    assert list(blank["presets"][preset]) == counts

    seats = [SeatAsked()] * game.seats.least
    match = factories.started(game.slug, preset=game.presets[-1], seats=seats)
    phone.get(f"/parties/{match.pk}/marquer/{permissions.edit_token(match)}/")
    real = phone.get(f"/parties/{match.pk}/jeu.json").json()
    assert comparable(blank["presets"][preset][counts[0]]) == comparable(real)
