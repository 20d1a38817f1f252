"""The refusals of the boards: the exceptions of `core.errors`, with this app's sentences."""

from core import errors
from leaderboards.refusals import TABLE


class Refused(errors.Refused):
    """The refusal of a request for a board that can't exist."""

    words = TABLE
