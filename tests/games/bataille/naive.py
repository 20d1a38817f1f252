"""A second scorer of the Bataille, naive on purpose, and random matches to compare the two.

It shares no code with the first: a referee's notebook with a heap of won manches per player.
"""

from types import SimpleNamespace


def random_rules(random, seats):
    """Any valid ruleset for so many players."""
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
    """A referee's notes, manche after manche."""

    def __init__(self, rules, seats):
        self.rules = rules
        self.seats = seats
        self.heaps = {seat: [] for seat in range(seats)}
        self.over = None
        self.running = []

    def write(self, manche):
        """Add a manche; return who won it."""
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
        """Who won the match."""
        if self.over != "wins":
            return []
        return [s for s, heap in self.heaps.items() if len(heap) == self.rules.wins_needed]

    def ranks(self):
        """Each seat's rank: one more than the players who have more."""
        sizes = {seat: len(heap) for seat, heap in self.heaps.items()}
        return {
            seat: 1 + len([other for other in sizes.values() if other > size])
            for seat, size in sizes.items()
        }


def random_manche(random, rules, seats):
    """Any legal manche."""
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
    """The cards dealt one by one to anybody; quite often as equally as possible."""
    cards = [0] * seats
    even = random.random() < 0.4
    for number in range(rules.deck * rules.decks):
        cards[number % seats if even else random.randrange(seats)] += 1
    return cards


def random_match(random, rules, seats, longest=40):
    """A notebook and the manches written in it, up to the end or so many."""
    notebook, manches = Notebook(rules, seats), []
    for _ in range(random.randint(1, longest)):
        if notebook.over:
            break
        manche = random_manche(random, rules, seats)
        notebook.write(manche)
        manches.append(manche)
    return notebook, manches
