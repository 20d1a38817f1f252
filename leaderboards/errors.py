"""What the boards refuse: the language of `clubs.errors`, in this app's sentences."""

from clubs import errors
from leaderboards.sentences import TABLE


class Refused(errors.Refused):
    """What was asked of a board makes no sense."""

    words = TABLE
