"""The refusals of the boards: the exceptions of `core.errors`, with this app's sentences."""

from core import errors
from leaderboards.refusals import TABLE


class Refused(errors.Refused):
    """The board that was asked for makes no sense."""

    words = TABLE
