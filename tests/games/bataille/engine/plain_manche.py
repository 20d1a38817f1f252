"""A manche of Bataille in simple Python, to compare with the compiled `kernel`. Pure."""

from random import Random

from games.bataille.analysis.odds import JOKER, MOST_TRICKS, Conventions

FIRST, SECOND, DRAWN, ENDLESS = range(4)
Hand = list[int]


def play(
    conventions: Conventions, first: Hand, second: Hand, random: Random
) -> tuple[int, int, int]:
    """Play two piles to the end; return the tricks, the batailles, and the outcome: who won, drawn
    or endless.
    """
    piles = (list(first), list(second))
    seen: set[tuple[tuple[int, ...], tuple[int, ...]]] = set()
    tricks = battles = 0
    while True:
        for side in (0, 1):
            if not piles[side]:
                return tricks, battles, 1 - side
        state = (tuple(piles[0]), tuple(piles[1]))
        if tricks >= MOST_TRICKS or (conventions.fixed and state in seen):
            return tricks, battles, ENDLESS
        seen.add(state)
        down: tuple[Hand, Hand] = ([piles[0].pop(0)], [piles[1].pop(0)])
        tricks += 1
        battles += _level(down)
        while _level(down):
            end = _put_down(conventions, piles, down)
            if end is not None:
                return tricks, battles, end
        winner = 0 if _worth(down[0][-1]) > _worth(down[1][-1]) else 1
        thief = conventions.stealing_joker_wins and JOKER + 1 - winner in down[1 - winner]
        if thief and len(down[0]) > 1:
            return tricks, battles, winner
        piles[winner].extend(_picked_up(conventions, down, winner, random))
        if conventions.loser_pays and piles[1 - winner]:
            piles[winner].append(piles[1 - winner].pop(0))


def _worth(card: int) -> int:
    return min(card, JOKER)


def _level(down: tuple[Hand, Hand]) -> bool:
    return _worth(down[0][-1]) == _worth(down[1][-1])


def _put_down(
    conventions: Conventions, piles: tuple[Hand, Hand], down: tuple[Hand, Hand]
) -> int | None:
    """Put the cards of a bataille down. Return the outcome if somebody lacks the cards for it, or
    None if the manche goes on.
    """
    want = 2 if conventions.face_down else 1
    needs = [want, want]
    if conventions.running_out == "last_face_up":
        needs = [min(want, max(1, len(pile))) for pile in piles]
    short = [len(pile) < need for pile, need in zip(piles, needs, strict=True)]
    if any(short):
        if conventions.running_out == "borrow" and len(piles[0]) + len(piles[1]) >= 2 * want:
            for side in (0, 1):
                while short[side] and len(piles[side]) < want:
                    piles[side].append(piles[1 - side].pop(0))
        elif conventions.running_out in ("lose", "last_face_up") and short[0] != short[1]:
            return SECOND if short[0] else FIRST
        else:
            return DRAWN
    for side in (0, 1):
        for _card in range(needs[side]):
            down[side].append(piles[side].pop(0))
    return None


def _picked_up(
    conventions: Conventions, down: tuple[Hand, Hand], winner: int, random: Random
) -> Hand:
    """Return the cards won, in the order in which they go under the winner's pile."""
    begins = winner
    if conventions.order == "loser_first" or (
        conventions.order == "coin" and random.random() < 0.5
    ):
        begins = 1 - winner
    cards = down[begins] + down[1 - begins]
    if conventions.order == "shuffled":
        random.shuffle(cards)
    return cards
