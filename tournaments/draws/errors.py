"""The refusals of draws and standings: an organiser's mistake, with a stable code."""

from typing import Any


class PairingError(Exception):
    """The draw can't be made. `code` is stable and documented; `params` are the values in its
    message.
    """

    def __init__(self, code: str, **params: Any) -> None:
        super().__init__(code)
        self.code = code
        self.params = params
