"""The texts of a hand's review: hands, tricks, marks, and a sentence on each costly card."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from django.utils.functional import Promise
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from core.names import isolated
from games.cards import SUITS, Card, parse_card
from games.dix.analysis.contract_words import describe
from games.dix.analysis.equity.equity_words import model_told
from games.dix.analysis.reviews.reviews import RecordedHand
from games.dix.engine.play import ORDER, POINTS
from games.presentation.table import Table
from games.presentation.wording import SUIT_NAMES, card_name, figure, signed

CARDS: dict[str, Promise] = {
    "A": gettext_lazy("as de %(suit)s"),
    "K": gettext_lazy("roi de %(suit)s"),
    "Q": gettext_lazy("dame de %(suit)s"),
    "J": gettext_lazy("valet de %(suit)s"),
}
INSTEAD: dict[str, Promise] = {
    "A": gettext_lazy("au lieu de l'as de %(suit)s"),
    "K": gettext_lazy("au lieu du roi de %(suit)s"),
    "Q": gettext_lazy("au lieu de la dame de %(suit)s"),
    "J": gettext_lazy("au lieu du valet de %(suit)s"),
}
NUMBER = gettext_lazy("%(rank)s de %(suit)s")
INSTEAD_OF_NUMBER = gettext_lazy("au lieu du %(rank)s de %(suit)s")
# The number cards without points.
SMALL = tuple(rank for rank in ORDER if rank.isdecimal() and rank not in POINTS)


@dataclass(frozen=True, slots=True)
class CardView:
    """A card as a hand or a trick shows it. `mark` is `mistake`, `unlucky`, or empty."""

    code: str
    rank: str
    suit: str
    trick: int
    seat_name: str
    mark: str
    takes: bool = False


@dataclass(frozen=True, slots=True)
class NoteView:
    """The note on a card that cost something. It has one sentence from each judge."""

    trick: int
    head: str
    mark: str
    seen: str
    known: str
    cost: str


@dataclass(frozen=True, slots=True)
class TrickView:
    """A trick, with its cards and the notes on them."""

    number: int
    winner: str
    points: int
    cards: tuple[CardView, ...]
    notes: tuple[NoteView, ...]
    marked: bool


@dataclass(frozen=True, slots=True)
class BidRow:
    """A row of a table of bids: the bid with a trump, or another bid, with both judges' worth.

    `seen_worth` and `known_worth` are the chance of winning the match, or the difference of
    scores.
    """

    label: str
    suit: str
    seen_points: str
    seen_made: bool | None
    seen_worth: str
    known_points: str
    known_made: str
    known_worth: str
    own: bool


@dataclass(frozen=True, slots=True)
class ReviewView:
    """All texts of a hand's review, for the page and the picture."""

    hands: tuple[tuple[str, tuple[tuple[str, tuple[CardView, ...]], ...]], ...]
    tricks: tuple[TrickView, ...]
    notes: tuple[NoteView, ...]
    bid_notes: tuple[str, ...] = ()
    trumps: tuple[BidRow, ...] = ()
    bids: tuple[BidRow, ...] = ()
    summary: str = ""
    judged: bool = False
    all_seen: bool = False
    both: bool = False
    models: tuple[str, ...] = ()


def viewed(
    table: Table,
    recorded: RecordedHand,
    seen: Mapping[str, Any] | None,
    known: Mapping[str, Any] | None,
) -> ReviewView:
    """Return the texts of a hand's review in the reader's language."""
    names = [seat.short for seat in table.seats]
    notes: list[NoteView] = []
    tricks: list[TrickView] = []
    played: dict[str, CardView] = {}
    for number, trick in enumerate(recorded.play.tricks, start=1):
        here = []
        for place, (seat, card) in enumerate(trick.played(), start=len(played)):
            mark = _mark(*(judge["cards"][place] if judge else None for judge in (seen, known)))
            played[card.code] = _card(card, number, names[seat], mark, won=seat == trick.winner)
            if mark:
                here.append(_note(names[seat], recorded, seen, known, place, mark))
        cards = tuple(played[card.code] for _seat, card in trick.played())
        notes += here
        tricks.append(_trick(number, names[trick.winner], trick.points, cards, here))
    hands = tuple(
        (names[seat], _by_suit([played[card.code] for card in hand]))
        for seat, hand in enumerate(recorded.play.dealt())
    )
    return ReviewView(
        hands,
        tuple(tricks),
        tuple(notes),
        bid_notes=_bid_notes(names, recorded, seen, known),
        trumps=_trumps(recorded, seen, known),
        bids=_bids(recorded, seen, known),
        summary=_summary(recorded, seen, notes),
        judged=seen is not None or known is not None,
        all_seen=seen is not None,
        both=known is not None,
        models=tuple(dict.fromkeys(filter(None, map(model_sentence, (seen, known))))),
    )


