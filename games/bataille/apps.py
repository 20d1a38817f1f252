"""Declares the Bataille to the site."""

from pathlib import Path

from django.utils.translation import gettext_lazy as _

from games.apps import GameConfig
from games.registry.final_scores import FinalScores
from games.registry.game import Game, Words
from games.registry.rating import RatingConstants


class BatailleConfig(GameConfig):
    """The Bataille's app."""

    name = "games.bataille"
    label = "bataille"
    verbose_name = "Bataille"

    def declare(self) -> Game:
        """Return all that the site needs to know of the game."""
        from games.bataille import forms, models, serializers, words
        from games.bataille.engine import facts, sample, scoring, taps
        from games.bataille.presets import PRESETS

        return Game(
            slug="bataille",
            name=_("Bataille"),
            in_prose=_("bataille"),
            summary=_("À deux ou plus, la plus haute carte prend le pli : tout au hasard."),
            line_name=_("manche"),
            min_players=2,
            max_players=None,
            sides=None,
            presets=PRESETS,
            rules_model=models.BatailleRules,
            entry_model=models.BatailleManche,
            rules_serializer=serializers.BatailleRulesSerializer,
            entry_serializer=serializers.MancheSerializer,
            rules_form=forms.BatailleRulesForm,
            pad_form=forms.MancheForm,
            rule_faults=scoring.rule_faults,
            fold=scoring.BatailleFold,
            facts=facts.facts,
            words=Words(
                words.NOTES,
                words.ERRORS,
                words.FACTS,
                words.ENDED_BY,
                titles=words.TITLES,
                histories=words.HISTORIES,
                lines=words.LINES,
                comeback="comeback",
            ),
            folder=Path(__file__).parent,
            brief=words.brief,
            sample=sample.sample_manche,
            entry_of_taps=taps.entry_of,
            pad_state=taps.pad_state,
            taps_complete=taps.is_complete,
            minutes=20,
            spread=lambda rules: rules.wins_needed,
            # Nearly all chance: a β that is large compared with the spread moves ratings little.
            rating=RatingConstants(beta=1600.0, spread=50.0, growth_per_day=2.0),
            # A match of one manche has no progress to show.
            target=lambda rules: rules.wins_needed if rules.wins_needed > 1 else None,
            final_scores=lambda rules: FinalScores(step=1, least=0, most=rules.wins_needed),
            endless={"wins_needed": 100_000},
            seat_fields=("winner",),
            styles=("bataille/manches.css",),
            phone_scripts=("bataille/phone.js",),
            **self.analysed(),
        )
