"""The limited places for bodies over the usual size, of which one sender gets only a share.

Each address has `AT_ONCE` places for strangers, and as many for accounts whose role in a club gives
them the right. So strangers never occupy a club's place.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator
from contextlib import contextmanager

# Bodies to one address that are held at once from strangers, and as many from accounts.
AT_ONCE = 4
# Of these, from one account or from one stranger's network.
SHARE = 2


class Places:
    """The large bodies that this process is receiving or working on."""

    def __init__(self) -> None:
        # Counts of bodies, by address and kind of sender, then by sender.
        self.held: defaultdict[tuple[str, str], Counter[str]] = defaultdict(Counter)

    @contextmanager
    def taken(self, name: str, account: str | None, network: str) -> Iterator[bool]:
        """Hold a place for a body to the address `name`. Yield False if no place is free.

        The sender is the account, or the network if `account` is None.
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
