"""Declares the toy to the site: this folder and one line in INSTALLED_APPS are all it takes."""

from pathlib import Path

from django.utils.translation import gettext_lazy as _

from games.apps import GameConfig
from games.registry.game import Game, Words


class ToyConfig(GameConfig):
    """The toy's app."""

    name = "tests.toy"
    label = "toy"
    verbose_name = "Le plus haut dé"

    def declare(self) -> Game:
        """Return all that the site needs to know of the game."""
        from tests.toy import forms, models, serializers, words
        from tests.toy.engine import facts, sample, scoring, taps
        from tests.toy.presets import PRESETS

        return Game(
            slug="toy",
            name=_("Le plus haut dé"),
            summary=_("Un dé chacun, le plus haut marque."),
            line_name=_("tour"),
            min_players=2,
            max_players=4,
            sides=None,
            presets=PRESETS,
            rules_model=models.ToyRules,
            entry_model=models.ToyThrow,
            rules_serializer=serializers.ToyRulesSerializer,
            entry_serializer=serializers.ThrowSerializer,
            rules_form=forms.ToyRulesForm,
            pad_form=forms.ThrowForm,
            rule_faults=scoring.rule_faults,
            fold=scoring.ToyFold,
            facts=facts.facts,
            words=Words(
                words.NOTES,
                words.ERRORS,
                words.FACTS,
                words.ENDED_BY,
                titles=words.TITLES,
            ),
            folder=Path(__file__).parent,
            sample=sample.sample_throw,
            entry_of_taps=taps.entry_of,
            taps_complete=taps.is_complete,
            target=lambda rules: rules.target,
        )
