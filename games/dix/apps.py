"""Declares the jeu du 10 to the site."""

from pathlib import Path

from django.utils.translation import gettext_lazy as _

from games.apps import GameConfig
from games.registry.final_scores import FinalScores
from games.registry.game import Game, Words
from games.registry.rating import RatingConstants


class DixConfig(GameConfig):
    """The jeu du 10's app."""

    name = "games.dix"
    label = "dix"
    verbose_name = "Jeu du 10"

    def declare(self) -> Game:
        """Return all that the site needs to know of the game."""
        from games.dix import forms, models, serializers, words
        from games.dix.engine import facts, sample, scoring, taps
        from games.dix.presets import PRESETS

        return Game(
            slug="dix",
            name=_("Jeu du 10"),
            in_prose=_("jeu du 10"),
            summary=_("Deux équipes de deux, une mise, un atout : 100 points par brasse."),
            line_name=_("brasse"),
            min_players=4,
            max_players=4,
            sides=2,
            presets=PRESETS,
            rules_model=models.DixRules,
            entry_model=models.DixHand,
            rules_serializer=serializers.DixRulesSerializer,
            entry_serializer=serializers.HandSerializer,
            rules_form=forms.DixRulesForm,
            pad_form=forms.HandForm,
            rule_faults=scoring.rule_faults,
            fold=scoring.DixFold,
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
                riddles=words.RIDDLES,
                best=words.BEST,
                said_by_the_end=("fewest_hands",),
            ),
            folder=Path(__file__).parent,
            brief=words.brief,
            sample=sample.sample_hand,
            sample_by_card=sample.sample_by_card,
            entry_of_taps=taps.entry_of,
            pad_state=taps.pad_state,
            taps_complete=taps.is_complete,
            minutes=35,
            spread=lambda rules: rules.target,
            rating=RatingConstants(beta=400.0, spread=600.0, growth_per_day=4.0),
            ends_by_rank=("partie",),
            side_of_seat=lambda seat: seat % 2,
            side_names=(_("Nous"), _("Vous")),
            start_options={"first_dealer": "dealer"},
            start_labels={"first_dealer": _("donne")},
            target=lambda rules: rules.target,
            final_scores=lambda rules: FinalScores(step=5, target=rules.target),
            endless={"target": 100_000, "partie": "forbidden"},
            seat_fields=("bidder",),
            styles=("dix/sheet.css",),
            phone_scripts=("dix/phone.js",),
            cards_route="dix:cards",
            origins=(
                ("Charles Desharnais", "family", _("a introduit le jeu à l'AÉDIROUM")),
                ("Raz", "self_taught", _("voir le graphe")),
            ),
            **self.analysed(),
        )
