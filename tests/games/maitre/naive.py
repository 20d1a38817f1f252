"""A second scorer of the jeu du Maître, written only from the specification and naive on purpose.

It shares nothing with `games.maitre`: fractions everywhere, cards counted one by one. It also
invents legal manches, by dealing the 54 cards into piles at random.
"""

from fractions import Fraction
from types import SimpleNamespace

SUITS = {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"}
RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]
DECK = [rank + suit for suit in SUITS for rank in RANKS] + ["X1", "X2"]


def rank(card):
    return RANKS.index(card[:-1]) + 1


def suit(card):
    return None if card[0] == "X" else SUITS[card[-1]]


def worth(card, major, minor):
    if suit(card) == major:
        return rank(card)
    if suit(card) == minor:
        return -rank(card)
    return 0


def rounded(amount, whole):
    """Round half up to hundredths, or to whole points; amounts are never negative here."""
    unit = 1 if whole else 100
    scaled = amount * unit
    low = scaled.numerator // scaled.denominator
    if scaled - low >= Fraction(1, 2):
        low += 1
    return Fraction(low, unit)


class NaiveMatch:
    """A match in progress: `add` scores a manche of figures, `invent` deals one."""

    def __init__(self, rules, seats):
        self.rules, self.seats = rules, seats
        self.scores = [Fraction(0)] * seats
        self.failures = [0] * seats
        self.played = 0

    @property
    def maitre(self):
        seat = self.rules.first_maitre
        for _ in range(self.played):
            seat = 0 if seat == self.seats - 1 else seat + 1
        return seat

    @property
    def over(self):
        return self.played == self.seats * self.rules.tours

    def add(self, manche):
        """Score a manche; return the deltas and whether the manche is validated.

        `manche` has contract, points, cards, valued, chute, discard, coffre (None or two ranks),
        and the others' points by seat.
        """
        r, m = self.rules, self.maitre
        gain = [Fraction(0)] * self.seats
        for seat, points in manche["others"].items():
            gain[seat] += points
        own = Fraction(manche["points"] + manche["chute"] - manche["discard"])
        if manche["coffre"] is None:
            own -= r.coffre_penalty
        else:
            own += manche["coffre"][0] - manche["coffre"][1]
        base = Fraction(manche["points"]) if r.contract_base == "tricks" else own
        reached = (
            Fraction(100 * manche["valued"], manche["cards"]) if manche["cards"] else Fraction(0)
        )
        holds = reached >= manche["contract"]
        whole = r.rounding == "integer"
        if holds:
            if manche["contract"] > 50 and base > 0:
                percent = (manche["contract"] - 50) * 2
                own += rounded(base * percent / 100, whole)
        else:
            from_what = 50 if r.malus_reference == "fifty" else manche["contract"]
            percent = max(Fraction(0), (from_what - reached) * 2)
            malus = rounded(abs(base) * percent / 100, whole)
            own -= malus
            for seat in manche["others"]:
                gain[seat] += malus
        gain[m] = own
        gap = own - sum(points for seat, points in enumerate(gain) if seat != m)
        fine = holds and gap > r.gap
        if not fine:
            self.failures[m] += 1
        self.scores = [score + more for score, more in zip(self.scores, gain, strict=True)]
        self.played += 1
        return gain, fine

    def ranking(self):
        """Return (side, rank, eliminated) of each side, by rank and then by seat; and the
        winners.
        """
        out = {s for s in range(self.seats) if self.failures[s] >= self.rules.failures_to_eliminate}
        inside = sorted(
            (s for s in range(self.seats) if s not in out), key=lambda s: (-self.scores[s], s)
        )
        outside = sorted(out, key=lambda s: (-self.scores[s], s))
        places = []
        for group, offset in ((inside, 0), (outside, len(inside))):
            for position, seat in enumerate(group):
                place = position
                while place and self.scores[group[place - 1]] == self.scores[seat]:
                    place -= 1
                places.append((seat, offset + place + 1, seat in out))
        winners = [s for s in inside if self.scores[s] == self.scores[inside[0]]]
        return places, sorted(winners)

    # --- inventing

    def deal(self, random):
        """Return random piles, with any card anywhere and mostly with a legal coffre."""
        cards = DECK[:]
        random.shuffle(cards)
        major, minor = random.sample(list(SUITS.values()), 2)
        coffre = []
        for declared in (major, minor):
            plain = [c for c in cards if suit(c) == declared and rank(c) <= 10]
            odd = [c for c in cards if suit(c) is None or rank(c) > 10]
            chosen = random.choice(odd if random.random() < 0.15 else plain)
            cards.remove(chosen)
            coffre.append(chosen)
        piles = {str(seat): [] for seat in range(self.seats)}
        chute, magistral, common = [], [], []
        bins = [*piles.values(), chute, magistral, common, common]
        # The Maître gets more of the cards with a value.
        for card in cards:
            value = worth(card, major, minor)
            if value and random.random() < 0.3:
                piles[str(self.maitre)].append(card)
            else:
                random.choice(bins).append(card)
        return major, minor, coffre, piles, chute, magistral, common

    def invent(self, random):
        """Return a legal random entry, by cards or by figures, and the figures to be scored."""
        major, minor, coffre, piles, chute, magistral, common = self.deal(random)
        m, low, high = self.maitre, self.rules.contract_min, self.rules.contract_max
        contract = random.choice([low, high, random.randint(low, high)])
        winner = random.randrange(self.seats)

        def total(cards):
            return sum(worth(card, major, minor) for card in cards)

        mine = [card for card in piles[str(m)] if card[0] != "X"]
        sound = all(card[0] != "X" and rank(card) <= 10 for card in coffre)
        manche = {
            "contract": contract,
            "points": total(mine),
            "cards": len(mine),
            "valued": len([card for card in mine if worth(card, major, minor)]),
            "chute": total(chute) if winner == m else 0,
            "discard": sum(abs(worth(card, major, minor)) for card in magistral),
            "coffre": (rank(coffre[0]), rank(coffre[1])) if sound else None,
            "others": {
                seat: total(piles[str(seat)]) + (total(chute) if winner == seat else 0)
                for seat in range(self.seats)
                if seat != m
            },
        }
        if random.random() < 0.5:
            entry = {
                "contract": contract,
                "major": major,
                "minor": minor,
                "coffre": {"major": coffre[0], "minor": coffre[1]},
                "tricks": piles,
                "chute": {"winner": winner, "cards": chute},
                "discard": {"maitre": magistral, "players": common},
            }
        else:
            entry = quick_entry(manche)
        if contract == low and random.random() < 0.5:
            del entry["contract"]
        return entry, manche


