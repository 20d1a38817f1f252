"""The Django app of the jeu du 10, which declares the game to the site."""

from importlib.util import find_spec
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

# Whether the folder `analysis` exists. A site may be installed without it; then it reviews no
# hands.
ANALYSED = find_spec("games.dix.analysis") is not None


class DixConfig(GameConfig):
    """The jeu du 10's app."""

    name = "games.dix"
    label = "dix"
    verbose_name = "Jeu du 10"

    def declare(self) -> Game:
        """Return the declaration of the game, from which the site learns all about it."""
        from games.dix import models, serializers, words
        from games.dix.engine import facts, place, scoring
        from games.dix.presets import PRESETS

        return Game(
            slug="dix",
            name=_("Jeu du 10"),
            in_prose=_("jeu du 10"),
            summary=_("Deux équipes de deux, une mise, un atout : 100 points par brasse."),
            line_name=_("brasse"),
            folder=Path(__file__).parent,
            seats=SeatsOf(
                least=4,
                most=4,
                sides=2,
                side_of=lambda seat: seat % 2,
                names=(_("Nous"), _("Vous")),
                options={"first_dealer": "dealer"},
                option_labels={"first_dealer": _("donne")},
            ),
            presets=PRESETS,
            rules=_rules(),
            entry=EntryOf(
                model=models.DixHand,
                serializer=serializers.HandSerializer,
                seat_fields=("bidder",),
            ),
            fold=scoring.DixFold,
            facts=facts.facts,
            words=_words(),
            pad=_pad(),
            phone=Phone(scripts=("dix/phone.js",)),
            brief=words.brief,
            place=PlaceOf(place.place_notes, words.PLACE),
            minutes=35,
            rating=RatingConstants(beta=400.0, spread=600.0, growth_per_day=4.0),
            demonstration=_demonstration(),
            **self.analysed(),
        )


def _rules() -> RulesOf:
    from games.dix import forms, models, serializers
    from games.dix.engine import scoring

    return RulesOf(
        ends_by_rank=("partie",),
        unit=lambda rules: rules.target,
        model=models.DixRules,
        serializer=serializers.DixRulesSerializer,
        form=forms.DixRulesForm,
        faults=scoring.rule_faults,
        target=lambda rules: rules.target,
        final_scores=lambda rules: FinalScores(step=5, target=rules.target),
    )


def _words() -> Words:
    from games.dix import words

    return Words(
        words.NOTES,
        words.ERRORS,
        words.FACTS,
        words.ENDED_BY,
        terms=words.TERMS,
        titles=words.TITLES,
        histories=words.HISTORIES,
        lines=words.LINES,
        comeback="comeback",
        riddles=words.RIDDLES,
        best=words.BEST,
        said_by_the_end=("fewest_hands",),
    )


def _pad() -> Pad:
    from games.dix import forms
    from games.dix.engine import taps

    return Pad(
        form=forms.HandForm,
        entry_of=taps.entry_of,
        state=taps.pad_state,
        is_complete=taps.is_complete,
        styles=("dix/dix.css",),
        cards_route="dix:cards",
    )


def _demonstration() -> Demonstration:
    from games.dix.engine import sample

    return Demonstration(
        sample=sample.sample_hand,
        by_card=sample.sample_by_card,
        endless={"target": 100_000, "partie": "forbidden"},
        origins=(
            ("Charles Desharnais", "family", _("a introduit le jeu à l'AÉDIROUM")),
            ("Raz", "self_taught", _("voir le graphe")),
        ),
    )
