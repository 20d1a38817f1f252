"""The ruleset of a match of five-column Yams, and its turns."""

from collections.abc import Iterable, Mapping
from decimal import Decimal
from typing import Any

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.models import EntryBase, RulesBase, between
from games.yams.engine.cells import COLUMNS, ROWS
from games.yams.engine.rulesets import COLUMN_VALUES, LARGEST_POINTS, exact

RULES = (
    "column_values",
    "upper_threshold",
    "upper_bonus",
    "four_columns_bonus",
    "five_columns_bonus",
    "ties",
)


def _worth(label: Any, value: int | str) -> "models.DecimalField[Any, Any]":
    """Return the model field for the value of a column of the sheet, in hundredths."""
    return models.DecimalField(label, max_digits=8, decimal_places=2, default=Decimal(value))


class YamsRules(RulesBase):
    """The ruleset of a match, with one database column per rule.

    `column_values` combines the five rules about the value of a sheet column.
    """

    class Ties(models.TextChoices):
        """The ways to award a column in which several players are first."""

        DRAW = "draw", _("tirée au sort")
        SPLIT = "split", _("partagée")

    value_descendre = _worth(_("valeur de la colonne descendante"), 3)
    value_libre = _worth(_("valeur de la colonne libre"), 2)
    value_monter = _worth(_("valeur de la colonne montante"), 4)
    value_en_1 = _worth(_("valeur de la colonne en 1"), 3)
    value_en_2 = _worth(_("valeur de la colonne en 2"), 3)
    upper_threshold = models.PositiveIntegerField(
        _("somme qui donne le bonus"), default=63, validators=between(1, LARGEST_POINTS)
    )
    upper_bonus = models.PositiveIntegerField(
        _("bonus d'une colonne"), default=30, validators=between(0, LARGEST_POINTS)
    )
    four_columns_bonus = _worth(_("bonus de quatre colonnes"), "2.5")
    five_columns_bonus = _worth(_("bonus des cinq colonnes"), 5)
    ties = models.CharField(
        _("colonne à égalité"), max_length=5, choices=Ties.choices, default=Ties.DRAW
    )

    class Meta:
        constraints = (
            models.CheckConstraint(
                condition=Q(
                    value_descendre__gte=0,
                    value_libre__gte=0,
                    value_monter__gte=0,
                    value_en_1__gte=0,
                    value_en_2__gte=0,
                ),
                name="yams_column_values",
            ),
            models.CheckConstraint(
                condition=Q(four_columns_bonus__gte=0, five_columns_bonus__gte=0),
                name="yams_columns_bonuses",
            ),
            models.CheckConstraint(condition=Q(upper_threshold__gte=1), name="yams_threshold"),
            models.CheckConstraint(condition=Q(ties__in=("draw", "split")), name="yams_ties"),
        )

    def __str__(self) -> str:
        return f"{self.match_id} {self.ties}"

    @property
    def column_values(self) -> dict[str, Any]:
        """What winning each column is worth."""
        return {column: getattr(self, f"value_{column}") for column in COLUMNS}

    @column_values.setter
    def column_values(self, values: Mapping[str, Any]) -> None:
        """Set what the given columns are worth; the others get the default."""
        for column, value in {**COLUMN_VALUES, **values}.items():
            setattr(self, f"value_{column}", value)

    @classmethod
    def rule_names(cls) -> list[str]:
        """Return the names of the rules in the API."""
        return list(RULES)

    def values(self) -> dict[str, Any]:
        """Return every rule with its value, in plain numbers."""
        values = {name: _plain(value) for name, value in super().values().items()}
        worth = {column: _plain(value) for column, value in self.column_values.items()}
        return values | {"column_values": worth}


def _plain(value: Any) -> Any:
    """Return a number as JSON writes it, as 3 or 2.5; any other value unchanged."""
    if not isinstance(value, Decimal | float):
        return value
    number = exact(value)
    return int(number) if number == number.to_integral_value() else float(number)


