"""The refusals of bulletins: the exceptions of `core.errors`, with this app's sentences."""

from bulletin.refusals import TABLE
from core import errors


class Refused(errors.Refused):
    """Raised for values that can't be accepted. Nothing was stored."""

    words = TABLE


class Stale(errors.Stale):
    """Raised for a write that was made on an older version of the bulletin."""

    words = TABLE
