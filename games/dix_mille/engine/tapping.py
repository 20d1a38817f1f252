"""A turn entered by tapping its dice: the throws so far, and what may follow. Pure.

The form sends the whole turn as text, so that nothing is stored before the turn is complete. The
text « 11443:11 443 » is two throws, each `dice:kept`, and « 11554:11:55 » is one with jokers.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from games.dix_mille.engine.may_stop import stop_fault
from games.dix_mille.engine.rulesets import MilleRules
from games.dix_mille.engine.turns import (
    Carry,
    Stand,
    Turn,
    check_dice,
    must_keep,
    open_turn,
    readings,
    take_throw,
    whole_throw,
)
from games.sheet import RuleError

Throw = dict[str, Any]
MOST_THROWS = 60
PARTS = ("dice", "keep", "joker")


def written(throws: Sequence[Mapping[str, Any]]) -> str:
    """Return throws as text."""
    return " ".join([_word(throw) for throw in throws])


def _word(throw: Mapping[str, Any]) -> str:
    parts = ["".join([str(die) for die in throw.get(name) or ()]) for name in PARTS]
    while parts and not parts[-1]:
        parts.pop()
    return ":".join(parts)


def read(text: str) -> list[Throw]:
    """Return the throws of a text; ignore anything else in it."""
    throws = []
    for word in _parted(text, " ")[:MOST_THROWS]:
        parts = [[int(die) for die in part if die in "123456"] for part in _parted(word, ":")]
        throw = {name: part for name, part in zip(PARTS, parts, strict=False) if part}
        if "dice" in throw:
            throws.append(throw)
    return throws


def _parted(text: str, separator: str) -> list[str]:
    parts = [""]
    for character in text:
        if character == separator:
            parts.append("")
        else:
            parts[-1] += character
    return parts


@dataclass(frozen=True, slots=True)
class DieChoice:
    """A die of the last throw that the player may keep or not, or set aside as a joker."""

    place: int
    die: int
    is_kept: bool
    joker: bool
    may_be_joker: bool


@dataclass(frozen=True, slots=True)
class TappedTurn:
    """A turn as tapped so far: the turn, its throws, and the dice tapped for the next throw.

    `fault` is the reason why a throw was refused, or None.
    """

    turn: Turn
    throws: list[Throw]
    carry: Carry | None = None
    tapped: tuple[int, ...] = ()
    fault: RuleError | None = None

    @classmethod
    def read(
        cls, rules: MilleRules, stand: Stand, carry: Carry | None, source: Mapping[str, Any]
    ) -> "TappedTurn":
        """Return the turn that the form sent as text, with the dice and choices tapped since."""
        throws = read(source["throws"])
        if source.get("back") and throws:
            throws.pop()
        elif throws and source.get("kept_of") == str(len(throws)):
            throws[-1] = _chosen(throws[-1], source["keep"], source["joker"])
        if carry is not None and carry.dice is None and throws:
            carry = carry._replace(dice=len(throws[0]["dice"]))
        turn, done, fault = _walk(open_turn(rules, stand, carry), throws)
        dice = tuple(source.get("dice", ()))
        if fault is None and dice and not turn.ended and not source.get("back"):
            if len(dice) != turn.to_throw:
                return cls(turn, done, carry, dice)
            turn, more, fault = _walk(turn, [whole_throw(turn, dice)])
            done += more
        return cls(turn, done, carry, (), fault)

    @property
    def text(self) -> str:
        """The throws as text, for the form."""
        return written(self.throws)

    @property
    def over(self) -> bool:
        """Whether the turn ended by itself."""
        return self.turn.ended is not None

    @property
    def dice_to_tap(self) -> int:
        """How many dice the next throw has; 0 if that is not known yet."""
        return self.turn.to_throw or 0

    @property
    def stop_fault(self) -> RuleError | None:
        """Why the player may not stop here; None if they may, or if the turn is over."""
        if self.over:
            return None
        if self.tapped:
            return RuleError(
                "dice_count",
                "throws",
                throw=len(self.throws) + 1,
                count=len(self.tapped),
                expected=self.dice_to_tap,
            )
        return self._partial() or stop_fault(self.turn)

    def _partial(self) -> RuleError | None:
        """Return the fault of a stop that does not keep every scoring die of the last throw, or
        None.
        """
        if not self.throws or not self.turn.throws[-1].kept_dice or self.turn.jokers:
            return None
        last = self.turn.throws[-1]
        before, _done, _fault = _walk(
            open_turn(self.turn.rules, self.turn.stand, self.carry), self.throws[:-1]
        )
        best = readings(before, last.dice)
        if last.kept_dice in {reading.dice for reading in best}:
            return None
        return must_keep(last.number, best)

    @property
    def may_end(self) -> bool:
        """Whether the turn can be recorded in its present state."""
        return self.fault is None and bool(self.throws) and self.stop_fault is None

    @property
    def choices(self) -> list[DieChoice]:
        """The dice of the last throw, if the rules leave a choice about them."""
        rules = self.turn.rules
        last = self.turn.throws[-1] if self.turn.throws else None
        if last is None or last.reading is None or self.over or self.tapped:
            return []
        if not (rules.may_reroll_scoring or (rules.jokers and last.reading.singles)):
            return []
        kept_dice, jokers, singles = [*last.kept_dice], [*last.jokers], [*last.reading.singles]
        choices = []
        for place, die in enumerate(self.throws[-1]["dice"]):
            joker = _take(jokers, die)
            choices.append(
                DieChoice(
                    place=place,
                    die=die,
                    is_kept=not joker and _take(kept_dice, die),
                    joker=joker,
                    may_be_joker=rules.jokers and _take(singles, die),
                )
            )
        return choices


def _take(dice: list[int], die: int) -> bool:
    """Remove a die from a list, and return whether it was there."""
    if die not in dice:
        return False
    dice.remove(die)
    return True


def _walk(turn: Turn, throws: Sequence[Throw]) -> tuple[Turn, list[Throw], RuleError | None]:
    """Add throws to a turn up to the first illegal one.

    Return the turn, the throws that were added, and the fault of the illegal one (or None).
    """
    done: list[Throw] = []
    for throw in throws:
        try:
            # If the throw now scores nothing, its choice of kept dice is dropped.
            counts = readings(turn, check_dice(turn, throw["dice"]))
            counted = throw if counts else {"dice": throw["dice"]}
            turn = take_throw(turn, counted, last=False)
        except RuleError as fault:
            return turn, done, fault
        done.append(counted)
    return turn, done, None


def _chosen(throw: Throw, keep: Sequence[str], joker: Sequence[str]) -> Throw:
    """Return the throw, keeping the dice in the places `keep` and setting aside those in
    `joker`.
    """
    dice = throw["dice"]
    places = [(str(place), die) for place, die in enumerate(dice)]
    jokers = [die for place, die in places if place in joker]
    kept_dice = [die for place, die in places if place in keep and place not in joker]
    chosen: Throw = {"dice": dice}
    if kept_dice:
        chosen["keep"] = kept_dice
    if jokers:
        chosen["joker"] = jokers
    return chosen
