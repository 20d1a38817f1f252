"""The pad of a manche by figures and the form of a ruleset: shapes only."""

from typing import Any

from django import forms
from django.forms import BoundField
from django.utils.translation import gettext_lazy as _

from games.entry.forms import PadForm
from games.entry.rules_form import RulesForm
from games.maitre.engine.manches import FIGURES, is_detailed
from games.maitre.engine.piles import figures_of
from games.maitre.engine.rulesets import maitre_of
from games.maitre.engine.taps import RANKS
from games.maitre.models import MaitreManche, MaitreRules


class MancheForm(PadForm):
    """The pad of a manche by its figures.

    It has the contract, the Maître's tricks, chute, discard and coffre, and the other players'
    points.
    """

    BEYOND = frozenset({"tricks", "discard"})
    COLUMNS = {
        "contract": None,
        "trick_points": _("Points"),
        "trick_cards": _("Cartes"),
        "trick_valued": _("À valeur"),
        "chute_points": _("Chute"),
        "discard_value": _("Défausse"),
        "coffre_forbidden": None,
    }

    coffre_major = forms.IntegerField(label=_("Majeure"), required=False)
    coffre_minor = forms.IntegerField(label=_("Mineure"), required=False)

    def __init__(self, table: Any, data: Any = None, *, number: int | None = None) -> None:
        rules: MaitreRules = table.rules
        seats = len(table.seats)
        self.maitre = maitre_of(rules, seats, number or len(table.lines) + 1)
        self.player_seats = [seat for seat in table.seats if seat.number != self.maitre]
        super().__init__(table, data, number=number)
        for seat in self.player_seats:
            label = seat.short
            self.fields[f"player_{seat.number}"] = forms.IntegerField(label=label, required=False)
        self.FIELD_OF = {
            **{f"maitre.{name}": name for name in FIGURES},
            **{f"coffre.{rank}": name for name, rank in RANKS.items()},
            **{f"players.{seat.number}": f"player_{seat.number}" for seat in self.player_seats},
            "players": f"player_{self.player_seats[0].number}",
        }

    @property
    def maitre_name(self) -> str:
        """The Maître's name at the table."""
        return str(self.table.seats[self.maitre].short)

    @property
    def players(self) -> list[BoundField]:
        """The fields of the other players' points, in seat order."""
        return [self[f"player_{seat.number}"] for seat in self.player_seats]

    @property
    def faults(self) -> list[tuple[str, str, str]]:
        """The faults of the form, shown as one line over the keys.

        Each has the field's label, the id of its error, and the error's text.
        """
        return [
            (str(field.label), f"{field.auto_id}_error", " ".join(map(str, field.errors)))
            for field in self
            if field.errors
        ]

    def first_values(self) -> dict[str, Any]:
        """Return the pad's initial values: the lowest contract, no chute and no discard."""
        rules: Any = self.table.rules
        usual = {"contract": rules.contract_min, "chute_points": 0, "discard_value": 0}
        return usual | super().first_values()

    def values_of(self, data: dict[str, Any]) -> dict[str, Any]:
        """Return the figures of a recorded manche, computed from its cards if it has them."""
        figures = self._figures(data)
        coffre = figures.get("coffre") or {}
        players = figures.get("players") or {}
        return {
            "contract": figures["contract"],
            **(figures.get("maitre") or {}),
            **{name: coffre.get(rank) for name, rank in RANKS.items()},
            "coffre_forbidden": bool(coffre.get("forbidden")),
            **{f"player_{seat}": points for seat, points in players.items()},
        }

    def _figures(self, data: dict[str, Any]) -> dict[str, Any]:
        entry: Any = MaitreManche()
        entry.fill(data)
        if not is_detailed(entry):
            return data
        return figures_of(len(self.table.seats), self.maitre, entry)

    def corrected_data(self) -> dict[str, Any]:
        """Return the corrected manche. It keeps the cards of the old one if they still give its
        figures.
        """
        data = dict(self.entry)
        old = self.table.lines[(self.number or 1) - 1].entry.data()
        if "tricks" in old or "discard" in old:
            figures = self._figures(old)
            if all(data[name] == figures[name] for name in ("maitre", "coffre", "players")):
                contract = {"contract": data["contract"]} if "contract" in data else {}
                return {name: value for name, value in old.items() if name != "contract"} | contract
        return data


# The form in which a host changes the rules of a match.
MaitreRulesForm = RulesForm.of(MaitreRules, without=("first_maitre",))
