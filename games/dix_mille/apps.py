"""Declares 10 000 to the site."""

from pathlib import Path

from django.utils.translation import gettext_lazy as _

from games.apps import GameConfig
from games.registry.final_scores import FinalScores
from games.registry.game import Game, Words
from games.registry.rating import RatingConstants


class DixMilleConfig(GameConfig):
    """The app of 10 000."""

    name = "games.dix_mille"
    label = "dix_mille"
    verbose_name = "10 000"

    def declare(self) -> Game:
        """Return all that the site needs to know of the game."""
        from games.dix_mille import forms, models, serializers, words
        from games.dix_mille.engine import facts, sample, scoring, taps
        from games.dix_mille.presets import PRESETS

        return Game(
            slug="dix-mille",
            name=_("10 000"),
            summary=_("Cinq dés, des paliers, des coches : 10 000 points tout juste."),
            line_name=_("tour"),
            min_players=2,
            max_players=None,
            sides=None,
            presets=PRESETS,
            # A line is one cell; eight players write some forty each.
            lines_shown=400,
            rules_model=models.MilleRules,
            entry_model=models.MilleTurn,
            rules_serializer=serializers.MilleRulesSerializer,
            entry_serializer=serializers.TurnSerializer,
            rules_form=forms.MilleRulesForm,
            pad_form=forms.TurnForm,
            rule_faults=scoring.rule_faults,
            fold=scoring.Race,
            facts=facts.facts,
            words=Words(
                words.NOTES,
                words.ERRORS,
                words.FACTS,
                words.ENDED_BY,
                titles=words.TITLES,
                lines=words.LINES,
                decisions=words.DECISIONS,
            ),
            folder=Path(__file__).parent,
            brief=words.brief,
            endless={"target": 1_000_000},
            sample=sample.sample_turn,
            entry_of_taps=taps.entry_of,
            taps_complete=taps.is_complete,
            pad_state=taps.pad_state,
            minutes=45,
            spread=lambda rules: rules.target,
            rating=RatingConstants(beta=400.0, spread=1400.0, growth_per_day=1.0),
            target=lambda rules: rules.target,
            final_scores=lambda rules: FinalScores(step=50, target=rules.target, least=0),
            seat_fields=("seat",),
            styles=("games/dice.css", "dix-mille/sheet.css", "dix-mille/pad.css"),
            scripts=("games/dice.js", "dix-mille/pad.js"),
            phone_scripts=("dix-mille/phone.js",),
            **self.analysed(),
        )
