"""A hand entered card by card: the auction call by call, the trump, then the ten tricks.

The form sends the whole hand so far each time. So nothing is stored before the hand is complete,
and the page works without JavaScript. `auction` and `play` define turns and legal cards.
"""

from typing import Any
from uuid import uuid4

from django.http import Http404, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods
from django_htmx.http import HttpResponseClientRedirect

from clubs.callers import Caller
from core.errors import Conflict, Denied, Refused
from games import services
from games.cards import Card
from games.dix.by_card import HandByCard, HandSoFar, cards_to_put_back, hand_by_card
from games.dix.engine.auction import AuctionState, Position
from games.dix.engine.play import DECKS, ORDER, PlayState, Trick
from games.dix.models import DixHand, DixRules
from games.entry.forms import SendingForm
from games.errors import Stale
from games.match import log_queries
from games.presentation.table import Table
from games.presentation.wording import card_name, error_sentence
from games.services import Writing
from games.sheet import RuleError
from games.views.common import HtmxRequest, address, match_context, table_or_404
from games.views.match import preview_of


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def cards_page(request: HtmxRequest, match_id: str) -> HttpResponseBase:
    """Answer with the page for entering a hand card by card, or record the complete hand."""
    table, caller = table_or_404(request, match_id)
    if not isinstance(table.rules, DixRules):
        raise Http404
    if not table.can.record:
        return _leave(request, match_id)
    rules = table.rules
    position = _position(table)
    before = HandSoFar.read(request.POST)
    hand, by_card, fault = _as_far_as_legal(rules, position, before.after(request.POST), before)
    error = _sentence(table, fault) if fault else ""
    sending = SendingForm(request.POST or {"client_id": uuid4(), "after": table.match.version})
    recording = "record" in request.POST and sending.is_valid()
    if recording and log_queries.was_written(table.match, sending.cleaned_data["client_id"]):
        return _leave(request, match_id)
    if sending.is_valid() and sending.cleaned_data["after"] not in (None, table.match.version):
        # The match has changed since the page was made. The page reports this now, instead of after
        # forty cards. The hand continues from the present state of the match.
        error = error or Stale(table).sentence
    if recording and by_card.complete and not error:
        by = Writing(caller, sending.cleaned_data["client_id"], sending.cleaned_data["after"])
        try:
            services.record(match_id=match_id, data=entry_of(hand, by_card), by=by)
            return _leave(request, match_id)
        except Refused as refusal:
            error = refusal.sentence
        except (Conflict, Denied) as conflict:
            error = conflict.sentence
    preview = None
    if by_card.complete and not error:
        preview, error = _preview(table, caller, entry_of(hand, by_card))
    return _page(request, table, hand, by_card, error, sending, preview)


def _leave(request: HtmxRequest, match_id: str) -> HttpResponseBase:
    """Redirect to the sheet.

    A request of htmx gets htmx's own kind of redirect. With a plain one, htmx would insert the
    sheet in place of the form.
    """
    if request.htmx:
        return HttpResponseClientRedirect(address("match", match_id))
    return redirect("games:match", match_id)


def _preview(table: Table, caller: Caller, data: dict[str, Any]) -> tuple[Any, str]:
    """Return the preview of a complete hand and an empty string. If the hand can't be recorded,
    return None and the sentence that says why.
    """
    try:
        _loaded, sheet = services.preview(match_id=table.match.pk, data=data, caller=caller)
    except Refused as refusal:
        return None, refusal.sentence
    return preview_of(table, sheet), ""


def _as_far_as_legal(
    rules: DixRules, position: Position, *hands: HandSoFar
) -> tuple[HandSoFar, HandByCard, RuleError | None]:
    """Return the first legal hand of `hands`, its state, and the fault of the first illegal one.

    If no hand is legal, an empty hand is returned. The fault is None if the first hand is legal.
    """
    refused: RuleError | None = None
    for hand in hands:
        try:
            return hand, hand_by_card(rules, position, hand), refused
        except RuleError as fault:
            refused = refused or fault
    return HandSoFar(), hand_by_card(rules, position, HandSoFar()), refused


def _sentence(table: Table, fault: RuleError) -> str:
    return error_sentence(table.game.words.errors, fault.code, fault.params, table.names)


def _position(table: Table) -> Position:
    """Return the state of the match before the next hand, from the sheet."""
    ours, theirs = (int(score or 0) for score in table.sheet.scores)
    purses = table.state.get("purses")
    return Position(
        table.state["dealer"], (ours, theirs), (purses[0], purses[1]) if purses else None
    )


