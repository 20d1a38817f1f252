"""Declares the toy game to the site. It needs only this folder and one line in INSTALLED_APPS."""

from pathlib import Path

from django.utils.translation import gettext_lazy as _

from games.apps import GameConfig
from games.registry.demonstration import Demonstration
from games.registry.entry import EntryOf
from games.registry.game import Game, Words
from games.registry.pad import Pad
from games.registry.rules import RulesOf
from games.registry.seats import SeatsOf


class ToyConfig(GameConfig):
    """The app of the toy game."""

    name = "tests.toy"
    label = "toy"
    verbose_name = "Le plus haut dé"

    def declare(self) -> Game:
        """Return everything that the site needs to know of the game."""
        from tests.toy import forms, models, serializers, words
        from tests.toy.engine import facts, sample, scoring, taps
        from tests.toy.presets import PRESETS

        return Game(
            slug="toy",
            name=_("Le plus haut dé"),
            summary=_("Un dé chacun, le plus haut marque."),
            line_name=_("tour"),
            folder=Path(__file__).parent,
            seats=SeatsOf(
                least=2,
                most=4,
                sides=None,
            ),
            presets=PRESETS,
            rules=RulesOf(
                model=models.ToyRules,
                serializer=serializers.ToyRulesSerializer,
                form=forms.ToyRulesForm,
                faults=scoring.rule_faults,
                target=lambda rules: rules.target,
            ),
            entry=EntryOf(
                model=models.ToyThrow,
                serializer=serializers.ThrowSerializer,
            ),
            fold=scoring.ToyFold,
            facts=facts.facts,
            words=Words(
                words.NOTES,
                words.ERRORS,
                words.FACTS,
                words.ENDED_BY,
                titles=words.TITLES,
            ),
            pad=Pad(
                form=forms.ThrowForm,
                entry_of=taps.entry_of,
                is_complete=taps.is_complete,
            ),
            demonstration=Demonstration(
                sample=sample.sample_throw,
            ),
        )
