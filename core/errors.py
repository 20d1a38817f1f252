"""The refusals of all apps' services. A refusal is never a bug.

There are four kinds. `Refused`: values that can't be accepted. `Denied`: the caller may not do
this. `NotFound`: there is no such thing, or the caller may not see it. `Conflict`: the write
contradicts what is stored. The API and the pages handle only these four. An app that has
sentences of its own defines subclasses with its `TABLE`.
"""

import dataclasses
from collections.abc import Iterable, Mapping
from typing import Any, ClassVar, Protocol, Self

from core.refusals import TABLE, Text, filled


class Faulty(Protocol):
    """Anything that says what is wrong with a value, such as a `Fault` or a game's `RuleError`."""

    @property
    def code(self) -> str:
        """The stable code."""

    @property
    def field(self) -> str | None:
        """The name of the wrong input, or None if no single input is wrong."""

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
    """Base class of all refusals: sentences from a table, and further keys of the API's answer."""

    words: ClassVar[Mapping[str, Text]] = TABLE

    def say(self, code: str, params: Mapping[str, Any]) -> str:
        """Return the sentence of a code, in the reader's language. The sentence says what to do."""
        return filled(self.words, code, params)

    def body_extras(self) -> dict[str, Any]:
        """Return keys for the body of the API's answer, in addition to `errors`."""
        return {}


class Refused(Refusal):
    """Raised for values that can't be accepted. Each has a fault. Nothing was stored."""

    # The key of the API's answer for faults without a field.
    whole: ClassVar[str | None] = "non_field_errors"

    def __init__(self, code: str, field: str | None = None, **params: Any) -> None:
        super().__init__(code)
        self.faults: list[Faulty] = [Fault(code, field, params)]

    @classmethod
    def of(cls, faults: Iterable[Faulty]) -> Self:
        """Return one refusal of several values."""
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
        """Return the sentence of a fault, in the API's wording."""
        return self.say(fault.code, fault.params)

    @property
    def sentences(self) -> list[str]:
        """A sentence for each fault, for pages that don't show the faults by field."""
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
    """Raised if the caller may see the thing but may not do this. `code` says what was refused."""

    def __init__(self, code: str = "not_allowed") -> None:
        super().__init__(code)


class NotFound(Refusal):
    """Raised if there is no such thing, or the caller may not see it."""


class Conflict(_Coded):
    """Raised for a write that contradicts what is stored.

    The caller must read the stored state before writing again.
    """


class Stale(Conflict):
    """Raised for a write that is based on an older version than the stored one, `now`."""

    def __init__(self, now: int | None = None) -> None:
        super().__init__("stale")
        self.now = now

    def body_extras(self) -> dict[str, Any]:
        """Return the stored version."""
        return {} if self.now is None else {"version": self.now}


class ClientIdReused(Conflict):
    """Raised if the same `client_id` comes with another body."""

    def __init__(self) -> None:
        super().__init__("client_id_reused")
