"""The places for bodies over the usual limit, which nobody may take all.

Each address has some for strangers, and as many for accounts whose role in a club gives them the
right: so strangers never take a club's place.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator
from contextlib import contextmanager

AT_ONCE = 4  # bodies of one address that are held, from strangers; and as many from accounts
SHARE = 2  # of these, from one account or one stranger's network


class Places:
    """The large bodies of this process that arrive or are worked on."""

    def __init__(self) -> None:
        # By address and kind of sender, then by sender.
        self.held: defaultdict[tuple[str, str], Counter[str]] = defaultdict(Counter)

    @contextmanager
    def taken(self, name: str, account: str | None, network: str) -> Iterator[bool]:
        """Hold a place at an address, for an account or else for a network; False if none is free.

        `name` is the address's.
        """
        held = self.held[name, "strangers" if account is None else "accounts"]
        sender = network if account is None else account
        free = held.total() < AT_ONCE and held[sender] < SHARE
        if not free:
            yield False
            return
        held[sender] += 1
        try:
            yield True
        finally:
            held[sender] -= 1
            if not held[sender]:
                del held[sender]
