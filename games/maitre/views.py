"""A manche entered by its cards. The 54 cards are tapped into piles, and the missing ones are
listed.

The form sends all piles each time. So nothing is stored before they are complete, and the page
works without JavaScript. Cards are ticked, then put into a pile with that pile's button.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from uuid import uuid4

from django.http import Http404, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods
from django_htmx.http import HttpResponseClientRedirect

from core.errors import Conflict, Denied, Refused
from games import services
from games.cards import DECK_54, SUITS
from games.entry.forms import SendingForm
from games.maitre.engine.piles import DECK, count_pile, worth_table
from games.maitre.models import MaitreRules, Suit
from games.match import log_queries
from games.presentation.table import Table
from games.presentation.wording import card_name
from games.services import Writing
from games.views.common import HtmxRequest, match_context, table_or_404
from games.views.match import preview_of

COFFRE = ("coffre_major", "coffre_minor")
# The names of the fields that are not piles.
CHOICES = ("contract", "major", "minor", "winner")


@dataclass(frozen=True, slots=True)
class PileView:
    """A pile into which cards are put; `sign` is the mark of its cards on the grid."""

    key: str
    name: str
    sign: str


@dataclass(slots=True)
class PilesSoFar:
    """The state of the page: the cards of each pile, and the other choices as text."""

    cards: dict[str, list[str]]
    choices: dict[str, str]
    error: str = ""

    @classmethod
    def read(cls, data: Any, piles: Sequence[PileView]) -> "PilesSoFar":
        """Read the piles from the form. Unknown and repeated cards are left out."""
        seen: set[str] = set()
        cards: dict[str, list[str]] = {}
        for pile in piles:
            codes = data.get(f"pile-{pile.key}", "").split()[:54]
            cards[pile.key] = [
                code for code in dict.fromkeys(codes) if code in DECK and code not in seen
            ]
            seen.update(cards[pile.key])
        return cls(cards, {name: data.get(name, "")[:8] for name in CHOICES})

    @property
    def loose(self) -> list[str]:
        """The cards that are in no pile yet, in the order of the deck."""
        placed = {code for cards in self.cards.values() for code in cards}
        return [card.code for card in DECK_54 if card.code not in placed]

    def put(self, codes: Sequence[str], key: str) -> None:
        """Move cards to a pile, or back to the table if the pile is unknown.

        Each place of the coffre takes one card. Its former card is put back on the table.
        """
        chosen = [code for code in dict.fromkeys(codes) if code in DECK]
        if key in COFFRE and len(chosen) > 1:
            self.error = _("Une seule carte par place du coffre.")
            return
        for cards in self.cards.values():
            cards[:] = [code for code in cards if code not in chosen]
        if key in COFFRE and chosen:
            self.cards[key].clear()
        if key in self.cards:
            self.cards[key] += chosen


@require_http_methods(["GET", "POST"])
@never_cache
def piles_page(request: HtmxRequest, match_id: str) -> HttpResponseBase:
    """Answer with the page for entering a manche by its cards, or record the complete manche."""
    table, caller = table_or_404(request, match_id)
    if not isinstance(table.rules, MaitreRules):
        raise Http404
    if not table.can.record or table.next is None:
        return redirect("games:match", match_id)
    piles = piles_of(table)
    so_far = PilesSoFar.read(request.POST, piles)
    if "put" in request.POST:
        so_far.put(request.POST.getlist("cards"), request.POST["put"])
    elif "rest" in request.POST:
        so_far.put(so_far.loose, request.POST["rest"])
    sending = SendingForm(request.POST or {"client_id": uuid4(), "after": table.match.version})
    recording = "record" in request.POST and sending.is_valid()
    if recording and log_queries.was_written(table.match, sending.cleaned_data["client_id"]):
        return _gone(request, match_id)
    errors, line = [so_far.error] if so_far.error else [], None
    data = entry_of(table, so_far)
    try:
        if recording:
            by = Writing(caller, sending.cleaned_data["client_id"], sending.cleaned_data["after"])
            services.record(match_id=match_id, data=data, by=by)
            return _gone(request, match_id)
        if not so_far.loose:
            _loaded, sheet = services.preview(match_id=match_id, data=data, caller=caller)
            line = preview_of(table, sheet)
    except Refused as refusal:
        errors += refusal.sentences
    except (Conflict, Denied) as refusal:
        errors.append(refusal.sentence)
    return _page(request, table, piles, so_far, sending, errors, line)


def _gone(request: HtmxRequest, match_id: str) -> HttpResponseBase:
    """Redirect to the sheet, where the new line is."""
    if request.htmx:
        return HttpResponseClientRedirect(reverse("games:match", args=[match_id]))
    return redirect("games:match", match_id)


def piles_of(table: Table) -> list[PileView]:
    """Return every pile of a manche at this table."""
    maitre = table.state["maitre"]
    name = table.seats[maitre].short
    tricks = [
        PileView(
            f"tricks_{seat.number}", _("Plis : %(name)s") % {"name": seat.short}, seat.short[:3]
        )
        for seat in table.seats
    ]
    return [
        *tricks,
        PileView("chute", _("Chute"), _("chute")),
        PileView("discard", _("Défausse : %(name)s") % {"name": name}, _("déf. M")),
        PileView("players_discard", _("Défausse des autres"), _("déf.")),
        PileView("coffre_major", _("Coffre : majeure"), _("cof. +")),
        PileView("coffre_minor", _("Coffre : mineure"), _("cof. −")),
    ]


def entry_of(table: Table, so_far: PilesSoFar) -> dict[str, Any]:
    """Return the piles as an entry, which leaves out the choices that were not made."""
    cards, choices = so_far.cards, so_far.choices
    coffre = {name.removeprefix("coffre_"): cards[name][0] for name in COFFRE if cards[name]}
    chute: dict[str, Any] = {"cards": cards["chute"]}
    if choices["winner"].isdecimal() and int(choices["winner"]) < len(table.seats):
        chute["winner"] = int(choices["winner"])
    data: dict[str, Any] = {
        "coffre": coffre,
        "tricks": {str(seat.number): cards[f"tricks_{seat.number}"] for seat in table.seats},
        "chute": chute,
        "discard": {"maitre": cards["discard"], "players": cards["players_discard"]},
    }
    for name in ("major", "minor"):
        if choices[name] in Suit.values:
            data[name] = choices[name]
    if choices["contract"].isdecimal():
        data["contract"] = int(choices["contract"])
    return data


# --- For the template ------------------------------------------------------------------------


def _page(
    request: HtmxRequest,
    table: Table,
    piles: Sequence[PileView],
    so_far: PilesSoFar,
    sending: SendingForm,
    errors: list[str],
    line: dict[str, object] | None,
) -> HttpResponse:
    rules: Any = table.rules
    loose = so_far.loose
    # Ticked cards stay ticked unless a button has put them in a pile.
    placed = {"put", "rest"} & request.POST.keys() and not so_far.error
    ticked = () if placed else request.POST.getlist("cards")
    context = match_context(table, None) | {
        "errors": errors,
        "preview": line,
        "hidden": [
            *((f"pile-{pile.key}", " ".join(so_far.cards[pile.key])) for pile in piles),
            ("client_id", sending.data.get("client_id", "")),
            ("after", sending.data.get("after", "")),
        ],
        "maitre_name": table.seats[table.state["maitre"]].short,
        "contract": so_far.choices["contract"] or rules.contract_min,
        "choices": so_far.choices,
        "suits": [{"value": value, "label": label} for value, label in Suit.choices],
        "piles": [_pile_context(pile, so_far) for pile in piles],
        "grid": _grid(piles, so_far, ticked),
        "loose": len(loose),
        "missing": ", ".join(card_name(code) for code in loose) if len(loose) < 13 else "",
    }
    return render(request, "maitre/piles.html", context)


def _pile_context(pile: PileView, so_far: PilesSoFar) -> dict[str, Any]:
    """Return a pile with its cards and, once both suits are known, its points."""
    codes, choices = so_far.cards[pile.key], so_far.choices
    known = choices["major"] in Suit.values and choices["minor"] in Suit.values
    points = None
    if known and choices["major"] != choices["minor"]:
        counted = count_pile(codes, worth_table(choices["major"], choices["minor"]))
        points = -counted.ranks if pile.key == "discard" else counted.points
    if pile.key == "players_discard":
        points = None
    return {
        "key": pile.key,
        "name": pile.name,
        "count": len(codes),
        "points": points,
        "cards": ", ".join(card_name(code) for code in codes),
    }


def _grid(
    piles: Sequence[PileView], so_far: PilesSoFar, ticked: Sequence[str]
) -> list[dict[str, Any]]:
    """Return the deck in rows: each suit from the ace up, then the jokers.

    Each card has the sign of its pile.
    """
    signs = {code: pile.sign for pile in piles for code in so_far.cards[pile.key]}
    return [
        {
            "suit": suit or "",
            "cards": [
                {
                    "value": card.code,
                    "label": card_name(card.code) if suit is None else card_name(card.code)[:-1],
                    "mark": signs.get(card.code, ""),
                    "chosen": card.code in ticked,
                }
                for card in DECK_54
                if card.suit == suit
            ],
        }
        for suit in (*SUITS, None)
    ]
