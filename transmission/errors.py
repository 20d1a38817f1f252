"""The refusals of the transmission: the exceptions of `core.errors`, with this app's sentences."""

from core import errors
from transmission.refusals import TABLE


class Refused(errors.Refused):
    """Values that can't be accepted; nothing was stored."""

    words = TABLE


class Denied(errors.Denied):
    """The caller may see the graph but may not make this change."""

    words = TABLE
