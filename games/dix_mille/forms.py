"""The pad of a turn and the form of a ruleset. They check shapes only; `engine` checks the
rules.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games.dix_mille.engine import keys as keypad
from games.dix_mille.engine.tapping import written
from games.dix_mille.engine.taps import (
    BY_DICE,
    MOST_DICE,
    OFF_TABLE,
    WIN,
    stand_of,
    taken_over,
    tapped_turn,
)
from games.dix_mille.engine.turns import Carry, Stand
from games.dix_mille.models import MilleRules
from games.dix_mille.words import GO_ON
from games.entry.forms import PadForm
from games.entry.rules_form import RulesForm
from games.presentation.wording import error_sentence, figure
from games.registry.game import Text
from games.sheet import NOTHING, RuleError, Scoresheet

# The inputs that can have several values.
SEVERAL = ("plus", "keep", "joker")
# The inputs of a turn by dice that are no form fields.
NOT_FIELDS = ("kept_of", "keep", "joker", "back")


class TurnForm(PadForm):
    """A turn, by its points or by its dice as they fall.

    Points are entered as a likely total plus additions: « 300 », « +2 000 », « +50 ».
    """

    FIELD_OF = {"bust": "points", "reason": "points", "instant_win": "points", "seat": "points"}
    COLUMNS = {"carried": None}

    mode = forms.ChoiceField(choices=(("points", _("Points")), (BY_DICE, _("Dés"))), required=False)
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
    off = forms.BooleanField(label=_("Dé hors de la piste"), required=False)

    def __init__(self, table: Any, data: Any = None, *, number: int | None = None) -> None:
        self.table, self.number, self.rules = table, number, table.rules
        self.expected = self._expected()
        super().__init__(table, data, number=number)
        for place in range(1, MOST_DICE + 1):
            name = f"die_{place}"
            self.fields[name] = forms.IntegerField(label=_("Dé"), required=False)
        self.seat: int = self.expected["seat"]
        self.by_dice = self["mode"].value() == BY_DICE
        self.tapped = tapped_turn(self.rules, self.before, self.taps)

    @property
    def to_target(self) -> int:
        """The points that the player needs to reach the target."""
        return int(self.expected["to_target"])

    @property
    def stand(self) -> Stand:
        """The player's state before the turn."""
        return stand_of(self.rules, self.expected)

    @property
    def carry(self) -> Carry | None:
        """The points and dice that the player may take over; None if there are none."""
        offered = self.expected["may_carry"]
        return None if offered is None else Carry(offered["points"], offered["dice"])

    @cached_property
    def before(self) -> Scoresheet:
        """The sheet before the line that the pad is for.

        If another phone has ended the match meanwhile, it is the sheet before the last line.
        """
        before = super().before
        if before.next is not None:
            return before
        table, place = self.table, len(before.lines) - 1
        return table.game.replay(table.rules, len(table.seats), table.entries[:place])

    def _expected(self) -> Any:
        return self.before.next

    @property
    def taps(self) -> dict[str, Any]:
        """The inputs as they were sent, or else the pad's initial values.

        They may be incomplete, because dice are read as they fall.
        """
        taps = {name: self[name].value() for name in self.fields}
        taps |= getattr(self, "cleaned_data", {})
        sent: Any = self.data
        for name in NOT_FIELDS:
            many = name in SEVERAL and hasattr(sent, "getlist")
            taps[name] = sent.getlist(name) if many else sent.get(name)
        return taps

    @property
    def asks_dice(self) -> bool:
        """Whether the pad asks how many dice the previous player has left."""
        taken = taken_over(self.expected, self.taps)
        return taken is not None and taken.dice is None and not self.tapped.throws

    @property
    def carry_counts(self) -> range:
        """The numbers of dice that the previous player may have left."""
        return range(1, self.rules.dice)

    # -- For the template ----------------------------------------------------------------------

    @property
    def player(self) -> str:
        """The name of the player whose turn it is."""
        return str(self.table.seats[self.seat].short)

    @property
    def dice_fields(self) -> list[Any]:
        """One field for each die of the next throw, with the faces tapped so far."""
        count = 0 if self.tapped.over or self.asks_dice else self.tapped.dice_to_tap
        faces: list[int | str] = [*self.tapped.tapped, *[""] * count]
        return [_Die(self[f"die_{n}"], n, faces[n - 1]) for n in range(1, count + 1)]

    @property
    def keys(self) -> list[dict[str, Any]]:
        """The likely totals of a turn begun with all dice."""
        return self._keys_of(None, visible=not self["carried"].value())

    @property
    def carried_keys(self) -> list[dict[str, Any]]:
        """The likely totals of a turn that takes over the points left."""
        return self._keys_of(self.carry, visible=bool(self["carried"].value()))

    def _keys_of(self, carry: Carry | None, *, visible: bool) -> list[dict[str, Any]]:
        """Return the keys of the totals. A key that is hidden is not shown as pressed."""
        return [
            {
                "value": str(total),
                "label": figure(total),
                "usual": total in self.usual,
                "checked": visible and self.chosen == str(total),
            }
            for total in self._totals(carry)
        ]

    @property
    def usual(self) -> Sequence[int]:
        """The totals that the preset declares as usual."""
        preset = self.table.game.preset(self.table.match.preset)
        return preset.usual if preset else ()

    def _totals(self, carry: Carry | None) -> range:
        return keypad.totals(self.rules, entered=self.stand.entered, carry=carry, room=self._room)

    @property
    def _room(self) -> int | None:
        return self.to_target if self.rules.exact_target else None

    @property
    def pluses(self) -> list[dict[str, Any]]:
        """The keys of the usual additions to a total."""
        return self._plus_keys(keypad.pluses(self.rules))

    @property
    def rare_pluses(self) -> list[dict[str, Any]]:
        """The keys of the rare additions to a total, which are shown only on demand."""
        return self._plus_keys(keypad.RARE)

    @property
    def has_rare(self) -> bool:
        """Whether a rare addition is pressed."""
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
        """The sentence about the fault of the tapped dice."""
        return self._sentence(self.tapped.fault)

    @property
    def stop_sentence(self) -> str:
        """The sentence on why the turn must go on; empty if it may stop."""
        return self._sentence(self.tapped.stop_fault, GO_ON) if self.tapped.throws else ""

    def _sentence(self, fault: RuleError | None, instead: Mapping[str, Text] = NOTHING) -> str:
        if fault is None:
            return ""
        words = {**self.table.game.words.errors, **instead}
        return error_sentence(words, fault.code, fault.params, self.table.names)

    def for_phone(self) -> dict[str, Any]:
        """Return the values that a phone needs to draw the pad.

        These are the sentences about a turn that must go on, the rare additions, and the usual
        totals.
        """
        errors = {code: str(text) for code, text in GO_ON.items()}
        return {"errors": errors, "rare": keypad.RARE, "usual": self.usual}

    # -- Values --------------------------------------------------------------------------------

    def first_values(self) -> dict[str, Any]:
        """Return the pad's initial values. The pad starts with dice if the last turn was entered by
        dice.
        """
        values = super().first_values()
        if self.number is None:
            lines = self.table.lines
            last: Any = lines[-1].entry if lines else None
            by_dice = last is not None and last.throws is not None
            values["mode"] = "dice" if by_dice else "points"
        return values

    def values_of(self, data: dict[str, Any]) -> dict[str, Any]:
        """Return the values of the pad's inputs that represent a recorded turn."""
        points = str(data.get("points", ""))
        if data.get("instant_win"):
            points = WIN
        throws = data.get("throws")
        if data.get("reason") and throws is None:
            points = OFF_TABLE
        values = {
            "mode": "points" if throws is None else "dice",
            "points": points,
            "carried": data["carried"],
            "throws": written(throws or []),
            "off": throws is not None and bool(data.get("reason")),
        }
        total = data.get("points")
        if not total:
            return values
        # The keys show the total. A total that the keys cannot write is shown in its own field.
        keys = self._totals(self.carry if data["carried"] else None)
        pressed = keypad.pressed(total, keys, (*keypad.pluses(self.rules), *keypad.RARE))
        if pressed is None:
            return values | {"points": "", "other": total}
        key, added = pressed
        return values | {"points": str(key or ""), "plus": sorted(added)}


class _Die:
    """A die of the next throw, as the dice widget needs it."""

    errors = ""

    def __init__(self, field: Any, place: int, value: int | str) -> None:
        self.html_name = field.html_name
        self.value = value
        self.label = _("Dé %(place)s") % {"place": place}


# The form in which a host changes the rules of a match.
MilleRulesForm = RulesForm.of(MilleRules)
