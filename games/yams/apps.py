"""Declares the five-column Yams to the site."""

from pathlib import Path

from django.utils.translation import gettext_lazy as _

from games.apps import GameConfig
from games.registry.demonstration import Demonstration
from games.registry.entry import EntryOf
from games.registry.game import Game, Words
from games.registry.pad import Pad
from games.registry.phone import Phone
from games.registry.place import PlaceOf
from games.registry.rating import RatingConstants
from games.registry.rules import RulesOf
from games.registry.seats import SeatsOf


class YamsConfig(GameConfig):
    """The five-column Yams' app."""

    name = "games.yams"
    label = "yams"
    verbose_name = "Yams à cinq colonnes"

    def declare(self) -> Game:
        """Return the declaration of the game, from which the site gets all that it needs."""
        from games.yams import models, serializers, words
        from games.yams.engine import facts, lots, place, sample, scoring
        from games.yams.presets import PRESETS

        return Game(
            slug="yams",
            name=_("Yams à cinq colonnes"),
            in_prose=_("Yams"),
            summary=_("Cinq dés, 55 cases chacun : seules comptent les colonnes gagnées."),
            line_name=_("tour"),
            folder=Path(__file__).parent,
            seats=SeatsOf(least=2, most=5, sides=None, first_die=min),
            presets=PRESETS,
            rules=_rules(),
            entry=EntryOf(
                model=models.YamsTurn,
                serializer=serializers.TurnSerializer,
                chance=lots.draw_lots,
                seat_fields=("seat", "draw_winner"),
            ),
            fold=scoring.YamsFold,
            facts=facts.facts,
            words=_words(),
            pad=_pad(),
            phone=Phone(scripts=("yams/phone.js",)),
            brief=words.brief,
            place=PlaceOf(place.place_notes, words.PLACE),
            minutes=75,
            rating=RatingConstants(beta=400.0, spread=400.0, growth_per_day=2.0),
            demonstration=Demonstration(sample=sample.sample_turn),
            **self.analysed(),
        )


def _rules() -> RulesOf:
    from games.yams import forms, models, serializers
    from games.yams.engine import scoring

    return RulesOf(
        unit=lambda rules: 20,
        model=models.YamsRules,
        serializer=serializers.YamsRulesSerializer,
        form=forms.YamsRulesForm,
        faults=scoring.rule_faults,
    )


def _words() -> Words:
    from games.yams import words

    return Words(
        words.NOTES,
        words.ERRORS,
        words.FACTS,
        terms=words.TERMS,
        titles=words.TITLES,
        histories=words.HISTORIES,
        lines=words.LINES,
        decisions=words.DECISIONS,
    )


def _pad() -> Pad:
    from games.yams import forms
    from games.yams.engine import taps

    return Pad(
        form=forms.TurnForm,
        entry_of=taps.entry_of,
        is_complete=taps.is_complete,
        state=taps.pad_state,
        styles=("yams/yams.css",),
        scripts=("games/dice.js", "yams/pad.js", "yams/sheets.js"),
    )
