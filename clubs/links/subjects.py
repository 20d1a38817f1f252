"""The kinds of subjects that links may have. Each layer above registers its own at start-up."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from clubs.links.models import CapabilityLink

CLUB = "club"


@dataclass(frozen=True, slots=True)
class Subject:
    """A kind of subject. `titles` returns names by id; `address` returns where a link leads.

    `serves` returns whether a live link still opens anything. It doesn't if the match is over or
    was deleted, for example.
    """

    kind: str
    titles: Callable[[Collection[str]], Mapping[str, str]]
    address: "Callable[[CapabilityLink], str]"
    serves: "Callable[[CapabilityLink], bool]"


_SUBJECTS: dict[str, Subject] = {}


def register(subject: Subject) -> None:
    """Register a kind of subject, in place of an earlier one of the same kind."""
    _SUBJECTS[subject.kind] = subject


def subject_of(link: "CapabilityLink") -> Subject | None:
    """Return the subject of a link, or None if no installed app knows this kind of subject."""
    return _SUBJECTS.get(link.subject_kind)


def titles(links: "Collection[CapabilityLink]") -> dict[tuple[str, str], str]:
    """Return the names of these links' subjects, by kind and id. Makes one query for each kind."""
    named: dict[tuple[str, str], str] = {}
    for kind, subject in _SUBJECTS.items():
        ids = {link.subject_id for link in links if link.subject_kind == kind}
        if ids:
            named |= {(kind, pk): title for pk, title in subject.titles(ids).items()}
    return named