def _each(names: Iterable[str]) -> list[tuple[str, str]]:
    """Return choices labelled by their codes; `words` has the names for players."""
    return [(name, name) for name in names]


class YamsTurn(EntryBase):
    """One cell written or struck; or, after the last turn, a lot drawn for a column."""

    NAMES = ("seat", "column", "row", "dice", "value", "barred", "throws")

    seat = models.PositiveSmallIntegerField(_("place"), null=True, blank=True)
    # A field that was left out is null, not an empty text, as in every other column of an entry.
    column = models.CharField(  # noqa: DJ001
        _("colonne"), max_length=9, choices=_each(COLUMNS), null=True, blank=True
    )
    row = models.CharField(  # noqa: DJ001
        _("ligne"), max_length=5, choices=_each(ROWS), null=True, blank=True
    )
    dice = models.JSONField(_("dés"), null=True, blank=True)
    value = models.PositiveSmallIntegerField(_("points"), null=True, blank=True)
    barred = models.BooleanField(_("barrée"), null=True, blank=True)
    throws = models.PositiveSmallIntegerField(_("jets"), null=True, blank=True)
    draw_column = models.CharField(  # noqa: DJ001
        _("colonne tirée au sort"), max_length=9, choices=_each(COLUMNS), null=True, blank=True
    )
    draw_winner = models.PositiveSmallIntegerField(
        _("place désignée par le sort"), null=True, blank=True
    )

    class Meta(EntryBase.Meta):
        constraints = (  # type: ignore[assignment]
            *EntryBase.Meta.constraints,
            models.CheckConstraint(
                condition=Q(
                    seat__isnull=False,
                    seat__lte=4,
                    column__in=COLUMNS,
                    row__in=ROWS,
                    value__lte=40,
                    throws__gte=1,
                    throws__lte=3,
                    barred__isnull=False,
                    draw_column__isnull=True,
                    draw_winner__isnull=True,
                )
                | Q(
                    seat__isnull=True,
                    column__isnull=True,
                    row__isnull=True,
                    dice__isnull=True,
                    value__isnull=True,
                    throws__isnull=True,
                    barred__isnull=True,
                    draw_column__in=COLUMNS,
                ),
                name="yams_turn_or_draw",
            ),
            models.CheckConstraint(
                condition=Q(barred__isnull=True) | Q(barred=False) | Q(value=0),
                name="yams_turn_barred_is_worth_nothing",
            ),
            models.CheckConstraint(
                condition=Q(column__isnull=True)
                | ~Q(column__in=("en_1", "en_2"))
                | Q(column="en_1", throws=1)
                | Q(column="en_2", throws=2),
                name="yams_turn_exact_throws",
            ),
        )

    def __str__(self) -> str:
        return f"{self.match_id} {self.number}"

    @property
    def draw(self) -> dict[str, Any] | None:
        """The lot of the line, as its column and winner; None for a turn."""
        if self.draw_column is None:
            return None
        return {"column": self.draw_column, "winner": self.draw_winner}

    @classmethod
    def data_names(cls) -> list[str]:
        """Return the names of an entry's fields in the API."""
        return [*cls.NAMES, "draw"]

    def data(self) -> dict[str, Any]:
        """Return the fields of the entry that are set, those of a turn or of a lot.

        The fields are read from `__dict__` for speed, because this is called for every line of a
        long sheet.
        """
        if self.draw_column is not None:
            winner = {} if self.draw_winner is None else {"winner": self.draw_winner}
            return {"draw": {"column": self.draw_column, **winner}}
        values = self.__dict__
        return {name: values[name] for name in self.NAMES if values[name] is not None}

    def fill(self, data: dict[str, Any]) -> None:
        """Set the fields of the entry; a field that is not in `data` becomes None."""
        for name in self.NAMES:
            setattr(self, name, data.get(name))
        draw = data.get("draw") or {}
        self.draw_column, self.draw_winner = draw.get("column"), draw.get("winner")
