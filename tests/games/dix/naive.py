"""A second scorer of the jeu du 10, written only from the specification and naive on purpose.

It shares nothing with `games.dix` and is long rather than clever: its only use is to disagree
with the first scorer. It also invents legal matches, so it has its own check of legal calls and
cards.
"""

from types import SimpleNamespace

STRENGTH = {"5": 0, "6": 1, "7": 2, "8": 3, "9": 4, "10": 5, "J": 6, "Q": 7, "K": 8, "A": 9}
SUIT_OF = {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"}


def rank(card):
    return card[:-1]


def suit(card):
    return SUIT_OF[card[-1]]


def full_deck(size):
    ranks = [r for r in STRENGTH if size == 40 or r != "6"]
    return [r + s for s in "SHDC" for r in ranks]


def winning_place(cards, trump):
    best = 0
    for place in range(1, 4):
        challenger, holder = cards[place], cards[best]
        if suit(challenger) == suit(holder):
            if STRENGTH[rank(challenger)] > STRENGTH[rank(holder)]:
                best = place
        elif suit(challenger) == trump:
            best = place
    return best


def with_seats(tricks, bidder, trump):
    """Return each trick as ([(seat, card), …], winner)."""
    rows, leader = [], bidder
    for cards in tricks:
        seats = [(leader + place) % 4 for place in range(4)]
        leader = seats[winning_place(cards, trump)]
        rows.append((list(zip(seats, cards, strict=True)), leader))
    return rows


def count_points(tricks, bidder, trump, aces_only_when_stolen):
    """Return the points of the bidding side. Penalised aces are counted as stolen aces, which is
    equivalent to the scorer's way.
    """
    points = 0
    for cards, winner in with_seats(tricks, bidder, trump):
        ours = winner % 2 == bidder % 2
        for seat, card in cards:
            mine = seat % 2 == bidder % 2
            if rank(card) == "A" and aces_only_when_stolen:
                if ours and not mine:
                    points += 10
                if mine and not ours:
                    points -= 10
            elif ours:
                points += {"A": 10, "10": 10, "5": 5}.get(rank(card), 0)
    return points


def revokes(tricks, bidder, trump):
    """Return every (trick, seat, card, suit led) in which the seat did not follow although it held
    a card of the suit led.
    """
    rows = with_seats(tricks, bidder, trump)
    revoked = set()
    for number, (cards, _winner) in enumerate(rows, start=1):
        led = suit(cards[0][1])
        for seat, card in cards:
            later = [c for others, _ in rows[number:] for s, c in others if s == seat]
            if suit(card) != led and any(suit(c) == led for c in later):
                revoked.add((number, seat, card, led))
    return revoked


def random_tricks(random, deck, bidder, trump, may_revoke=False):
    """Deal and play a hand at random, following suit unless `may_revoke`; return the tricks."""
    cards = full_deck(deck)
    random.shuffle(cards)
    hands = [cards[seat::4] for seat in range(4)]
    tricks, leader = [], bidder
    while hands[0]:
        trick = []
        for place in range(4):
            held = hands[(leader + place) % 4]
            follow = [c for c in held if trick and suit(c) == suit(trick[0])]
            choice = random.choice(held if may_revoke or not follow else follow)
            held.remove(choice)
            trick.append(choice)
        tricks.append(trick)
        leader = (leader + winning_place(trick, trump)) % 4
    return tricks


class NaiveMatch:
    """A match in progress: `add` scores a completed hand, `invent` makes up a legal one."""

    def __init__(self, rules):
        self.rules = rules
        self.scores = [0, 0]
        self.money = rules.bid_format == "buy_money"
        self.purses = [rules.initial_money, rules.initial_money] if self.money else None
        self.dealer = rules.first_dealer
        self.winner = None
        self.ended_by = None

    # --- scoring

    def add(self, bidder, bid, partie, taken, defenders_bid):
        """Score one hand; return the two deltas."""
        r, us, them = self.rules, bidder % 2, 1 - bidder % 2
        total = 60 if r.card_values == "penalised_aces" and not partie else 100
        capped = (
            r.defence_cap is not None and self.scores[them] >= r.defence_cap and not defenders_bid
        )
        defended = 0 if capped else total - taken
        gain = [0, 0]
        if partie and r.partie == "decides_match":
            self.winner = us if taken == 100 else them
            self.ended_by = "partie"
        elif partie:
            gain[us] = r.partie_stake if taken == 100 else -r.partie_stake
            gain[them] = defended
        elif r.bid_format == "contract":
            gain[us] = taken if taken >= bid else -bid
            gain[them] = defended
        elif r.bid_format == "success_or_zero":
            if taken >= bid:
                gain[us] = taken
            elif not capped:
                gain[them] = bid + (bid - taken)
        elif r.bid_format == "buy_points":
            gain[us] = taken - bid
            gain[them] = total - taken
        else:
            gain[us] = taken
            gain[them] = total - taken
            self.purses[us] -= bid
        self.scores = [self.scores[0] + gain[0], self.scores[1] + gain[1]]
        self.dealer = [1, 2, 3, 0][self.dealer]
        self.find_winner(us)
        return tuple(gain)

    def find_winner(self, us):
        left, right = self.scores
        if self.winner is not None or max(left, right) < self.rules.target:
            return
        self.ended_by = "target"
        both = min(left, right) >= self.rules.target
        if left == right or (both and self.rules.both_reach == "bidders"):
            self.winner = us
        else:
            self.winner = 0 if left > right else 1

    # --- inventing

    def empty(self, side):
        return self.money and self.purses[side] < self.rules.min_bid

    def numbers(self, side, above):
        """Return every number that a side may name above `above`, the last number named (None
        before the first).
        """
        if self.money:
            top, step = self.purses[side], 1
        else:
            top, step = 100, 5
            if self.rules.bid_format != "buy_points":
                top = 60 if self.rules.card_values == "penalised_aces" else 100
        return [n for n in range(self.rules.min_bid, top + 1, step) if above is None or n > above]

    def may_partie(self, side):
        kind = self.rules.partie
        return kind == "stake" or (kind == "decides_match" and self.scores[side] >= 0)

    def auction(self, random):
        """Return a random legal auction: the calls, and (bidder, bid, partie, defenders_bid)."""
        waiting = [(self.dealer + turn) % 4 for turn in (1, 2, 3, 4)]
        if self.empty(0) and self.empty(1):
            return [], (waiting[0], 0, False, False)
        calls, bidder, bid, spoke = [], None, None, set()
        while waiting != [bidder]:
            seat = waiting.pop(0)
            numbers = self.numbers(seat % 2, bid)
            must = not waiting
            if must and not numbers:
                if random.random() < 0.5:
                    calls.append({"seat": seat, "call": 0})
                return calls, (seat, 0, False, False)
            if self.may_partie(seat % 2) and random.random() < 0.02:
                calls.append({"seat": seat, "call": "partie"})
                others = sorted((s for s in waiting if s != seat), key=lambda s: (s - seat) % 4)
                for other in others[: random.randint(0, len(others))]:
                    calls.append({"seat": other, "call": "pass"})
                return calls, (seat, None, True, any(s % 2 != seat % 2 for s in spoke))
            if numbers and (must or random.random() < 0.4):
                bid, bidder = random.choice(numbers[:4]), seat
                spoke.add(seat)
                calls.append({"seat": seat, "call": bid})
                waiting.append(seat)
            else:
                calls.append({"seat": seat, "call": "pass"})
        return calls, (bidder, bid, False, any(s % 2 != bidder % 2 for s in spoke))

    def invent(self, random, tricks_share=0.03):
        """Return a legal entry from which random parts are left out, and the five figures of the
        complete one.
        """
        calls, (bidder, bid, partie, spoke) = self.auction(random)
        trump = random.choice(list(SUIT_OF.values()))
        aces = self.rules.card_values == "penalised_aces" and not partie
        tricks = None
        if random.random() < tricks_share:
            tricks = random_tricks(random, self.rules.deck, bidder, trump)
            taken = count_points(tricks, bidder, trump, aces)
        else:
            taken = 5 * random.randint(-8 if aces else 0, 20)
            if random.random() < 0.5:
                taken = 100 if partie else max(taken, 5 * ((bid + 4) // 5))
            taken = min(taken, 100)
        figures = (bidder, bid, partie, taken, spoke)
        values = dict(
            zip(("bidder", "bid", "partie", "taken", "defenders_bid"), figures, strict=True)
        )
        with_auction = random.random() < 0.5
        if with_auction:
            for name in ("bidder", "bid", "partie", "defenders_bid"):
                if random.random() < 0.5:
                    values[name] = None
        if not spoke and random.random() < 0.5:
            values["defenders_bid"] = None
        if tricks and random.random() < 0.5:
            values["taken"] = None
        auction = calls if with_auction else None
        return SimpleNamespace(**values, trump=trump, auction=auction, tricks=tricks), figures


def random_rules(random):
    """Return a valid ruleset with every field at random."""
    bid_format = random.choice(["contract", "success_or_zero", "buy_points", "buy_money"])
    bought = bid_format.startswith("buy")
    values = random.choice(["traditional", "penalised_aces"])
    top = 60 if values == "penalised_aces" else 100
    money = bid_format == "buy_money"
    target = 5 * random.randint(1, 120)
    return SimpleNamespace(
        deck=random.choice([40, 36]),
        card_values=values,
        bid_format=bid_format,
        target=target,
        min_bid=random.randint(1, 8) if money else 5 * random.randint(1, top // 5),
        defence_cap=None if bought else random.choice([None, 0, 5 * (target // 7), 400]),
        partie="forbidden" if bought else random.choice(["decides_match", "stake", "forbidden"]),
        partie_stake=random.choice([5, 120, 500, 7]),
        both_reach=random.choice(["highest", "bidders"]),
        initial_money=random.randint(1, 30) if money else None,
        first_dealer=random.randint(0, 3),
    )


def random_match(random, rules, longest=40):
    """Return a legal random match: the naive match, its entries, and for each entry the figures,
    deltas, totals and purses.
    """
    match, entries, expected = NaiveMatch(rules), [], []
    while match.winner is None and len(entries) < longest:
        entry, figures = match.invent(random)
        deltas = match.add(*figures)
        entries.append(entry)
        expected.append((figures, deltas, tuple(match.scores), match.purses and [*match.purses]))
    return match, entries, expected
