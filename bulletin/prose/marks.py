"""People in a text as references: « ⟦12⟧ » is player 12, under their present name. Pure.

A stored text contains no name of a known player. So when a player is hidden, renamed or
forgotten, every text changes with no write.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

OPEN, CLOSE = "⟦", "⟧"
# A reference to a player, with the word before it (« de », « que ») that French elides before a
# vowel.
_REFERENCE = re.compile(rf"(?:\b([dD]|[qQ]u)(?:e |['’]))?{OPEN}(\d{{1,18}}){CLOSE}")
# What a name follows at the beginning of a sentence.
_BEGINS = re.compile(r"(?:^|[.!?…][\u2069»”]?\s+|\n\s*)$")
_WORD = re.compile(r"\w+")
_VOWELS = "aeiouyàâäæéèêëîïôöœùûüÿ"


def mark(player: int) -> str:
    """Return the reference to a player."""
    return f"{OPEN}{player}{CLOSE}"


# While a text is being made, reference numbers from here on stand for names of people who are
# not known players.
GUESTS = 10**17


@dataclass(slots=True)
class Guests:
    """The names of people who are not known players, in a text that is being made.

    Until the text is finished, references replace these names, so that « de » can be elided
    before them.
    """

    names: list[str] = field(default_factory=list)

    def mark(self, name: str) -> str:
        """Return the reference to a name."""
        if name not in self.names:
            self.names.append(name)
        return mark(GUESTS + self.names.index(name))


def with_guests(text: str, guests: Sequence[str], *, elide: bool) -> str:
    """Return a text in which guests' names replace the references to them.

    References to players stay.
    """
    names = {player: mark(player) for player in referred(text)}
    names |= {GUESTS + at: plain(name) for at, name in enumerate(guests)}
    return filled(text, names, elide=elide)


def plain(text: str) -> str:
    """Return a text without references: its reference signs become square brackets."""
    return text.replace(OPEN, "[").replace(CLOSE, "]")


def referred(text: str) -> set[int]:
    """Return the ids of the players that a text refers to."""
    return {int(reference[2]) for reference in _REFERENCE.finditer(text)}


def elides(word: str) -> bool:
    """Return whether French elides « de » before a word: « d'Anne », « d'Hélène », « d'Yves »."""
    match_ = _WORD.search(word)
    if match_ is None:
        return False
    word = match_[0].casefold()
    first, second = word[0], word[1:2]
    if first == "h":
        return second != "" and second in _VOWELS
    if first == "y":
        # « de Yann », but « d'Yves ».
        return second != "" and second not in _VOWELS
    return first in _VOWELS


def filled(text: str, names: Mapping[int, str], *, elide: bool) -> str:
    """Return a text in which the names of people replace the references to them.

    With `elide`, « de » and « que » become « d' » and « qu' » before a name that begins with a
    vowel, as in French.
    """

    def named(reference: re.Match[str]) -> str:
        name = names.get(int(reference[2]), "…")
        if reference[1] is None:
            begins = _BEGINS.search(text, 0, reference.start()) is not None
            return _WORD.sub(_capital, name, count=1) if begins else name
        if not elide:
            return reference[0][: reference[0].index(OPEN)] + name
        return f"{reference[1]}'{name}" if elides(name) else f"{reference[1]}e {name}"

    return _REFERENCE.sub(named, text)


def _capital(word: re.Match[str]) -> str:
    return word[0][:1].upper() + word[0][1:]


def without(text: str, pattern: re.Pattern[str], words: str, *, elide: bool) -> str:
    """Return a text in which a forgotten person's typed names are replaced by `words`."""
    marked = pattern.sub(mark(GUESTS), text)
    names = {player: mark(player) for player in referred(marked)} | {GUESTS: words}
    return filled(marked, names, elide=elide)


def folded(text: str, names: Mapping[int, str]) -> str:
    """Return a typed text in which references replace the full names of players."""
    # A name that two people share is not replaced, because it could mean either of them.
    known: dict[str, int | None] = {}
    for player, name in names.items():
        key = " ".join(name.casefold().split())
        known[key] = None if key in known else player
    whole_names = sorted((name for name, player in known.items() if player and name), key=len)
    if not whole_names:
        return plain(text)
    either = "|".join(r"\s+".join(map(re.escape, name.split())) for name in reversed(whole_names))
    whole = re.compile(rf"(?<!\w)(?:{either})(?!\w)", re.IGNORECASE)

    def reference(match_: re.Match[str]) -> str:
        player = known.get(" ".join(match_[0].casefold().split()))
        return match_[0] if player is None else mark(player)

    return whole.sub(reference, plain(text))
