"""Builders of clubs whose people have played, and of links between them."""

from datetime import date
from typing import Any

from clubs.callers import Caller
from clubs.models import Club, Player
from games.registry.installed import game_of
from tests import factories
from transmission import services
from transmission.models import Attestation, Link
from transmission.services import LinkAsked, Writing

DIX = "/api/v1/transmission/dix/"
GAME = game_of("dix")


def played(name: str, *clubs: Club, game: str = "dix") -> Player:
    """Return a new player of those clubs, with an attestation in the first of them."""
    person = factories.player(name, *clubs)
    attested(person, clubs[0] if clubs else None, game)
    return person


def attested(person: Player, club: Club | None = None, game: str = "dix") -> None:
    """Create an attestation for a player, on an arbitrary day."""
    Attestation.objects.create(
        game=game, club=club, player=person, date=date(2024, 1, 1), witness="Jean"
    )


def linked(teacher: Player, learner: Player, by: Any, **fields: Any) -> Link:
    """Return a link written by the service."""
    outcome = services.add_link(
        game=GAME,
        link_asked=LinkAsked(teacher.pk, learner.pk, **fields),
        by=Writing(Caller(user=by)),
    )
    return Link.objects.get(pk=outcome.body["id"])


class House:
    """A public club with an officer, a member, and five people.

    Charles taught Jean and Anne, Anne taught Bruno, and Raz learned by himself.
    """

    def __init__(self) -> None:
        self.club = factories.club("aediroum")
        self.officer = factories.member(self.club, "officer")
        self.member = factories.member(self.club)
        for name in ("charles", "jean", "anne", "bruno", "raz"):
            setattr(self, name, played(name.title(), self.club))

    def tell(self) -> "House":
        """Write the links between them, and return the house."""
        linked(self.charles, self.jean, self.officer, date="2019")
        linked(self.charles, self.anne, self.officer, date="2020-10-05", note="au local")
        linked(self.anne, self.bruno, self.officer)
        return self
