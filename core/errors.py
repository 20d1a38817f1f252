"""The refusals of all apps' services. A refusal is never a bug.

`Refused`: values that can't be accepted. `Denied`: the caller may not do this. `NotFound`: there is
no such thing, or the caller may not see it. `Conflict`: the write contradicts what is stored. An
app with sentences of its own defines subclasses with its `TABLE`. The API and the pages only handle
these four.
"""

import dataclasses
from collections.abc import Iterable, Mapping
from typing import Any, ClassVar, Protocol, Self

from core.refusals import TABLE, Text, filled


class Faulty(Protocol):
    """Anything that describes what is wrong with one value: a `Fault`, a game's `RuleError`."""

    @property
    def code(self) -> str:
        """The stable code."""

    @property
    def field(self) -> str | None:
        """The name of the wrong input; None if it is not a single one."""

    @property
    def params(self) -> Mapping[str, Any]:
        """The values that fill the sentence."""


@dataclasses.dataclass(frozen=True, slots=True)
class Fault:
    """What is wrong with one value."""

    code: str
    field: str | None = None
    params: Mapping[str, Any] = dataclasses.field(default_factory=dict)


class Refusal(Exception):
    """Base class of the four: sentences from a table, and further keys of the API's answer."""

    words: ClassVar[Mapping[str, Text]] = TABLE

    def say(self, code: str, params: Mapping[str, Any]) -> str:
        """Return the sentence of a code, in the reader's language. It says what to do."""
        return filled(self.words, code, params)

    def body_extras(self) -> dict[str, Any]:
        """Return the keys next to `errors` in the body of the API's answer."""
        return {}


class Refused(Refusal):
    """Values that can't be accepted, each with a fault; nothing was stored."""

    # The key of the API's answer for faults without a field.
    whole: ClassVar[str | None] = "non_field_errors"

    def __init__(self, code: str, field: str | None = None, **params: Any) -> None:
        super().__init__(code)
        self.faults: list[Faulty] = [Fault(code, field, params)]

    @classmethod
    def of(cls, faults: Iterable[Faulty]) -> Self:
        """Return the refusal of several values at once."""
        made = cls("")
        made.faults = list(faults)
        made.args = (", ".join(fault.code for fault in made.faults),)
        return made

    @property
    def code(self) -> str:
        """The first fault's code."""
        return self.faults[0].code

    @property
    def field(self) -> str | None:
        """The first fault's field."""
        return self.faults[0].field

    @property
    def params(self) -> Mapping[str, Any]:
        """The values that fill the first fault's sentence."""
        return self.faults[0].params

    def sentence_of(self, fault: Faulty) -> str:
        """Return the sentence of a fault, as the API words it."""
        return self.say(fault.code, fault.params)

    @property
    def sentences(self) -> list[str]:
        """One sentence for each fault, for pages that don't show them by field."""
        return [self.sentence_of(fault) for fault in self.faults]

    @property
    def sentence(self) -> str:
        """All the sentences in one text."""
        return " ".join(self.sentences)


class _Coded(Refusal):
    """A refusal without a field: a code, and its sentence."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code

    @property
    def sentence(self) -> str:
        """The sentence of the code."""
        return self.say(self.code, {})


class Denied(_Coded):
    """The caller may see the thing, but may not do this to it. `code` says what was refused."""

    def __init__(self, code: str = "not_allowed") -> None:
        super().__init__(code)


class NotFound(Refusal):
    """There is no such thing, or the caller may not see it."""


class Conflict(_Coded):
    """The write contradicts what is stored. The caller must read that before writing again."""


class Stale(Conflict):
    """The write is based on an older version than the stored one. `now` is the stored version."""

    def __init__(self, now: int | None = None) -> None:
        super().__init__("stale")
        self.now = now

    def body_extras(self) -> dict[str, Any]:
        """Return the stored version."""
        return {} if self.now is None else {"version": self.now}


class ClientIdReused(Conflict):
    """The same `client_id` came with another body."""

    def __init__(self) -> None:
        super().__init__("client_id_reused")
