"""Declares the jeu du Maître to the site."""

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


class MaitreConfig(GameConfig):
    """The jeu du Maître's app."""

    name = "games.maitre"
    label = "maitre"
    verbose_name = "Jeu du Maître"

    def declare(self) -> Game:
        """Return the declaration of the game to the site."""
        from games.maitre import models, serializers, words
        from games.maitre.engine import facts, place, sample, scoring
        from games.maitre.presets import PRESETS

        return Game(
            slug="maitre",
            name=_("Jeu du Maître"),
            in_prose=_("jeu du Maître"),
            summary=_("À chaque manche un Maître, sa majeure, sa mineure et un contrat à tenir."),
            line_name=_("manche"),
            folder=Path(__file__).parent,
            seats=SeatsOf(
                least=3,
                most=6,
                sides=None,
                options={"first_maitre": "maitre"},
                option_labels={"first_maitre": _("Maître")},
            ),
            presets=PRESETS,
            rules=_rules(),
            entry=EntryOf(model=models.MaitreManche, serializer=serializers.MancheSerializer),
            fold=scoring.MaitreFold,
            facts=facts.facts,
            words=_words(),
            pad=_pad(),
            phone=Phone(scripts=("maitre/phone.js",)),
            brief=words.brief,
            place=PlaceOf(place.place_notes, words.PLACE),
            minutes=40,
            rating=RatingConstants(beta=400.0, spread=300.0, growth_per_day=1.0),
            demonstration=Demonstration(sample=sample.sample_manche),
            **self.analysed(),
        )


def _rules() -> RulesOf:
    from games.maitre import forms, models, serializers
    from games.maitre.engine import scoring

    return RulesOf(
        unit=lambda rules: 100,
        model=models.MaitreRules,
        serializer=serializers.MaitreRulesSerializer,
        form=forms.MaitreRulesForm,
        faults=scoring.rule_faults,
    )


def _words() -> Words:
    from games.maitre import words

    return Words(
        words.NOTES,
        words.ERRORS,
        words.FACTS,
        titles=words.TITLES,
        histories=words.HISTORIES,
        lines=words.LINES,
        comeback="comeback",
    )


def _pad() -> Pad:
    from games.maitre import forms
    from games.maitre.engine import taps

    return Pad(
        form=forms.MancheForm,
        entry_of=taps.entry_of,
        is_complete=taps.is_complete,
        state=taps.pad_state,
        styles=("maitre/maitre.css",),
        cards_route="maitre:piles",
        menu_routes=(("maitre:referee", _("Arbitre d'un pli")),),
        scripts=("games/keypad.js",),
    )
