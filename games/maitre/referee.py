"""The referee of one trick. The cards are tapped as they fall, and the page says what is allowed.

Nothing is stored: the form sends all steps so far each time, so the page works without JavaScript.
The page knows only the cards on the table, not the hands. `play` holds the rules.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from django.http import Http404
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.cards import DECK_54, SUITS, Card, parse_card
from games.maitre.engine.play import (
    MODES,
    Mode,
    Trick,
    check_lay,
    combination,
    discard,
    lay,
    open_modes,
    open_trick,
    take,
)
from games.maitre.models import MaitreRules
from games.presentation.table import Table
from games.presentation.wording import card_name, error_sentence
from games.sheet import RuleError
from games.views.common import HtmxRequest, match_context, table_or_404

LONGEST = 60
YES_NO = {"1": True, "0": False}


@dataclass(frozen=True, slots=True)
class TrickStep:
    """One step: a card laid or discarded, with its declarations, or the taking of the trick."""

    action: str  # "lay", "discard" or "take"
    card: str = ""
    declared: str = ""
    mode: str = ""
    take: str = ""
    last: str = ""

    @classmethod
    def read(cls, text: str) -> "TrickStep":
        """Read a step from the form."""
        return cls(*[*text.split(",")[:6], "", "", "", "", "", ""][:6])

    def __str__(self) -> str:
        return ",".join((self.action, self.card, self.declared, self.mode, self.take, self.last))

    def play(self, trick: Trick) -> Trick:
        """Return the trick after this step. Raises the `RuleError` of a forbidden step."""
        if self.action == "take":
            return take(trick)
        card = parse_card(self.card, field="card")
        if self.action == "discard":
            return discard(trick, card, last=bool(self.last))
        declared = parse_card(self.declared, field="shown") if self.declared else None
        mode = next((mode for mode in MODES if mode == self.mode), None)
        return lay(
            trick,
            card,
            declared=declared,
            mode=mode,
            take=YES_NO.get(self.take),
            last=bool(self.last),
        )


@dataclass(slots=True)
class TrickSoFar:
    """The trick so far, and the question (if any) that must be answered before the next card."""

    trick: Trick
    steps: list[TrickStep] = field(default_factory=list)
    pending: TrickStep | None = None
    asks: str = ""  # "mode", "take" or "shown"
    error: RuleError | None = None

    def add(self, step: TrickStep) -> None:
        """Play a step. Store the error if it is refused, or the question that it leaves open."""
        try:
            self.trick = step.play(self.trick)
        except RuleError as fault:
            question_by_code = {
                "mode_needed": "mode",
                "take_needed": "take",
                "joker_undeclared": "shown",
            }
            self.asks = question_by_code.get(fault.code, "")
            self.pending = step if self.asks else None
            self.error = None if self.asks else fault
        else:
            self.steps.append(step)


@require_http_methods(["GET", "POST"])
@never_cache
def referee_page(request: HtmxRequest, match_id: str) -> HttpResponseBase:
    """Answer with the referee's page for one trick. It asks who leads, then for each card."""
    table, _caller = table_or_404(request, match_id)
    if not isinstance(table.rules, MaitreRules):
        raise Http404
    data = request.POST
    leader = _seat(data.get("leader", ""), len(table.seats))
    so_far = None if leader is None else _trick_so_far(len(table.seats), leader, data)
    return render(request, "maitre/referee.html", _context(table, leader, so_far, data))


def _seat(text: str, seats: int) -> int | None:
    return int(text) if text.isdecimal() and len(text) < 3 and int(text) < seats else None


def _without(seats: int, leader: int, data: Any) -> list[int]:
    """Return the seats marked as having no card before the trick. The leader always has a card."""
    named_seats = {_seat(text, seats) for text in data.getlist("without")}
    return sorted(seat for seat in named_seats if seat is not None and seat != leader)


def _trick_so_far(seats: int, leader: int, data: Any) -> TrickSoFar:
    """Replay the earlier steps, then play the tapped one. Return an empty trick if a step is
    refused.
    """
    without = frozenset(_without(seats, leader, data))
    so_far = TrickSoFar(open_trick(seats, leader, without))
    steps = [TrickStep.read(text) for text in data.get("steps", "").split()[:LONGEST]]
    if "back" in data:
        steps = steps if data.get("pending") else steps[:-1]
    for step in steps:
        so_far.add(step)
        if so_far.error or so_far.asks:
            return TrickSoFar(open_trick(seats, leader, without))
    tapped = _tapped(data)
    if tapped is not None:
        so_far.add(tapped)
    return so_far


