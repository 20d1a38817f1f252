"""What the transmission refuses: the language of `clubs.errors`, in this app's sentences."""

from clubs import errors
from transmission.sentences import TABLE


class Refused(errors.Refused):
    """Values that can't be kept; nothing was stored."""

    words = TABLE


class Denied(errors.Denied):
    """The caller may see the graph but not do this."""

    words = TABLE
