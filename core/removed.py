"""Names a forgotten person in prose: « Fanny Colin et une personne retirée »."""

import re
from collections.abc import Sequence

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

# Replaces the name in stored texts, where it is the same in every language and never changes.
REMOVED_STORED = "joueur retiré"
# The name of a forgotten person, in the reader's language.
REMOVED = _("une personne retirée")
# What stands in stored texts, with the number that keeps two such people of a tournament apart.
# An earlier release stored records in the language of who forgot.
_STORED = re.compile(rf"(?:{REMOVED_STORED}|removed player)(?: \d+\.\d+)?")
# What a name follows at the beginning of a sentence.
_BEGINS = re.compile(r"(?:^|[.!?…]\s+|\n\s*)$")


def readable(text: str) -> str:
    """Return a stored text with the forgotten people in it called as the reader's language does."""
    if REMOVED_STORED not in text and "removed player" not in text:
        return text

    def called(stored: re.Match[str]) -> str:
        name = str(REMOVED)
        if _BEGINS.search(text, 0, stored.start()):
            return name[:1].upper() + name[1:]
        return name

    return _STORED.sub(called, text)


def is_removed(name: str) -> bool:
    """Return whether a name, stored or as it is read, is that of a forgotten person."""
    return name == str(REMOVED) or _STORED.fullmatch(name) is not None


def together(names: Sequence[str]) -> str:
    """Return the people of an entrant as one name, those who are forgotten counted at the end."""
    known = [name for name in names if not is_removed(name)]
    gone = len(names) - len(known)
    if not gone:
        return " & ".join(names)
    removed = (
        str(REMOVED)
        if gone == 1
        else ngettext("%(count)s personne retirée", "%(count)s personnes retirées", gone)
        % {"count": _("deux") if gone == 2 else gone}
    )
    if not known:
        return removed
    return _("%(names)s et %(removed)s") % {"names": " & ".join(known), "removed": removed}


def readable_pair(name: str) -> str:
    """Return an entrant's stored name « A & B » as it is read after one of the two is forgotten."""
    if REMOVED_STORED not in name:
        return name
    parts = name.split(" & ")
    return together(parts) if any(map(is_removed, parts)) else readable(name)
