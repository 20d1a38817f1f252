"""The refusals of a tournament's state, each with a stable code."""

from typing import Any


class StateError(Exception):
    """A refused change. Nothing was changed.

    `code` is stable; `field` is the wrong input, if there is one.
    """

    def __init__(self, code: str, field: str | None = None, **params: Any) -> None:
        super().__init__(code)
        self.code = code
        self.field = field
        self.params = params


class Unknown(StateError):
    """The round, table or entrant does not exist."""