def _tapped(data: Any) -> TrickStep | None:
    """Return the step of the tapped button, or None if no step was tapped.

    If a question about a card was answered, the step is that card with its answers.
    """
    if "back" in data:
        return None
    if "take_trick" in data:
        return TrickStep("take")
    pending = TrickStep.read(data["pending"]) if data.get("pending") else None
    if pending is not None:
        for name in ("mode", "take"):
            if name in data:
                return replace(pending, **{name: data[name][:8]})
        if "card" in data and not pending.declared:
            return replace(pending, declared=data["card"][:3])
        return None
    if "card" not in data:
        return None
    action = "discard" if data.get("do") == "discard" else "lay"
    return TrickStep(action, data["card"][:3], last="1" if data.get("last") else "")


# --- For the template ------------------------------------------------------------------------


def _context(
    table: Table, leader: int | None, so_far: TrickSoFar | None, data: Any
) -> dict[str, Any]:
    context = match_context(table, None) | {"leader": leader, "so_far": so_far}
    if so_far is None:
        # The seat to the Maître's left leads the first trick of a manche.
        maitre = table.state["maitre"]
        return context | {"suggested": (maitre + 1) % len(table.seats)}
    trick, names = so_far.trick, table.names
    errors = table.game.words.errors
    fault = so_far.error
    return context | {
        "trick": trick,
        "steps": " ".join(str(step) for step in so_far.steps),
        "pending": str(so_far.pending) if so_far.pending else "",
        "first_without": _without(
            len(table.seats), trick.seats if leader is None else leader, data
        ),
        "error": error_sentence(errors, fault.code, fault.params, names) if fault else "",
        "turn": "" if trick.to_act is None else table.seats[trick.to_act].short,
        "winner": "" if trick.winner is None else table.seats[trick.winner].short,
        "mode_label": mode_label(trick.mode) if trick.mode else "",
        "mute": trick.mute or "",
        "laid": [_laid(table, laid_card) for laid_card in trick.laid],
        "discards": [
            {"seat_name": table.seats[seat].short, "card": card_name(card.code)}
            for seat, card in trick.discards
        ],
        "combination": _taking(trick),
        "questions": _questions(so_far),
        "grid": [] if trick.over else _grid(so_far),
        "discarding": data.get("do") == "discard" and bool(trick.laid),
        "last": "last" in data and "card" not in data,
    }


def _laid(table: Table, laid_card: Any) -> dict[str, Any]:
    name = card_name(laid_card.card.code)
    if laid_card.card != laid_card.counts_as:
        name = f"{card_name(laid_card.counts_as.code)} ({name})"
    return {"seat_name": table.seats[laid_card.seat].short, "card": name}


def _taking(trick: Trick) -> str:
    """Return the cards of the combination that took the trick as text; empty without a
    combination.
    """
    if not trick.by_combination:
        return ""
    made = combination(trick.declared_cards[:-1], trick.declared_cards[-1])
    return ", ".join(card_name(card.code) for card in made)


def mode_label(mode: Mode) -> str:
    """Return a mode by the name that is used at the table."""
    return {"couleur": _("couleur"), "valeur": _("valeur"), "tete": _("tête")}[mode]


def _questions(so_far: TrickSoFar) -> list[dict[str, str]]:
    """Return the buttons that answer the question about the pending card.

    There are none if it asks for which card a joker stands, because the deck is shown for that.
    """
    step = so_far.pending
    if step is None or so_far.asks == "shown":
        return []
    if so_far.asks == "take":
        return [
            {"name": "take", "value": "1", "label": _("Prendre le pli")},
            {"name": "take", "value": "0", "label": _("Laisser")},
        ]
    second = parse_card(step.declared or step.card)
    modes = open_modes(so_far.trick.laid[0].counts_as, second)
    return [{"name": "mode", "value": mode, "label": mode_label(mode)} for mode in modes]


def _grid(so_far: TrickSoFar) -> list[dict[str, Any]]:
    """Return the deck as keys. Played cards can't be tapped; legal cards are marked."""
    trick = so_far.trick
    fallen = {*trick.cards, *(card for _seat, card in trick.discards)}
    declaring = so_far.asks == "shown"
    return [
        {"suit": suit or "", "cards": [_key(trick, card, fallen, declaring) for card in cards]}
        for suit, cards in _rows(declaring)
    ]


def _rows(declaring: bool) -> list[tuple[str | None, Sequence[Card]]]:
    suits = SUITS if declaring else (*SUITS, None)
    return [(suit, [card for card in DECK_54 if card.suit == suit]) for suit in suits]


def _key(trick: Trick, card: Card, fallen: set[Card], declaring: bool) -> dict[str, Any]:
    label = card_name(card.code)
    may = card.is_joker or _may_lay(trick, card)
    return {
        "value": card.code,
        "label": label if card.is_joker else label[:-1],
        "played": not declaring and card in fallen,
        "mark": _("se pose") if may and (declaring or card not in fallen) else "",
    }


def _may_lay(trick: Trick, card: Card) -> bool:
    try:
        check_lay(trick, card)
    except RuleError as fault:
        return fault.code == "mode_needed"
    return True
