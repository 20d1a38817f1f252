"""Declares the jeu du Maître to the site."""

from pathlib import Path

from django.utils.translation import gettext_lazy as _

from games.apps import GameConfig
from games.registry.game import Game, Words
from games.registry.rating import RatingConstants


class MaitreConfig(GameConfig):
    """The jeu du Maître's app."""

    name = "games.maitre"
    label = "maitre"
    verbose_name = "Jeu du Maître"

    def declare(self) -> Game:
        """Return all that the site needs to know of the game."""
        from games.maitre import forms, models, serializers, words
        from games.maitre.engine import facts, sample, scoring, taps
        from games.maitre.presets import PRESETS

        return Game(
            slug="maitre",
            name=_("Jeu du Maître"),
            in_prose=_("jeu du Maître"),
            summary=_("À chaque manche un Maître, sa majeure, sa mineure et un contrat à tenir."),
            line_name=_("manche"),
            min_players=3,
            max_players=6,
            sides=None,
            presets=PRESETS,
            rules_model=models.MaitreRules,
            entry_model=models.MaitreManche,
            rules_serializer=serializers.MaitreRulesSerializer,
            entry_serializer=serializers.MancheSerializer,
            rules_form=forms.MaitreRulesForm,
            pad_form=forms.MancheForm,
            rule_faults=scoring.rule_faults,
            fold=scoring.MaitreFold,
            facts=facts.facts,
            words=Words(
                words.NOTES,
                words.ERRORS,
                words.FACTS,
                titles=words.TITLES,
                histories=words.HISTORIES,
                lines=words.LINES,
                comeback="comeback",
            ),
            folder=Path(__file__).parent,
            brief=words.brief,
            sample=sample.sample_manche,
            entry_of_taps=taps.entry_of,
            taps_complete=taps.is_complete,
            pad_state=taps.pad_state,
            minutes=40,
            spread=lambda rules: 100,
            rating=RatingConstants(beta=400.0, spread=300.0, growth_per_day=1.0),
            start_options={"first_maitre": "maitre"},
            styles=("maitre/sheet.css", "games/keypad.css"),
            cards_route="maitre:piles",
            menu_routes=(("maitre:referee", _("Arbitre d'un pli")),),
            scripts=("games/keypad.js",),
            phone_scripts=("maitre/phone.js",),
            start_labels={"first_maitre": _("Maître")},
            **self.analysed(),
        )