def _card(card: Card, number: int, name: str, mark: str, *, won: bool) -> CardView:
    """Return a card of a trick for the page. `won` says whether it took the trick."""
    label = card_name(card.code)[:-1]
    return CardView(card.code, label, card.suit or "", number, name, mark, won)


def _trick(
    number: int, winner: str, points: int, cards: tuple[CardView, ...], notes: list[NoteView]
) -> TrickView:
    """Return a trick for the page. It is marked if one of its cards was a mistake."""
    marked = any(note.mark == "mistake" for note in notes)
    return TrickView(number, winner, points, cards, tuple(notes), marked)


def model_sentence(judge: Mapping[str, Any] | None) -> str:
    """Return a sentence that names a judgement's model. Empty if the judgement is in points."""
    model = (judge or {}).get("model")
    return model_told(**model) if model else ""


def _by_suit(cards: Sequence[CardView]) -> tuple[tuple[str, tuple[CardView, ...]], ...]:
    """Return the cards of a hand by suit, the highest first. Suits without cards are left out."""
    return tuple(
        (
            suit,
            tuple(
                sorted(
                    (card for card in cards if card.suit == suit),
                    key=lambda card: -ORDER[parse_card(card.code).rank],
                )
            ),
        )
        for suit in SUITS
        if any(card.suit == suit for card in cards)
    )


def _mark(seen: Mapping[str, Any] | None, known: Mapping[str, Any] | None) -> str:
    """Return the mark of a card: by the second judge, or by the first if there is no second yet.

    A card is `unlucky` if only the first judge calls it a mistake.
    """
    judge = known or seen
    if judge is None:
        return ""
    if judge["mistake"]:
        return "mistake"
    return "unlucky" if known and seen and seen["mistake"] else ""


def _note(
    name: str,
    recorded: RecordedHand,
    seen: Mapping[str, Any] | None,
    known: Mapping[str, Any] | None,
    place: int,
    mark: str,
) -> NoteView:
    first, second = ((judge["cards"][place] if judge else None) for judge in (seen, known))
    card = (first or second or {})["card"]
    unit = _unit(seen, known)
    number = (first or second or {})["trick"]
    head = _("Levée %(number)s, %(name)s : %(card)s") % {
        "number": number,
        "name": isolated(name),
        "card": card_words(card),
    }
    judge = second if second and second["mistake"] else first or {}
    lost = judge["cost"] if unit == "chance" else judge["points"]
    short = _share(lost) if unit == "chance" else signed(-round(lost))
    return NoteView(number, head, mark, _seen(first, unit), _known(second, unit), short)


def _unit(seen: Mapping[str, Any] | None, known: Mapping[str, Any] | None) -> str:
    """Return the unit of the judgements' costs. Empty if there is no judgement."""
    judge = seen or known
    return str(judge["unit"]) if judge else ""


def _seen(judged: Mapping[str, Any] | None, unit: str) -> str:
    if judged is None:
        return ""
    if not judged["mistake"]:
        return _("Par chance, rien n'en est perdu.")
    params = {"instead": capfirst(instead(judged)), "cost": _cost(judged, unit)}
    return _("%(instead)s : %(cost)s.") % params


def _known(judged: Mapping[str, Any] | None, unit: str) -> str:
    if judged is None:
        return ""
    if not judged["mistake"]:
        return _("La malchance : rien ne le disait avant de jouer.")
    params = {"instead": capfirst(instead(judged)), "cost": _mean_cost(judged, unit)}
    return _("%(instead)s : %(cost)s.") % params


def sentence_of(note: NoteView) -> str:
    """Return a note as one line of text for a picture."""
    text = note.known if note.mark == "mistake" and note.known else note.seen
    return f"{note.head} {text[:1].lower()}{text[1:]}"


