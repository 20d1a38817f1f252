"""The refusals of the boards: the exceptions of `clubs.errors`, with this app's sentences."""

from clubs import errors
from leaderboards.refusals import TABLE


class Refused(errors.Refused):
    """The board that was asked for makes no sense."""

    words = TABLE
