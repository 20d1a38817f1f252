"""Limits how many large bodies are received at the same time, with a share for each sender.

Each address has `AT_ONCE` places for people without an account. It has as many for accounts
whose role in a club gives them the right. So a club never waits for strangers.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator
from contextlib import contextmanager

# The number of places at each address for people without an account. Accounts have as many
# separate places.
AT_ONCE = 4
# How many of these places one account may take, or all strangers of one network together.
SHARE = 2


class Places:
    """The large bodies that this process is receiving or handling."""

    def __init__(self) -> None:
        # The number of places taken: by address and kind of sender, then by sender.
        self.held: defaultdict[tuple[str, str], Counter[str]] = defaultdict(Counter)

    @contextmanager
    def taken(self, name: str, account: str | None, network: str) -> Iterator[bool]:
        """Hold a place for a body sent to the address `name`. Yield False if none is free.

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