def entry_of(hand: HandSoFar, by_card: HandByCard) -> dict[str, Any]:
    """Return the hand as an entry: auction and tricks, from which the rest is derived."""
    cards = list(hand.cards)
    return {
        "auction": list(by_card.calls),
        "trump": hand.trump,
        "tricks": [cards[first : first + 4] for first in range(0, len(cards), 4)],
    }


def _page(
    request: HtmxRequest,
    table: Table,
    hand: HandSoFar,
    by_card: HandByCard,
    error: str,
    sending: SendingForm,
    preview: Any,
) -> HttpResponse:
    auction, play, names = by_card.auction, by_card.play, table.names
    context = match_context(table, None) | {
        "errors": [error] if error else [],
        "hidden": [
            ("calls", " ".join(hand.calls)),
            ("trump", hand.trump),
            ("cards", " ".join(hand.cards)),
            ("played", " ".join(hand.played)),
            ("client_id", sending.data.get("client_id", "")),
            ("after", table.match.version),
        ],
        "auction_calls": [
            {"seat_name": names.seat(call["seat"]), "call_label": call_label(call["call"])}
            for call in by_card.calls
        ],
        "auction_buttons": [] if auction.over else _calls(table, auction),
        "speaker": names.seat(auction.bidder if auction.over else auction.speaker),
        "trump_choices": _trumps() if auction.over and not hand.trump else [],
        "finished": by_card.complete,
        "preview": preview,
    }
    if play is not None:
        context |= _play_context(table, play, by_card)
        context["to_put_back"] = cards_to_put_back(by_card, hand)
    return render(request, "dix/cards.html", context)


def _play_context(table: Table, play: PlayState, by_card: HandByCard) -> dict[str, Any]:
    rules: Any = table.rules
    aces_cost = rules.card_values == "penalised_aces" and not by_card.auction.partie
    points = play.points_by_side(penalised_aces=aces_cost)
    leader, bidder = play.leader, by_card.auction.bidder
    so_far = {
        "points": points,
        "tricks": [
            _trick(table, number, trick) for number, trick in enumerate(play.tricks, start=1)
        ],
        "trump": play.trump,
        "bidder": table.names.seat(bidder),
        "bid_label": call_label("partie" if by_card.auction.partie else by_card.auction.bid or 0),
    }
    if play.over:
        return so_far
    return so_far | {
        "current_trick": [
            {"seat_name": table.names.seat((leader + place) % 4), "card": card_name(card.code)}
            for place, card in enumerate(play.on_table)
        ],
        "to_play": "" if play.to_play is None else table.names.seat(play.to_play),
        "card_grid": [
            {"suit": suit, "cards": _suit(rules, play, suit)} for suit in DixHand.Trump.values
        ],
    }


def _trick(table: Table, number: int, trick: Trick) -> dict[str, Any]:
    """Return a finished trick for the page: each seat's card, the winner, and the points."""
    return {
        "number": number,
        "cards": [
            {"seat_name": table.names.seat(seat), "card": card_name(card.code)}
            for seat, card in trick.played()
        ],
        "winner": table.names.seat(trick.winner),
        "points": trick.points,
    }


def _trumps() -> list[dict[str, Any]]:
    return [{"value": value, "label": label} for value, label in DixHand.Trump.choices]


def _suit(rules: DixRules, play: PlayState, suit: str) -> list[dict[str, Any]]:
    """Return the cards of a suit, highest first. A card already played can't be tapped again."""
    cards: list[Card] = [card for card in DECKS[rules.deck] if card.suit == suit]
    cards.sort(key=lambda card: -ORDER[card.rank])
    return [
        {"value": card.code, "label": card_name(card.code)[:-1], "played": card in play.seen}
        for card in cards
    ]


def _calls(table: Table, auction: AuctionState) -> list[dict[str, Any]]:
    """Return the buttons of the player who must speak: pass, every higher number, « la partie »."""
    buttons = [{"value": "pass", "label": _("Passe")}] if auction.may_pass else []
    step = 1 if auction.rules.bid_format == "buy_money" else 5
    if auction.minimum is not None and auction.maximum is not None:
        for value in range(auction.minimum, auction.maximum + 1, step)[:60]:
            buttons.append({"value": str(value), "label": str(value)})
    if auction.rules.partie != "forbidden":
        buttons.append({"value": "partie", "label": _("La partie")})
    return buttons


def call_label(call: int | str) -> str:
    """Return a call in words."""
    return {"pass": _("passe"), "partie": _("la partie")}.get(str(call), str(call))
