"""The ruleset of a match of jeu du Maître, and its manches."""

from typing import Any

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from games.maitre.engine.manches import FIGURES
from games.models import EntryBase, RulesBase, between

MOST_TOURS = 1_000


class MaitreRules(RulesBase):
    """One column per rule. `games.maitre.engine.rulesets` refuses some combinations."""

    class MalusReference(models.TextChoices):
        """The percentage from which a malus is measured."""

        FIFTY = "fifty", _("ce qui manque à 50 %")
        CONTRACT = "contract", _("ce qui manque au contrat")

    class ContractBase(models.TextChoices):
        """The points of which a bonus or a malus is a percentage."""

        TRICKS = "tricks", _("les points des plis")
        ALL = "all", _("tous les points de cartes du Maître")

    class Rounding(models.TextChoices):
        """The precision to which a bonus or malus is rounded."""

        EXACT = "exact", _("au centième")
        INTEGER = "integer", _("au point")

    tours = models.PositiveSmallIntegerField(
        _("tours de table"), default=2, validators=between(1, MOST_TOURS)
    )
    contract_min = models.PositiveSmallIntegerField(
        _("plus petit contrat"), default=50, validators=between(0, 100)
    )
    contract_max = models.PositiveSmallIntegerField(
        _("plus grand contrat"), default=100, validators=between(0, 100)
    )
    gap = models.PositiveIntegerField(_("écart à dépasser"), default=15, validators=between(0))
    coffre_penalty = models.PositiveIntegerField(
        _("pénalité d'un coffre interdit"), default=13, validators=between(0)
    )
    failures_to_eliminate = models.PositiveSmallIntegerField(
        _("manches manquées avant l'élimination"), default=2, validators=between(1, MOST_TOURS)
    )
    malus_reference = models.CharField(
        _("malus d'après"),
        max_length=8,
        choices=MalusReference.choices,
        default=MalusReference.FIFTY,
    )
    contract_base = models.CharField(
        _("bonus et malus sur"),
        max_length=8,
        choices=ContractBase.choices,
        default=ContractBase.TRICKS,
    )
    rounding = models.CharField(
        _("arrondi du bonus et du malus"),
        max_length=8,
        choices=Rounding.choices,
        default=Rounding.EXACT,
    )
    first_maitre = models.PositiveSmallIntegerField(
        _("Maître de la première manche"), default=0, validators=between(0, 5)
    )

    class Meta:
        constraints = (
            models.CheckConstraint(condition=Q(tours__gte=1), name="maitre_tours"),
            models.CheckConstraint(
                condition=Q(contract_min__lte=F("contract_max"), contract_max__lte=100),
                name="maitre_contracts",
            ),
            models.CheckConstraint(
                condition=Q(failures_to_eliminate__gte=1), name="maitre_failures"
            ),
            models.CheckConstraint(
                condition=Q(malus_reference__in=("fifty", "contract")),
                name="maitre_malus_reference",
            ),
            models.CheckConstraint(
                condition=Q(contract_base__in=("tricks", "all")), name="maitre_contract_base"
            ),
            models.CheckConstraint(
                condition=Q(rounding__in=("exact", "integer")), name="maitre_rounding"
            ),
            models.CheckConstraint(condition=Q(first_maitre__lte=5), name="maitre_first_maitre"),
        )

    def __str__(self) -> str:
        return f"{self.match_id} {self.tours}"


class Suit(models.TextChoices):
    """The four suits, in the order of the notation."""

    SPADES = "spades", _("pique")
    HEARTS = "hearts", _("cœur")
    DIAMONDS = "diamonds", _("carreau")
    CLUBS = "clubs", _("trèfle")


_NO_FIGURES = Q(
    trick_points__isnull=True,
    trick_cards__isnull=True,
    trick_valued__isnull=True,
    chute_points__isnull=True,
    discard_value__isnull=True,
    players__isnull=True,
    coffre_forbidden__isnull=True,
    coffre_major_rank__isnull=True,
    coffre_minor_rank__isnull=True,
)
_NO_CARDS = Q(
    major__isnull=True,
    minor__isnull=True,
    coffre_major__isnull=True,
    coffre_minor__isnull=True,
    tricks__isnull=True,
    chute__isnull=True,
    discard__isnull=True,
)


