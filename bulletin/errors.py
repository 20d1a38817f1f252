"""The refusals of bulletins: the exceptions of `core.errors`, with this app's sentences."""

from bulletin.refusals import TABLE
from core import errors


class Refused(errors.Refused):
    """The values can't be accepted; nothing was stored."""

    words = TABLE


class Stale(errors.Stale):
    """The write was made on an older version of the bulletin."""

    words = TABLE
