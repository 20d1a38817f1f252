"""The ruleset of a match of Bataille, and its manches."""

from typing import Any

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from games.models import EntryBase, RulesBase, between


class BatailleRules(RulesBase):
    """The ruleset of a match, with one column for each rule.

    `games.bataille.engine.rulesets` refuses some combinations of rules.
    """

    class Deal(models.TextChoices):
        """The way in which the cards are dealt."""

        RANDOM = "random", _("au hasard")
        BY_COLOUR = "by_colour", _("par couleurs")

    class Stalemate(models.TextChoices):
        """What happens when a player cannot go on."""

        DRAW = "draw", _("pat : la manche est nulle")
        BORROW = "borrow", _("emprunt au tas de l'adversaire")

    deck = models.PositiveSmallIntegerField(
        _("cartes"), default=52, choices=((32, "32"), (52, "52"), (54, _("54 (deux jokers)")))
    )
    decks = models.PositiveSmallIntegerField(
        _("paquets"), default=1, choices=tuple((n, str(n)) for n in range(1, 5))
    )
    face_down = models.BooleanField(_("une carte cachée dans les batailles"), default=True)
    deal = models.CharField(
        _("distribution"), max_length=9, choices=Deal.choices, default=Deal.RANDOM
    )
    stealing_joker_wins = models.BooleanField(_("voler le joker gagne la manche"), default=False)
    loser_pays = models.BooleanField(_("payante : qui perd un pli paie une carte"), default=False)
    open_hands = models.BooleanField(_("ouverte : chacun choisit sa carte"), default=False)
    stalemate = models.CharField(
        _("qui ne peut plus jouer"),
        max_length=6,
        choices=Stalemate.choices,
        default=Stalemate.DRAW,
    )
    wins_needed = models.PositiveIntegerField(
        _("manches à gagner"), default=1, validators=between(1)
    )

    class Meta:
        constraints = (
            models.CheckConstraint(condition=Q(deck__in=(32, 52, 54)), name="bataille_deck"),
            models.CheckConstraint(condition=Q(decks__gte=1, decks__lte=4), name="bataille_decks"),
            models.CheckConstraint(
                condition=Q(deal__in=("random", "by_colour")), name="bataille_deal"
            ),
            models.CheckConstraint(
                condition=Q(stalemate__in=("draw", "borrow")), name="bataille_stalemate"
            ),
            models.CheckConstraint(condition=Q(wins_needed__gte=1), name="bataille_wins_needed"),
            models.CheckConstraint(
                condition=~Q(deck=54) | Q(decks=1), name="bataille_jokers_in_one_deck"
            ),
            models.CheckConstraint(
                condition=Q(stealing_joker_wins=False) | Q(deck=54),
                name="bataille_joker_needs_jokers",
            ),
        )

    def __str__(self) -> str:
        return f"{self.match_id} {self.deck} {self.wins_needed}"


class BatailleManche(EntryBase):
    """One manche: its winner, and how it ended."""

    class Reason(models.TextChoices):
        """How a manche ends."""

        ALL_CARDS = "all_cards", _("toutes les cartes")
        JOKER = "joker", _("joker volé")
        PAT = "pat", _("pat")
        STOPPED = "stopped", _("arrêtée")

    winner = models.PositiveSmallIntegerField(_("place de qui gagne"), null=True, blank=True)
    reason = models.CharField(
        _("fin de la manche"), max_length=9, choices=Reason.choices, default=Reason.ALL_CARDS
    )
    tricks = models.PositiveIntegerField(_("plis"), null=True, blank=True)
    battles = models.PositiveIntegerField(_("batailles"), null=True, blank=True)
    cards = models.JSONField(_("cartes de chacun"), null=True, blank=True)

    class Meta(EntryBase.Meta):
        constraints = (  # type: ignore[assignment]
            *EntryBase.Meta.constraints,
            models.CheckConstraint(
                condition=Q(reason__in=("all_cards", "joker"), winner__isnull=False)
                | Q(reason="pat", winner__isnull=True)
                | Q(reason="stopped"),
                name="bataille_manche_winner",
            ),
            models.CheckConstraint(
                condition=Q(reason="stopped", cards__isnull=False)
                | (~Q(reason="stopped") & Q(cards__isnull=True)),
                name="bataille_manche_cards_when_stopped",
            ),
            models.CheckConstraint(
                condition=Q(tricks__isnull=True)
                | Q(battles__isnull=True)
                | Q(battles__lte=F("tricks")),
                name="bataille_manche_battles",
            ),
        )

    def __str__(self) -> str:
        return f"{self.match_id} {self.number}"

    def data(self) -> dict[str, Any]:
        """Return the fields of the entry with all derived values. A draw has no winner."""
        return {"winner": self.winner} | super().data()
