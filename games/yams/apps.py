"""Declares the five-column Yams to the site."""

from pathlib import Path

from django.utils.translation import gettext_lazy as _

from games.apps import GameConfig
from games.registry.game import Game, Words
from games.registry.rating import RatingConstants


class YamsConfig(GameConfig):
    """The five-column Yams' app."""

    name = "games.yams"
    label = "yams"
    verbose_name = "Yams à cinq colonnes"

    def declare(self) -> Game:
        """Return all that the site needs to know of the game."""
        from games.yams import forms, models, serializers, words
        from games.yams.engine import facts, lots, sample, scoring, taps
        from games.yams.presets import PRESETS

        return Game(
            slug="yams",
            name=_("Yams à cinq colonnes"),
            in_prose=_("Yams"),
            summary=_("Cinq dés, 55 cases chacun : seules comptent les colonnes gagnées."),
            line_name=_("tour"),
            min_players=2,
            max_players=5,
            sides=None,
            presets=PRESETS,
            rules_model=models.YamsRules,
            entry_model=models.YamsTurn,
            rules_serializer=serializers.YamsRulesSerializer,
            entry_serializer=serializers.TurnSerializer,
            rules_form=forms.YamsRulesForm,
            pad_form=forms.TurnForm,
            rule_faults=scoring.rule_faults,
            fold=scoring.YamsFold,
            facts=facts.facts,
            words=Words(
                words.NOTES,
                words.ERRORS,
                words.FACTS,
                terms=words.TERMS,
                titles=words.TITLES,
                histories=words.HISTORIES,
                lines=words.LINES,
                decisions=words.DECISIONS,
            ),
            folder=Path(__file__).parent,
            brief=words.brief,
            sample=sample.sample_turn,
            entry_of_taps=taps.entry_of,
            taps_complete=taps.is_complete,
            pad_state=taps.pad_state,
            minutes=75,
            spread=lambda rules: 20,
            rating=RatingConstants(beta=400.0, spread=400.0, growth_per_day=2.0),
            chance=lots.draw_lots,
            seat_fields=("seat", "draw_winner"),
            # « Le joueur qui obtient le point le plus petit commence. »
            first_die=min,
            styles=("games/dice.css", "yams/sheet.css"),
            scripts=("games/dice.js", "yams/pad.js", "yams/sheets.js"),
            phone_scripts=("yams/phone.js",),
            **self.analysed(),
        )
