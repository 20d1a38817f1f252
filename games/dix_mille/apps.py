"""Declares 10 000 to the site."""

from pathlib import Path

from django.utils.translation import gettext_lazy as _

from games.apps import GameConfig
from games.registry.demonstration import Demonstration
from games.registry.entry import EntryOf
from games.registry.final_scores import FinalScores
from games.registry.game import Game, Words
from games.registry.pad import Pad
from games.registry.phone import Phone
from games.registry.place import PlaceOf
from games.registry.rating import RatingConstants
from games.registry.rules import RulesOf
from games.registry.seats import SeatsOf


class DixMilleConfig(GameConfig):
    """The app of 10 000."""

    name = "games.dix_mille"
    label = "dix_mille"
    verbose_name = "10 000"

    def declare(self) -> Game:
        """Return the declaration of the game to the site."""
        from games.dix_mille import models, serializers, words
        from games.dix_mille.engine import facts, joining, place, sample, scoring
        from games.dix_mille.presets import PRESETS

        return Game(
            slug="dix-mille",
            name=_("10 000"),
            summary=_("Cinq dés, des paliers, des coches : 10 000 points tout juste."),
            line_name=_("tour"),
            folder=Path(__file__).parent,
            seats=SeatsOf(least=2, most=None, sides=None, joins=joining.why_not_join),
            presets=PRESETS,
            rules=_rules(),
            entry=EntryOf(
                model=models.MilleTurn,
                serializer=serializers.TurnSerializer,
                seat_fields=("seat",),
            ),
            fold=scoring.Race,
            facts=facts.facts,
            words=_words(),
            pad=_pad(),
            phone=Phone(scripts=("dix-mille/phone.js",)),
            brief=words.brief,
            place=PlaceOf(place.place_notes, words.PLACE),
            minutes=45,
            rating=RatingConstants(beta=400.0, spread=1400.0, growth_per_day=1.0),
            demonstration=Demonstration(endless={"target": 1_000_000}, sample=sample.sample_turn),
            **self.analysed(),
        )


def _rules() -> RulesOf:
    from games.dix_mille import forms, models, serializers
    from games.dix_mille.engine import scoring

    return RulesOf(
        unit=lambda rules: rules.target,
        model=models.MilleRules,
        serializer=serializers.MilleRulesSerializer,
        form=forms.MilleRulesForm,
        faults=scoring.rule_faults,
        target=lambda rules: rules.target,
        final_scores=lambda rules: FinalScores(step=50, target=rules.target, least=0),
    )


def _words() -> Words:
    from games.dix_mille import words

    return Words(
        words.NOTES,
        words.ERRORS,
        words.FACTS,
        words.ENDED_BY,
        titles=words.TITLES,
        lines=words.LINES,
        decisions=words.DECISIONS,
    )


def _pad() -> Pad:
    from games.dix_mille import forms
    from games.dix_mille.engine import taps

    return Pad(
        lines_shown=400,
        form=forms.TurnForm,
        entry_of=taps.entry_of,
        is_complete=taps.is_complete,
        state=taps.pad_state,
        styles=("dix-mille/dix-mille.css",),
        scripts=("games/dice.js", "dix-mille/pad.js"),
    )
