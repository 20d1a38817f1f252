"""The Django app of the Bataille, which declares the game to the site."""

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


class BatailleConfig(GameConfig):
    """The Bataille's app."""

    name = "games.bataille"
    label = "bataille"
    verbose_name = "Bataille"

    def declare(self) -> Game:
        """Return the declaration of the game, from which the site learns all about it."""
        from games.bataille import models, serializers, words
        from games.bataille.engine import facts, place, sample, scoring
        from games.bataille.presets import PRESETS

        return Game(
            slug="bataille",
            name=_("Bataille"),
            in_prose=_("bataille"),
            summary=_("À deux ou plus, la plus haute carte prend le pli : tout au hasard."),
            line_name=_("manche"),
            folder=Path(__file__).parent,
            seats=SeatsOf(least=2, most=None, sides=None),
            presets=PRESETS,
            rules=_rules(),
            entry=EntryOf(
                model=models.BatailleManche,
                serializer=serializers.MancheSerializer,
                seat_fields=("winner",),
            ),
            fold=scoring.BatailleFold,
            facts=facts.facts,
            words=_words(),
            pad=_pad(),
            phone=Phone(scripts=("bataille/phone.js",)),
            brief=words.brief,
            place=PlaceOf(place.place_notes, words.PLACE),
            minutes=20,
            rating=RatingConstants(beta=1600.0, spread=50.0, growth_per_day=2.0),
            demonstration=Demonstration(
                sample=sample.sample_manche,
                endless={"wins_needed": 100_000},
            ),
            **self.analysed(),
        )


def _rules() -> RulesOf:
    from games.bataille import forms, models, serializers
    from games.bataille.engine import scoring

    return RulesOf(
        unit=lambda rules: rules.wins_needed,
        model=models.BatailleRules,
        serializer=serializers.BatailleRulesSerializer,
        form=forms.BatailleRulesForm,
        faults=scoring.rule_faults,
        target=lambda rules: rules.wins_needed if rules.wins_needed > 1 else None,
        final_scores=lambda rules: FinalScores(step=1, least=0, most=rules.wins_needed),
    )


def _words() -> Words:
    from games.bataille import words

    return Words(
        words.NOTES,
        words.ERRORS,
        words.FACTS,
        words.ENDED_BY,
        titles=words.TITLES,
        histories=words.HISTORIES,
        lines=words.LINES,
        comeback="comeback",
    )


def _pad() -> Pad:
    from games.bataille import forms
    from games.bataille.engine import taps

    return Pad(
        form=forms.MancheForm,
        entry_of=taps.entry_of,
        state=taps.pad_state,
        is_complete=taps.is_complete,
        styles=("bataille/bataille.css",),
    )