def card_words(code: str) -> str:
    """Return the words for a card's code: « roi de cœur » for `KH`."""
    card = parse_card(code)
    suit = str(SUIT_NAMES[card.suit or ""])
    return str(CARDS.get(card.rank, NUMBER)) % {"rank": card.rank, "suit": suit}


def instead(judged: Mapping[str, Any]) -> str:
    """Return the words for the best cards.

    For example « au lieu du roi de cœur », « au lieu d'une petite » or « au lieu d'une de ces 3
    cartes (…) ».
    """
    best = [parse_card(code) for code in judged["best"]]
    if len(best) == 1:
        card = best[0]
        suit = str(SUIT_NAMES[card.suit or ""])
        return str(INSTEAD.get(card.rank, INSTEAD_OF_NUMBER)) % {"rank": card.rank, "suit": suit}
    if all(card.rank in SMALL and card.suit == _suit(judged["card"]) for card in best):
        return _("au lieu d'une petite")
    listed = ", ".join(card_words(card.code) for card in sorted(best, key=_place))
    text = _("au lieu d'une de ces %(count)s cartes (%(cards)s)")
    return text % {"count": len(best), "cards": listed}


def _place(card: Card) -> tuple[int, int]:
    return SUITS.index(card.suit or ""), -ORDER[card.rank]


def _suit(code: str) -> str | None:
    return parse_card(code).suit


def _cost(judged: Mapping[str, Any], unit: str) -> str:
    """Return the text of a card's cost with all cards seen.

    It has the points lost, and says whether the card makes the bid fail or succeed.
    """
    parts = [_percent(judged["cost"])] if unit == "chance" else []
    if judged["points"]:
        parts.append(_lost_points(judged["points"]))
    before, after = judged["made"] or (0, 0)
    if before > after:
        parts.append(_("la mise tombe"))
    elif after > before:
        parts.append(_("la mise passe"))
    return ", ".join(parts)


def _mean_cost(judged: Mapping[str, Any], unit: str) -> str:
    if unit == "chance":
        cost, error = _percent(judged["cost"]), figure(_of_hundred(judged["error"]))
    else:
        cost, error = _lost_points(round(judged["points"])), figure(round(judged["points_error"]))
    text = _("%(cost)s en moyenne (± %(error)s)") if judged["error"] else _("%(cost)s en moyenne")
    parts = [text % {"cost": cost, "error": error}]
    before, after = (round(100 * share) for share in judged["made"] or (0, 0))
    if before != after:
        shares = {"before": before, "after": after}
        parts.append(_("la mise passe %(after)s fois sur 100 et non %(before)s") % shares)
    return ", ".join(parts)


def _lost_points(points: float) -> str:
    lost = round(points)
    text = ngettext("%(points)s point", "%(points)s points", abs(lost))
    return text % {"points": signed(-lost)}


def _percent(share: float) -> str:
    return _("%(share)s de chances") % {"share": _share(share)}


def _share(share: float) -> str:
    """Return a loss in percents: « −8 % » for a loss of 0.08, « −0,8 % » for a loss of 0.008."""
    return _("%(share)s %%") % {"share": signed(-_of_hundred(share))}


def _of_hundred(share: float) -> int | Decimal:
    """Return a share in percents: a whole number from ten on, with one decimal below."""
    percents = 100 * share
    return round(percents) if percents >= 10 else Decimal(f"{percents:.1f}")


def _summary(
    recorded: RecordedHand, seen: Mapping[str, Any] | None, notes: Sequence[NoteView]
) -> str:
    """Return a sentence on the points of perfect play and the points taken.

    It is empty without a judgement.
    """
    if seen is None:
        return ""
    params = {
        "points": figure(round(seen["bid"]["own"]["points"])),
        "taken": figure(recorded.hand.taken),
    }
    text = _(
        "Toutes cartes vues, le meilleur jeu des deux camps donnait %(points)s à l'attaque ; "
        "elle en a pris %(taken)s."
    )
    return text % params


