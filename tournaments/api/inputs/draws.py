"""The shapes of data posted for a draw, and for previews of a correction and of leaving."""

from typing import Any

from rest_framework import serializers

from core.shapes import BoundedList
from games.api.serializers import WriteSerializer
from games.entry.shapes import StrictBoolean, StrictInteger
from tournaments.api.inputs.serializers import NUMBER_MAX, FigureField, SeedField
from tournaments.models import Entrant
from tournaments.services.entrants.partners import CHOICES
from tournaments.state.tournament import GONE


class WithoutPartnerField(serializers.ChoiceField):
    """What becomes of incomplete pairs at a draw.

    `together`: two by two they become one entrant, in the order of registration, and the one left
    over waits. `alone`: they are drawn as they are, from now on. `wait`: they are left out of this
    draw. Left out, a draw with incomplete pairs is refused (`partner_missing`).
    """

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(
            choices=CHOICES,
            required=False,
            allow_null=True,
            help_text=" ".join((self.__doc__ or "").split()),
            **kwargs,
        )


class DrawInput(WriteSerializer):
    """The seed of a draw. Without it the tournament's own seed is used."""

    seed = SeedField(required=False, allow_null=True)
    without_partner = WithoutPartnerField()


class RedrawInput(WriteSerializer):
    """The new seed of a draw."""

    seed = SeedField()
    without_partner = WithoutPartnerField()


class CorrectionPreviewInput(serializers.Serializer[Any]):
    """The result that a correction would give; or `take_back`, with neither scores nor forfeit."""

    scores = BoundedList(child=FigureField(), required=False, max_length=50)
    forfeit = BoundedList(
        child=StrictInteger(min_value=1, max_value=NUMBER_MAX), required=False, max_length=50
    )
    take_back = StrictBoolean(required=False)


class LeavingPreviewInput(serializers.Serializer[Any]):
    """How an entrant would leave."""

    state = serializers.ChoiceField(
        choices=[choice for choice in Entrant.State.choices if choice[0] in GONE]
    )
