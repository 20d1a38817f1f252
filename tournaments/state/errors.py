"""The errors by which a tournament's state refuses a change. Each has a stable code."""

from typing import Any


class StateError(Exception):
    """A change was refused. The state is as before.

    `code` is stable. `field` is the input at fault, or None.
    """

    def __init__(self, code: str, field: str | None = None, **params: Any) -> None:
        super().__init__(code)
        self.code = code
        self.field = field
        self.params = params


class Unknown(StateError):
    """The round, table or entrant does not exist."""