def _bid_notes(
    names: Sequence[str],
    recorded: RecordedHand,
    seen: Mapping[str, Any] | None,
    known: Mapping[str, Any] | None,
) -> tuple[str, ...]:
    """Return sentences on the bid: whether it is made, and whether another trump is better."""
    notes = []
    if seen is not None:
        made = seen["bid"]["own"]["made"]
        if made is not None:
            notes.append(
                _("Toutes cartes vues, la mise se fait.")
                if made
                else _("Toutes cartes vues, la bonne défense fait tomber la mise.")
            )
        if recorded.entry.trump not in seen["bid"]["best"]:
            notes.append(_("Meilleur atout : %(suits)s.") % {"suits": _suits(seen["bid"]["best"])})
        notes += _passing_seen(names, seen)
    if known is not None:
        made = known["bid"]["own"]["made"]
        if made is not None:
            text = _("Avec cette main seule, elle se fait %(count)s fois sur 100.")
            notes.append(text % {"count": round(100 * made)})
        if known["bid"]["mistake"]:
            notes.append(
                _("Un autre atout valait mieux : %(suits)s.")
                % {"suits": _suits(known["bid"]["best"])}
            )
        notes += _passing_known(known)
    return tuple(notes)


def _passing_seen(names: Sequence[str], seen: Mapping[str, Any]) -> Iterator[str]:
    """Tell what passing would have brought, all cards seen: where the auction would have ended."""
    passing = seen["bid"].get("passing")
    if passing is None:
        return
    yield _("Passer aurait mené à : %(contract)s ; %(worth)s, et par cette mise %(own)s.") % {
        "contract": describe(passing["contract"], [isolated(name) for name in names]),
        "worth": _worth(passing, seen["unit"]),
        "own": _worth(seen["bid"]["own"], seen["unit"]),
    }


def _passing_known(known: Mapping[str, Any]) -> Iterator[str]:
    passing = known["bid"].get("passing")
    if passing is not None:
        yield _("À ne voir que cette main, passer valait %(worth)s, et la mise %(own)s.") % {
            "worth": _worth(passing, known["unit"]),
            "own": _worth(known["bid"]["own"], known["unit"]),
        }


def _suits(suits: Sequence[str]) -> str:
    return ", ".join(str(SUIT_NAMES[suit]) for suit in suits)


def _trumps(
    recorded: RecordedHand, seen: Mapping[str, Any] | None, known: Mapping[str, Any] | None
) -> tuple[BidRow, ...]:
    unit = _unit(seen, known)
    judges = [judge["bid"]["trumps"] if judge else [None] * len(SUITS) for judge in (seen, known)]
    return tuple(
        _row(
            str(SUIT_NAMES[suit]), suit, first, second, own=suit == recorded.entry.trump, unit=unit
        )
        for suit, first, second in zip(SUITS, *judges, strict=True)
    )


def _bids(
    recorded: RecordedHand, seen: Mapping[str, Any] | None, known: Mapping[str, Any] | None
) -> tuple[BidRow, ...]:
    """Return rows for the own bid and other bids in its trump.

    They are in rising order, with « la partie » last.
    """
    unit = _unit(seen, known)
    worths_by_bid: dict[int | None, list[Mapping[str, Any] | None]] = {}
    for place, judge in enumerate((seen, known)):
        bids = [judge["bid"]["own"], *judge["bid"]["others"]] if judge else []
        for worth in bids:
            worths_by_bid.setdefault(worth["bid"], [None, None])[place] = worth
    return tuple(
        _row(
            str(_("la partie")) if bid is None else figure(bid),
            "",
            *worths_by_bid[bid],
            own=bid == recorded.hand.bid,
            unit=unit,
        )
        for bid in sorted(worths_by_bid, key=lambda bid: (bid is None, bid or 0))
    )


def _row(
    label: str,
    suit: str,
    seen: Mapping[str, Any] | None,
    known: Mapping[str, Any] | None,
    *,
    own: bool,
    unit: str,
) -> BidRow:
    undertaken = known is not None and known["made"] is not None
    return BidRow(
        label,
        suit,
        figure(round(seen["points"])) if seen else "",
        None if not seen or seen["made"] is None else bool(seen["made"]),
        _worth(seen, unit),
        figure(round(known["points"])) if known else "",
        _("%(share)s %%") % {"share": round(100 * known["made"])} if known and undertaken else "",
        _worth(known, unit),
        own,
    )


def _worth(bid: Mapping[str, Any] | None, unit: str) -> str:
    if bid is None or bid["value"] is None:
        return ""
    if unit == "chance":
        share = _("%(share)s %%") % {"share": round(100 * bid["value"])}
        return _("match gagné %(share)s") % {"share": share}
    return _("écart %(points)s") % {"points": signed(round(bid["value"]))}
