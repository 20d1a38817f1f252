"""The pad of a turn and the form of a ruleset: shapes only, the rules are in `scoring`."""

from collections.abc import Iterable, Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games.dix_mille.engine import keys as keypad
from games.dix_mille.engine.scoring import replay
from games.dix_mille.engine.tapping import TappedTurn, written
from games.dix_mille.engine.turns import Carry, Stand
from games.dix_mille.models import MilleRules
from games.dix_mille.words import GO_ON
from games.forms import PadForm
from games.registry import Text
from games.rules_form import RulesForm
from games.sheet import NOTHING, RuleError
from games.wording import error_sentence, figure

COCHE, OFF_TABLE, WIN = "0", "off", "win"
MOST_DICE = 6


class TurnForm(PadForm):
    """A turn by its points or by its dice as they fall.

    Points are a likely total and what is added to it: « 300 », « +2 000 », « +50 ».
    """

    FIELD_OF = {"bust": "points", "reason": "points", "instant_win": "points", "seat": "points"}
    COLUMNS = {"carried": None}

    mode = forms.ChoiceField(choices=(("points", _("Points")), ("dice", _("Dés"))), required=False)
    points = forms.CharField(label=_("Points du tour"), max_length=8, required=False)
    plus = forms.TypedMultipleChoiceField(
        label=_("En plus"),
        choices=[(plus, plus) for plus in (*keypad.PLUSES, *keypad.RARE)],
        coerce=int,
        required=False,
    )
    other = forms.IntegerField(label=_("Autre total"), min_value=0, required=False)
    carry_dice = forms.IntegerField(label=_("Dés de reste"), required=False)
    throws = forms.CharField(max_length=2000, required=False)

    def __init__(self, table: Any, data: Any = None, *, number: int | None = None) -> None:
        self.table, self.number, self.rules = table, number, table.rules
        self.expected = self._before()
        super().__init__(table, data, number=number)
        for place in range(1, MOST_DICE + 1):
            name = f"die_{place}"
            self.fields[name] = forms.IntegerField(label=_("Dé"), required=False)
        self.seat: int = self.expected["seat"]
        self.by_dice = self["mode"].value() == "dice"
        taken = self._taken() if self["carried"].value() else None
        self.tapped = TappedTurn.read(self.rules, self.stand, taken, self._source())

    @property
    def to_target(self) -> int:
        """What the player still lacks."""
        return int(self.expected["to_target"])

    @property
    def stand(self) -> Stand:
        """Where the player stands before the turn."""
        return Stand(self.expected["entered"], self.rules.target - self.to_target)

    @property
    def carry(self) -> Carry | None:
        """What the player may take over."""
        offered = self.expected["may_carry"]
        return None if offered is None else Carry(offered["points"], offered["dice"])

    def _before(self) -> Any:
        """The expected turn before the line that the pad is for."""
        if self.number is None and self.table.sheet.next is not None:
            return self.table.sheet.next
        before = None if self.number is None else self.number - 1
        entries: list[Any] = list(self.table.entries[:before])
        # If the match ended on another phone meanwhile, this pad is for a line before the last.
        sheet = replay(self.rules, len(self.table.seats), entries)
        return sheet.next or replay(self.rules, len(self.table.seats), entries[:-1]).next

    def _taken(self) -> Carry | None:
        """What is taken over, with the number of dice from the pad if it was not known."""
        carry = self.carry
        if carry is None or carry.dice is not None:
            return carry
        asked = str(self["carry_dice"].value() or "")
        return carry._replace(dice=int(asked) if asked in "12345" and asked else None)

    @property
    def asks_dice(self) -> bool:
        """Whether the pad asks for the number of dice left by the player before."""
        taken = self._taken() if self["carried"].value() else None
        return taken is not None and taken.dice is None and not self.tapped.throws

    @property
    def carry_counts(self) -> range:
        """How many dice may have been left."""
        return range(1, self.rules.dice)

    def _source(self) -> dict[str, Any]:
        """The dice part of the pad as it was sent, or its initial state."""
        if not self.is_bound:
            return {"throws": self.initial.get("throws", "")}
        data: Any = self.data
        dice = [data.get(f"die_{place}", "") for place in range(1, MOST_DICE + 1)]
        return {
            "throws": data.get("throws", ""),
            "dice": [int(die) for die in dice if die in ("1", "2", "3", "4", "5", "6")],
            "kept_of": data.get("kept_of", ""),
            "keep": data.getlist("keep") if hasattr(data, "getlist") else [],
            "joker": data.getlist("joker") if hasattr(data, "getlist") else [],
            "back": "back" in data,
        }

    # -- For the template ----------------------------------------------------------------------

    @property
    def player(self) -> str:
        """The name of whose turn it is."""
        return str(self.table.seats[self.seat].short)

    @property
    def dice_fields(self) -> list[Any]:
        """One field a die of the next throw, none checked."""
        count = 0 if self.tapped.over or self.asks_dice else self.tapped.dice_to_tap
        shown: list[int | str] = [*self.tapped.tapped, *[""] * count]
        return [_Die(self[f"die_{n}"], n, shown[n - 1]) for n in range(1, count + 1)]

    @property
    def keys(self) -> list[dict[str, Any]]:
        """The likely totals of a turn begun with all dice."""
        return self._keys_of(None, shown=not self["carried"].value())

    @property
    def carried_keys(self) -> list[dict[str, Any]]:
        """The likely totals of a turn that takes over the points left."""
        return self._keys_of(self.carry, shown=bool(self["carried"].value()))

    def _keys_of(self, carry: Carry | None, *, shown: bool) -> list[dict[str, Any]]:
        """The keys of one kind of turn. Only those that are shown can be pressed."""
        return [
            {
                "value": str(total),
                "label": figure(total),
                "checked": shown and self.chosen == str(total),
            }
            for total in self._totals(carry)
        ]

    def _totals(self, carry: Carry | None) -> range:
        return keypad.totals(self.rules, entered=self.stand.entered, carry=carry, room=self._room)

    @property
    def _room(self) -> int | None:
        return self.to_target if self.rules.exact_target else None

    @property
    def pluses(self) -> list[dict[str, Any]]:
        """What may be added to a total."""
        return self._plus_keys(keypad.pluses(self.rules))

    @property
    def rare_pluses(self) -> list[dict[str, Any]]:
        """What is seldom added to a total: folded away."""
        return self._plus_keys(keypad.RARE)

    @property
    def has_rare(self) -> bool:
        """Whether one of those is pressed."""
        return any(key["checked"] for key in self.rare_pluses)

    def _plus_keys(self, pluses: Iterable[int]) -> list[dict[str, Any]]:
        added = {str(plus) for plus in self["plus"].value() or ()}
        return [
            {"value": str(plus), "label": f"+{figure(plus)}", "checked": str(plus) in added}
            for plus in pluses
        ]

    @property
    def chosen(self) -> str:
        """The key that is pressed."""
        return str(self["points"].value() or "")

    @property
    def wins_at_once(self) -> bool:
        """Whether the rules have a turn that wins the match whatever the score."""
        return bool(self.rules.yam_of_aces_wins)

    @property
    def fault_sentence(self) -> str:
        """The sentence for the fault of the tapped dice."""
        return self._sentence(self.tapped.fault)

    @property
    def stop_sentence(self) -> str:
        """Why the turn must go on."""
        return self._sentence(self.tapped.stop_fault, GO_ON) if self.tapped.throws else ""

    def _sentence(self, fault: RuleError | None, instead: Mapping[str, Text] = NOTHING) -> str:
        if fault is None:
            return ""
        words = {**self.table.game.words.errors, **instead}
        return error_sentence(words, fault.code, fault.params, self.table.names)

    # -- Values --------------------------------------------------------------------------------

    def first_values(self) -> dict[str, Any]:
        """Return the pad's initial values; by dice if the line before was."""
        values = super().first_values()
        if self.number is None:
            lines = self.table.lines
            last: Any = lines[-1].entry if lines else None
            by_dice = last is not None and last.throws is not None
            values["mode"] = "dice" if by_dice else "points"
        return values

    def values_of(self, data: dict[str, Any]) -> dict[str, Any]:
        """Return the keys of a recorded turn."""
        points = str(data.get("points", ""))
        if data.get("instant_win"):
            points = WIN
        elif data.get("reason"):
            points = OFF_TABLE
        throws = data.get("throws")
        values = {
            "mode": "points" if throws is None else "dice",
            "points": points,
            "carried": data["carried"],
            "throws": written(throws or []),
        }
        total = data.get("points")
        if not total:
            return values
        # On the keys; a total that they cannot write stands in its field.
        keys = self._totals(self.carry if data["carried"] else None)
        found = keypad.pressed(total, keys, (*keypad.pluses(self.rules), *keypad.RARE))
        if found is None:
            return values | {"points": "", "other": total}
        key, added = found
        return values | {"points": str(key or ""), "plus": sorted(added)}

    def is_complete(self) -> bool:
        """Say whether the line can be previewed: points are tapped, or the turn may end here."""
        if self.by_dice:
            return self.tapped.may_end
        tapped = self.cleaned_data
        return bool(tapped.get("points") or tapped.get("plus") or tapped.get("other") is not None)

    def clean(self) -> dict[str, Any]:
        """Refuse keys that contradict each other: without a script none lets go of another."""
        if self.cleaned_data.get("plus") and self.chosen in (COCHE, OFF_TABLE, WIN):
            self.add_error("points", _("Des points en plus, ou aucun : pas les deux."))
        return self.cleaned_data

    def entry_data(self) -> dict[str, Any]:
        """Return the turn, without the fields left untouched."""
        data: dict[str, Any] = {"carried": True} if self.cleaned_data.get("carried") else {}
        if self.by_dice:
            return data | {"throws": self.tapped.throws}
        points, other = self.cleaned_data.get("points"), self.cleaned_data.get("other")
        added = sum(self.cleaned_data.get("plus") or ())
        if other is not None:  # typed: without a script no key lets go for it
            return data | {"points": other}
        if points == WIN:
            return data | {"instant_win": True}
        if points in (COCHE, OFF_TABLE):
            reason = {"reason": "off_table"} if points == OFF_TABLE else {}
            return data | {"bust": True} | reason
        if points and points.isdecimal():
            added += int(points)
        return data | ({"points": added} if added else {})


class _Die:
    """A die of the next throw, as the dice widget takes it: never filled from the last one."""

    errors = ""

    def __init__(self, field: Any, place: int, value: int | str) -> None:
        self.html_name = field.html_name
        self.value = value
        self.label = _("Dé %(place)s") % {"place": place}


# Every rule of a match, for a host who changes one.
MilleRulesForm = RulesForm.of(MilleRules)
