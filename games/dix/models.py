"""The database models of the jeu du 10: the ruleset of a match, and its hands (« brasses »)."""

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from core.keyed import Keyed
from games.models import EntryBase, Match, RulesBase, between


class DixRules(RulesBase):
    """The ruleset of a match, with one column for each rule.

    `engine.rulesets.rule_faults` says which combinations of values are refused.
    """

    class CardValues(models.TextChoices):
        """What an ace is worth."""

        TRADITIONAL = "traditional", _("traditionnelle")
        PENALISED_ACES = "penalised_aces", _("as pénalisés")

    class BidFormat(models.TextChoices):
        """The meaning of a bid: points that its winner must take, or a price that is paid."""

        CONTRACT = "contract", _("contrat")
        SUCCESS_OR_ZERO = "success_or_zero", _("réussie ou zéro")
        BUY_POINTS = "buy_points", _("achat par points")
        BUY_MONEY = "buy_money", _("achat par argent")

    class Partie(models.TextChoices):
        """What happens if a side bids « la partie »."""

        DECIDES_MATCH = "decides_match", _("décide du match")
        STAKE = "stake", _("gagne ou perd l'enjeu")
        FORBIDDEN = "forbidden", _("interdite")

    class BothReach(models.TextChoices):
        """The rule for who wins if both sides reach the target in the same hand."""

        HIGHEST = "highest", _("le plus haut score")
        BIDDERS = "bidders", _("le camp qui a misé")

    deck = models.PositiveSmallIntegerField(
        _("cartes"), default=40, choices=((40, "40"), (36, _("36 (Ruff)")))
    )
    card_values = models.CharField(
        _("valeur des cartes"),
        max_length=16,
        choices=CardValues.choices,
        default=CardValues.TRADITIONAL,
    )
    bid_format = models.CharField(
        _("format des mises"), max_length=16, choices=BidFormat.choices, default=BidFormat.CONTRACT
    )
    target = models.PositiveIntegerField(_("score à atteindre"), default=500, validators=between(1))
    min_bid = models.PositiveIntegerField(_("mise minimale"), default=50, validators=between(1))
    defence_cap = models.PositiveIntegerField(
        _("seuil de la défense muette"), null=True, blank=True, default=400, validators=between(0)
    )
    partie = models.CharField(
        _("« la partie »"), max_length=16, choices=Partie.choices, default=Partie.DECIDES_MATCH
    )
    partie_stake = models.PositiveIntegerField(
        _("enjeu de la partie"), default=500, validators=between(1)
    )
    both_reach = models.CharField(
        _("les deux camps au but"),
        max_length=8,
        choices=BothReach.choices,
        default=BothReach.HIGHEST,
    )
    initial_money = models.PositiveIntegerField(
        _("argent de chaque camp"), null=True, blank=True, default=None, validators=between(1)
    )
    first_dealer = models.PositiveSmallIntegerField(
        _("première brasse"), default=3, validators=between(0, 3)
    )

    class Meta:
        constraints = (
            models.CheckConstraint(condition=Q(deck__in=(36, 40)), name="dix_deck"),
            models.CheckConstraint(
                condition=Q(card_values__in=("traditional", "penalised_aces")),
                name="dix_card_values",
            ),
            models.CheckConstraint(
                condition=Q(
                    bid_format__in=("contract", "success_or_zero", "buy_points", "buy_money")
                ),
                name="dix_bid_format",
            ),
            models.CheckConstraint(
                condition=Q(partie__in=("decides_match", "stake", "forbidden")), name="dix_partie"
            ),
            models.CheckConstraint(
                condition=Q(both_reach__in=("highest", "bidders")), name="dix_both_reach"
            ),
            models.CheckConstraint(condition=Q(target__gt=0), name="dix_target"),
            models.CheckConstraint(condition=Q(min_bid__gte=1), name="dix_min_bid"),
            models.CheckConstraint(condition=Q(partie_stake__gt=0), name="dix_partie_stake"),
            models.CheckConstraint(condition=Q(first_dealer__lte=3), name="dix_first_dealer"),
            models.CheckConstraint(
                condition=Q(bid_format="buy_money", initial_money__gt=0)
                | (~Q(bid_format="buy_money") & Q(initial_money__isnull=True)),
                name="dix_money_only_to_buy",
            ),
            models.CheckConstraint(
                condition=~Q(bid_format__in=("buy_points", "buy_money"))
                | Q(partie="forbidden", defence_cap__isnull=True),
                name="dix_buying_has_no_partie_nor_cap",
            ),
        )

    def __str__(self) -> str:
        return f"{self.match_id} {self.bid_format} {self.target}"


class DixHand(EntryBase):
    """A hand of a match: the bidder, the bid, and the points that the bidder's side took."""

    class Trump(models.TextChoices):
        """The trump suit of a hand."""

        SPADES = "spades", _("pique")
        HEARTS = "hearts", _("cœur")
        DIAMONDS = "diamonds", _("carreau")
        CLUBS = "clubs", _("trèfle")

    bidder = models.PositiveSmallIntegerField(_("qui a misé"))
    bid = models.PositiveIntegerField(_("mise"), null=True, blank=True)
    partie = models.BooleanField(_("la partie"), default=False)
    taken = models.SmallIntegerField(_("points ramassés"))
    defenders_bid = models.BooleanField(_("la défense a parlé"), default=False)
    # The value is null, and not an empty text, if it was left out, as in every other column of
    # an entry.
    trump = models.CharField(  # noqa: DJ001
        _("atout"), max_length=8, choices=Trump.choices, null=True, blank=True
    )
    auction = models.JSONField(_("enchères"), null=True, blank=True)
    tricks = models.JSONField(_("levées"), null=True, blank=True)

    class Meta(EntryBase.Meta):
        constraints = (  # type: ignore[assignment]
            *EntryBase.Meta.constraints,
            models.CheckConstraint(condition=Q(bidder__lte=3), name="dix_hand_bidder"),
            models.CheckConstraint(
                condition=Q(partie=True, bid__isnull=True) | Q(partie=False, bid__isnull=False),
                name="dix_hand_bid_or_partie",
            ),
            models.CheckConstraint(
                condition=Q(taken__gte=-40, taken__lte=100), name="dix_hand_taken"
            ),
            models.CheckConstraint(
                condition=Q(trump__isnull=True)
                | Q(trump__in=("spades", "hearts", "diamonds", "clubs")),
                name="dix_hand_trump",
            ),
            models.CheckConstraint(
                condition=Q(tricks__isnull=True) | Q(trump__isnull=False),
                name="dix_hand_tricks_need_trump",
            ),
        )

    def __str__(self) -> str:
        return f"{self.match_id} {self.number}"


class HandReview(Keyed):
    """The second judge's judgement of a hand recorded by its cards, which takes long to compute.

    `of` is the digest of everything that was judged. If the hand is corrected, the digest
    changes and the hand must be judged again. `by_club` is a second pair of `of` and `judged`,
    with chances computed from the hands of the club. It is for readers who may see that club.
    """

    KEY = "match"

    hand = models.OneToOneField(
        DixHand, primary_key=True, on_delete=models.DO_NOTHING, related_name="review"
    )
    # Null only in a row of an older program that serves beside this one during an upgrade.
    match = models.ForeignKey(
        Match, null=True, on_delete=models.CASCADE, related_name="+", db_index=False
    )
    of = models.CharField(max_length=64)
    judged = models.JSONField()
    by_club = models.JSONField(null=True, blank=True)
    made_at = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return f"review of {self.hand_id}"
