"""Clubs whose people have played, and links between them."""

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
    """A person of those clubs who is attested to have played."""
    person = factories.player(name, *clubs)
    attested(person, clubs[0] if clubs else None, game)
    return person


def attested(person: Player, club: Club | None = None, game: str = "dix") -> None:
    """An attestation of no matter which day."""
    Attestation.objects.create(
        game=game, club=club, player=person, date=date(2024, 1, 1), witness="Jean"
    )


def linked(teacher: Player, learner: Player, by: Any, **asked: Any) -> Link:
    """A link written by a service."""
    outcome = services.add_link(
        game=GAME,
        link_asked=LinkAsked(teacher.pk, learner.pk, **asked),
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
        """Write their links."""
        linked(self.charles, self.jean, self.officer, date="2019")
        linked(self.charles, self.anne, self.officer, date="2020-10-05", note="au local")
        linked(self.anne, self.bruno, self.officer)
        return self
