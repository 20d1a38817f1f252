"""The people a club knows, found by names that are spelt a little differently."""

import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache

from clubs.names import name_key

# How many known people are offered for one name.
OFFERED = 3
# Of a shorter name, one letter less is too little to tell who is meant.
LEAST = 4


@lru_cache(8192)
def match_key(name: str) -> str:
    """Return a key equal for names that differ in case, accents, hyphens, dots or apostrophes."""
    bare = unicodedata.normalize("NFD", name_key(name))
    letters = "".join(one for one in bare if not unicodedata.combining(one))
    return " ".join(letters.translate(_TO_SPACE).split()) or name_key(name)


_TO_SPACE = str.maketrans({"-": " ", ".": " ", "_": " "})


@dataclass(frozen=True, slots=True)
class Known:
    """Somebody of the club's list."""

    player: int
    name: str


@dataclass(slots=True)
class Directory:
    """The club's people by every form under which a name may mean them."""

    exact: dict[str, list[Known]] = field(default_factory=dict)
    spelt: dict[str, Known] = field(default_factory=dict)
    _forms: dict[str, list[Known]] = field(default_factory=dict)

    @classmethod
    def of(cls, people: Iterable[Known]) -> "Directory":
        """Return the directory of a club's list."""
        made = cls()
        for one in people:
            key = match_key(one.name)
            made.spelt[name_key(one.name)] = one
            made.exact.setdefault(key, []).append(one)
        return made

    @property
    def forms(self) -> dict[str, list[Known]]:
        """The people by the forms of their names. Made once a name is not found as it is."""
        if not self._forms:
            for key, people in self.exact.items():
                for form in _forms(key):
                    self._forms.setdefault(form, []).extend(people)
        return self._forms

    def find(self, name: str) -> tuple[Known | None, list[Known]]:
        """Return the person who is meant, or None with those who may be.

        Two people whose names differ only in an accent are both offered, unless one is spelt so.
        """
        spelt = self.spelt.get(name_key(name))
        key = match_key(name)
        same = self.exact.get(key, [])
        if spelt or len(same) == 1:
            return spelt or same[0], []
        if same:
            return None, same[:OFFERED]
        forms = self.forms
        near: Mapping[int, Known] = {
            one.player: one for form in _asked(key) for one in forms.get(form, ())[:OFFERED]
        }
        return None, list(near.values())[:OFFERED]


def _forms(key: str) -> Iterator[str]:
    """Yield the forms of a known name: those by which somebody may mean it.

    Words in another order, an initial for the surname or the first name, a first name alone, and
    the name without one of its letters.
    """
    yield f"whole {key}"
    yield from (f"short {short}" for short in _shorter(key))
    yield from _spellings(key)


def _asked(key: str) -> Iterator[str]:
    """Yield the forms under which the people near a typed name stand.

    A shorter form only meets a whole name: two people of one first name are not near.
    """
    yield f"short {key}"
    yield from (f"whole {short}" for short in _shorter(key))
    yield from _spellings(key)


def _shorter(key: str) -> Iterator[str]:
    words = key.split()
    if len(words) > 1:
        yield words[0]
        yield f"{words[0]} {words[-1][0]}"
        yield f"{words[0][0]} {words[-1]}"


def _spellings(key: str) -> Iterator[str]:
    yield f"words {' '.join(sorted(key.split()))}"
    bare = key.replace("'", "").replace(" ", "")
    if len(bare) >= LEAST:
        yield f"less {bare}"
        yield from (f"less {bare[:at]}{bare[at + 1 :]}" for at in range(len(bare)))
