"""The refusals of bulletins: the exceptions of `clubs.errors`, with this app's sentences."""

from bulletin.refusals import TABLE
from clubs import errors


class Refused(errors.Refused):
    """The values can't be accepted; nothing was stored."""

    words = TABLE


class Stale(errors.Stale):
    """The write was made on an older version of the bulletin."""

    words = TABLE
