"""The refusals of tournaments: the exceptions of `core.errors`, with this app's sentences."""

from core import errors
from tournaments.refusals import TABLE


class Refused(errors.Refused):
    """The values can't be accepted; nothing was stored."""

    words = TABLE


class Denied(errors.Denied):
    """The caller may see the tournament but may not make this change."""

    words = TABLE


class Stale(errors.Stale):
    """The write was made on an older version of the tournament."""

    words = TABLE
