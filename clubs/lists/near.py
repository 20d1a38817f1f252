"""Finds people whom a club knows, by names that are spelt a little differently."""

import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import chain

from clubs.lists.columns import without_accents
from core.names import MAX_LENGTH, name_key
from core.text.look_alikes import look_key

# The most known people that are offered for one name.
OFFERED = 3
# Names with fewer letters are not compared with one letter left out, because they would resemble
# too many others.
LEAST = 4


@lru_cache(8192)
def match_key(name: str) -> str:
    """Return a key of a name.

    Names that differ only in case, accents, hyphens, dots or apostrophes have the same key.
    """
    letters = without_accents(unicodedata.normalize("NFD", name_key(name)))
    return " ".join(letters.translate(_TO_SPACE).split()) or name_key(name)


_TO_SPACE = str.maketrans({"-": " ", ".": " ", "_": " "})


@dataclass(frozen=True, slots=True)
class Known:
    """A person on the club's list."""

    player: int
    name: str


@dataclass(slots=True)
class Directory:
    """The club's people, found by every form of their names."""

    exact: dict[str, list[Known]] = field(default_factory=dict)
    spelt: dict[str, Known] = field(default_factory=dict)
    _forms: dict[str, tuple[Known, ...]] = field(default_factory=dict)
    _looks: dict[str, list[Known]] = field(default_factory=dict)

    @classmethod
    def of(cls, people: Iterable[Known]) -> "Directory":
        """Return the directory of a club's list."""
        made = cls()
        for person in people:
            key = match_key(person.name)
            made.spelt[name_key(person.name)] = person
            made.exact.setdefault(key, []).append(person)
        return made

    @property
    def forms(self) -> Mapping[str, tuple[Known, ...]]:
        """The people by the forms of their names, at most `OFFERED` people for each form.

        The forms are computed only once a name is not found as it is spelt, because a large club
        has a hundred thousand of them.
        """
        if not self._forms:
            made: dict[str, tuple[Known, ...]] = {}
            for key, people in self.exact.items():
                few = tuple(people[:OFFERED])
                for form in frozenset(_forms(key)):
                    known = made.get(form)
                    if known is None:
                        made[form] = few
                    elif len(known) < OFFERED:
                        made[form] = (known + few)[:OFFERED]
            self._forms = made
        return self._forms

    def find(self, name: str) -> tuple[Known | None, list[Known]]:
        """Return the person whom a name means, or None; and a list of people who may be meant.

        Two people whose names differ only in an accent are both offered, unless `name` is spelt
        exactly like one of theirs.
        """
        spelt = self.spelt.get(name_key(name))
        key = match_key(name)
        same = self.exact.get(key, [])
        if spelt or len(same) == 1:
            return spelt or same[0], []
        if same:
            return None, same[:OFFERED]
        forms = self.forms
        met = [forms[form] for form in _near_forms(key) if form in forms]
        people = chain(self.alike(name), chain.from_iterable(met))
        near: Mapping[int, Known] = {person.player: person for person in people}
        return None, list(near.values())[:OFFERED]

    def alike(self, name: str) -> list[Known]:
        """Return the people whose names look like `name` in other letters: « Аnne », « Anne »."""
        if not self._looks:
            for known in self.spelt.values():
                self._looks.setdefault(look_key(known.name), []).append(known)
        key = name_key(name)
        looks = self._looks.get(look_key(name), [])
        return [known for known in looks if name_key(known.name) != key]


def _forms(key: str) -> list[str]:
    """Return the forms of a known name by which it is found.

    These are its words in another order, an initial for the surname or the first name, a first name
    alone, and the name without one of its letters.
    """
    return [f"whole {key}", *(f"short {short}" for short in _shorter(key)), *_spellings(key)]


def _near_forms(key: str) -> list[str]:
    """Return the forms of a typed name by which known people are found.

    A shortened name is only compared with whole names. Otherwise two people who share a first
    name would resemble each other.
    """
    return [f"short {key}", *(f"whole {short}" for short in _shorter(key)), *_spellings(key)]


def _shorter(key: str) -> tuple[str, ...]:
    words = key.split()
    if len(words) < 2:
        return ()
    return words[0], f"{words[0]} {words[-1][0]}", f"{words[0][0]} {words[-1]}"


def _spellings(key: str) -> list[str]:
    words = f"words {' '.join(sorted(key.split()))}"
    bare = key.replace("'", "").replace(" ", "")
    # One ligature may become eighteen letters. A key that is longer than any name is only
    # compared by its words.
    if not LEAST <= len(bare) <= MAX_LENGTH:
        return [words]
    less = [f"less {bare[:at]}{bare[at + 1 :]}" for at in range(len(bare))]
    return [words, f"less {bare}", *less]
