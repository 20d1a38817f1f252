"""What the transmission's services refuse, each with its sentence."""

from collections.abc import Mapping
from typing import Any

from games import errors
from games.sheet import RuleError
from games.wording import COMMON_ERRORS
from transmission.words import ERRORS


def sentence(code: str, params: Mapping[str, Any]) -> str:
    """Say in the reader's language what to do about a refusal."""
    return str(ERRORS.get(code) or COMMON_ERRORS[code]) % dict(params)


class Refused(errors.Refused):
    """Values that can't be kept; nothing was stored."""

    def sentence(self, fault: RuleError) -> str:
        """Say what to do about one fault."""
        return sentence(fault.code, fault.params)


class Denied(errors.Denied):
    """The caller may see the graph but not do this."""

    @property
    def sentence(self) -> str:
        """Say what would be needed."""
        return sentence(self.code, {})


def refusal(code: str, field: str | None = None, **params: Any) -> Refused:
    """Return the refusal of one value."""
    return Refused([RuleError(code, field, **params)])
