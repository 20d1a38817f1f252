"""A second scorer of Bataille, naive on purpose, and random matches on which the two are compared.

It shares no code with the first scorer: it is a referee's notebook with a heap of won manches
for each player.
"""

from types import SimpleNamespace


def random_rules(random, seats):
    """Return any valid ruleset for this number of seats."""
    jokers = seats == 2 and random.random() < 0.4
    return SimpleNamespace(
        deck=54 if jokers else random.choice([32, 52]),
        decks=1 if jokers else random.randint(1, 4),
        face_down=random.random() < 0.5,
        deal="by_colour" if seats in (2, 4) and random.random() < 0.3 else "random",
        stealing_joker_wins=jokers and random.random() < 0.6,
        loser_pays=random.random() < 0.5,
        open_hands=random.random() < 0.5,
        stalemate=random.choice(["draw", "borrow"]),
        wins_needed=random.randint(1, 5),
    )


class Notebook:
    """A referee's notes, one manche after another."""

    def __init__(self, rules, seats):
        self.rules = rules
        self.seats = seats
        self.heaps = {seat: [] for seat in range(seats)}
        self.over = None
        self.running = []

    def write(self, manche):
        """Add a manche; return the seat that won it, or None."""
        assert self.over is None
        winner = manche.winner
        if manche.reason == "stopped":
            piles = sorted(enumerate(manche.cards), key=lambda pile: pile[1], reverse=True)
            winner = None if piles[0][1] == piles[1][1] else piles[0][0]
        if winner is None:
            if self.rules.wins_needed == 1:
                self.over = "draw"
        else:
            self.heaps[winner].append("*")
            if len(self.heaps[winner]) == self.rules.wins_needed:
                self.over = "wins"
        self.running.append([len(self.heaps[seat]) for seat in range(self.seats)])
        return winner

    def winners(self):
        """Return the seats that won the match; none if it is running or drawn."""
        if self.over != "wins":
            return []
        return [s for s, heap in self.heaps.items() if len(heap) == self.rules.wins_needed]

    def ranks(self):
        """Return each seat's rank: one more than the number of seats with more won manches."""
        sizes = {seat: len(heap) for seat, heap in self.heaps.items()}
        return {
            seat: 1 + len([other for other in sizes.values() if other > size])
            for seat, size in sizes.items()
        }


def random_manche(random, rules, seats):
    """Return a random legal manche."""
    reasons = ["all_cards", "all_cards", "stopped"]
    if rules.stalemate == "draw":
        reasons.append("pat")
    if rules.stealing_joker_wins:
        reasons.append("joker")
    reason = random.choice(reasons)
    manche = SimpleNamespace(winner=None, reason=reason, tricks=None, battles=None, cards=None)
    if reason in ("all_cards", "joker"):
        manche.winner = random.randrange(seats)
    if reason == "all_cards" and random.random() < 0.5:
        manche.reason = None
    if reason == "stopped":
        manche.cards = random_cards(random, rules, seats)
    if random.random() < 0.5:
        manche.tricks = random.randint(0, 2000)
    if random.random() < 0.5:
        manche.battles = random.randint(0, 100 if manche.tricks is None else manche.tricks)
    return manche


def random_cards(random, rules, seats):
    """Return each seat's number of cards: dealt to random seats, or quite often as equally as
    possible.
    """
    cards = [0] * seats
    even = random.random() < 0.4
    for number in range(rules.deck * rules.decks):
        cards[number % seats if even else random.randrange(seats)] += 1
    return cards


def random_match(random, rules, seats, longest=40):
    """Return a notebook and the manches written in it: up to the match's end, or at most `longest`
    of them.
    """
    notebook, manches = Notebook(rules, seats), []
    for _ in range(random.randint(1, longest)):
        if notebook.over:
            break
        manche = random_manche(random, rules, seats)
        notebook.write(manche)
        manches.append(manche)
    return notebook, manches