class MaitreManche(EntryBase):
    """One manche, by its figures or by its cards.

    In the API the Maître's figures are together under `maitre` and the coffre under `coffre`. Here
    each of these values has its column.
    """

    NAMES = (
        "contract",
        "maitre",
        "coffre",
        "players",
        "major",
        "minor",
        "tricks",
        "chute",
        "discard",
    )
    # The keys under `coffre`, with their columns.
    COFFRE = {
        "forbidden": "coffre_forbidden",
        "major_rank": "coffre_major_rank",
        "minor_rank": "coffre_minor_rank",
        "major": "coffre_major",
        "minor": "coffre_minor",
    }

    contract = models.PositiveSmallIntegerField(_("contrat"))
    trick_points = models.SmallIntegerField(_("points des plis"), null=True, blank=True)
    trick_cards = models.PositiveSmallIntegerField(_("cartes des plis"), null=True, blank=True)
    trick_valued = models.PositiveSmallIntegerField(_("cartes à valeur"), null=True, blank=True)
    chute_points = models.SmallIntegerField(_("points de la chute"), null=True, blank=True)
    discard_value = models.PositiveSmallIntegerField(
        _("défausse magistrale"), null=True, blank=True
    )
    coffre_forbidden = models.BooleanField(_("coffre interdit"), null=True, blank=True)
    coffre_major_rank = models.PositiveSmallIntegerField(
        _("majeure du coffre"), null=True, blank=True
    )
    coffre_minor_rank = models.PositiveSmallIntegerField(
        _("mineure du coffre"), null=True, blank=True
    )
    players = models.JSONField(_("points des autres"), null=True, blank=True)
    # Null, not an empty text, if it was left out, as in every other column of an entry.
    major = models.CharField(  # noqa: DJ001
        _("majeure"), max_length=8, choices=Suit.choices, null=True, blank=True
    )
    minor = models.CharField(  # noqa: DJ001
        _("mineure"), max_length=8, choices=Suit.choices, null=True, blank=True
    )
    coffre_major = models.CharField(  # noqa: DJ001
        _("carte majeure du coffre"), max_length=3, null=True, blank=True
    )
    coffre_minor = models.CharField(  # noqa: DJ001
        _("carte mineure du coffre"), max_length=3, null=True, blank=True
    )
    tricks = models.JSONField(_("plis"), null=True, blank=True)
    chute = models.JSONField(_("chute"), null=True, blank=True)
    discard = models.JSONField(_("défausses"), null=True, blank=True)

    class Meta(EntryBase.Meta):
        constraints = (  # type: ignore[assignment]
            *EntryBase.Meta.constraints,
            models.CheckConstraint(condition=Q(contract__lte=100), name="maitre_manche_contract"),
            models.CheckConstraint(
                condition=(_NO_CARDS & Q(trick_points__isnull=False, players__isnull=False))
                | (_NO_FIGURES & Q(major__isnull=False, coffre_major__isnull=False)),
                name="maitre_manche_figures_or_cards",
            ),
            models.CheckConstraint(
                condition=Q(trick_valued__isnull=True)
                | Q(trick_valued__lte=F("trick_cards"), trick_cards__lte=52),
                name="maitre_manche_trick_cards",
            ),
            models.CheckConstraint(
                condition=Q(discard_value__isnull=True) | Q(discard_value__lte=182),
                name="maitre_manche_discard",
            ),
            models.CheckConstraint(
                condition=Q(chute_points__isnull=True)
                | Q(chute_points__gte=-91, chute_points__lte=91),
                name="maitre_manche_chute",
            ),
            models.CheckConstraint(
                condition=Q(coffre_major_rank__isnull=True)
                | Q(coffre_major_rank__gte=1, coffre_major_rank__lte=10),
                name="maitre_manche_major_rank",
            ),
            models.CheckConstraint(
                condition=Q(coffre_minor_rank__isnull=True)
                | Q(coffre_minor_rank__gte=1, coffre_minor_rank__lte=10),
                name="maitre_manche_minor_rank",
            ),
            models.CheckConstraint(
                condition=Q(major__isnull=True) | ~Q(major=F("minor")),
                name="maitre_manche_suits",
            ),
        )

    def __str__(self) -> str:
        return f"{self.match_id} {self.number}"

    @classmethod
    def data_names(cls) -> list[str]:
        """Return the names of the entry's fields, as the API has them."""
        return list(cls.NAMES)

    @property
    def maitre(self) -> dict[str, int] | None:
        """The Maître's figures, or None in a manche entered by its cards."""
        return _present({name: getattr(self, name) for name in FIGURES})

    @property
    def coffre(self) -> dict[str, Any] | None:
        """The coffre: its ranks, its cards, or that it is forbidden."""
        return _present({name: getattr(self, column) for name, column in self.COFFRE.items()})

    def fill(self, data: dict[str, Any]) -> None:
        """Set the entry's columns from `data`. Missing names become None."""
        for name in ("contract", "players", "major", "minor", "tricks", "chute", "discard"):
            setattr(self, name, data.get(name))
        figures, coffre = data.get("maitre") or {}, data.get("coffre") or {}
        for name in FIGURES:
            setattr(self, name, figures.get(name))
        for name, column in self.COFFRE.items():
            setattr(self, column, coffre.get(name))


def _present(values: dict[str, Any]) -> dict[str, Any] | None:
    return {name: value for name, value in values.items() if value is not None} or None