def quick_entry(manche):
    """Return the manche as an entry by figures."""
    coffre = manche["coffre"]
    return {
        "contract": manche["contract"],
        "maitre": {
            "trick_points": manche["points"],
            "trick_cards": manche["cards"],
            "trick_valued": manche["valued"],
            "chute_points": manche["chute"],
            "discard_value": manche["discard"],
        },
        "coffre": {"major_rank": coffre[0], "minor_rank": coffre[1]}
        if coffre
        else {"forbidden": True},
        "players": {str(seat): points for seat, points in manche["others"].items()},
    }


def random_rules(random, seats=3):
    """Return a valid ruleset with every field at random."""
    low = random.choice([50, 50, 0, random.randint(0, 100)])
    return SimpleNamespace(
        tours=random.randint(1, 3),
        contract_min=low,
        contract_max=random.choice([100, random.randint(low, 100)]),
        gap=random.choice([15, 0, random.randint(0, 60)]),
        coffre_penalty=random.choice([13, random.randint(0, 40)]),
        failures_to_eliminate=random.randint(1, 4),
        malus_reference=random.choice(["fifty", "contract"]),
        contract_base=random.choice(["tricks", "all"]),
        rounding=random.choice(["exact", "integer"]),
        first_maitre=random.randrange(seats),
    )
