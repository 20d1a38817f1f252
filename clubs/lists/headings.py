"""Recognises lines of a pasted list that are a heading and no person: « Tournoi du 12 mars »."""

import re

from clubs.lists.columns import plain

_MONTHS = (
    "janvier|fevrier|mars|avril|mai|juin|juillet|aout|septembre|octobre|novembre|decembre"
    "|january|february|march|april|may|june|july|august|september|october|november|december"
)
_DAYS = (
    "lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche"
    "|monday|tuesday|wednesday|thursday|friday|saturday|sunday"
)
# « 5 novembre », « november 5 », « jeudi 12 », « saison 2026 ».
_DATED = re.compile(
    rf"\b\d{{1,2}}(?:er|st|nd|rd|th)? (?:{_MONTHS})\b|\b(?:{_MONTHS}) \d{{1,4}}\b"
    rf"|\b(?:{_DAYS}) \d|\b(?:19|20)\d\d\b"
)
# « Mardi », « Soirée du mardi ». « Jean Vendredi » is a person.
_WEEKLY = re.compile(rf"(?:^|\b(?:le|du|de|des|on|for) )(?:{_DAYS})s?\b(?! [^\W\d])")
_DAY = re.compile(rf"\b(?:{_DAYS})s?\b")
# Words before the first word of a title.
_BEFORE = re.compile(r"(?:(?:le|la|les|nos|notre|mes|the|our|my|all|tous|toutes) )+")
# The first word of a title, which is no usual first name or surname. A title has another word.
_FIRST = frozenset(
    (
        *("tournoi", "concours", "soiree", "championnat", "challenge", "coupe", "saison"),
        *("inscrits", "inscriptions", "inscription", "participants", "participantes", "joueurs"),
        *("joueuses", "paires", "equipes", "doublettes", "membres", "personnes", "presents"),
        *(
            "groupe",
            "group",
            "liste",
            "listing",
            "feuille",
            "noms",
            "club",
            "amicale",
            "association",
        ),
        *("tournament", "contest", "evening", "championship", "season", "entries", "entrants"),
        *("participants", "players", "pairs", "teams", "members", "people", "list", "names"),
    )
)
# What stands alone above a part of a list.
_ALONE = frozenset(
    (
        *("tournoi", "concours", "soiree", "presents", "absents", "excuses", "reserve"),
        *("inscriptions", "liste d attente", "attente", "present", "absent", "waiting list"),
        *("tournament", "contest", "evening", "entries", "attending", "apologies"),
    )
)


def is_heading(line: str, *, above: bool) -> bool:
    """Return whether a line is a heading. `above`: no line before it was a person.

    Further down only a line that ends with a colon is one, or one that names a part of the list, or
    a usual first word with a day: a team may be called « Club des As ».
    """
    text = _BEFORE.sub("", plain(line[:200]), count=1)
    if line.rstrip().endswith(":") or text in _ALONE:
        return True
    first, _space, rest = text.partition(" ")
    titled = bool(first in _FIRST and rest)
    weekly = bool(_DAY.search(text)) and not _FIRST.isdisjoint(text.split())
    if not above:
        return titled and weekly
    return titled or weekly or bool(_WEEKLY.search(text) or _DATED.search(text))
