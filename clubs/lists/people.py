"""Splits one cell into people: « Anne / Bruno », « Roy, Anne », « 3. Anne et Bruno »."""

import re

from clubs.lists.columns import plain

# What may stand before a name in a list: a number with its sign, a bullet, a ticked box.
_NUMBERED = re.compile(r"(?:n[°o]\s*)?\d{1,4}\s*(?:[.):°]+|[-\u2010-\u2015](?=\s))\s*(?=\D)", re.I)
_BARE_NUMBER = re.compile(r"\d{1,4}\s+(?=\D)")
_BULLET = re.compile(r"[-\u2010-\u2015*>·•▪●○☐-☒✓✔✅]+\s+")
# The separators between two people, the surest first. If a cell has a surer separator, a weaker
# one may belong to a name.
_BETWEEN = tuple(
    re.compile(signs, re.IGNORECASE)
    for signs in (
        r"\s*[/&+;|\t]\s*",
        r"\s+(?:et|and|avec|with)\s+",
        r"\s+[-\u2010-\u2015]\s+",
        r"\s*,\s*",
    )
)
COMMA = _BETWEEN[-1]
# The separators that always separate two people. A comma or a dash may mean something else.
SURE = re.compile(r"[/&+;|\t]|\s(?:et|and|avec|with)\s", re.IGNORECASE)
_TEAM = re.compile(r"([^:/&+;,|\t]{1,80}?)\s*:\s+(.+)")
# Texts that stand for a partner who is not found yet.
_NOBODY = frozenset(
    (
        *("", "x", "xx", "xxx", "a trouver", "cherche", "cherche partenaire", "seul", "seule"),
        *("cherche un partenaire", "recherche partenaire", "sans partenaire", "personne", "libre"),
        *("partenaire", "a definir", "vide", "none", "nobody", "tbd", "na", "no partner"),
        *("looking for partner", "partner wanted"),
    )
)
_CONTACT = re.compile(
    r"<?\s*[^\s@<>,;/&]{1,80}@[^\s@<>,;/&]{1,80}\.\w{2,20}\s*>?"
    r"|(?:\b(?:t[eé]l(?:[eé]phone)?|port(?:able)?|mob(?:ile)?)\b\s*\.?\s*:?\s*)?"
    r"(?<![\w+])\(?(?:\+|00)?\d(?:[\s.\-\u00a0\u202f()]{0,2}\d){8,14}\)?(?!\w)",
    re.IGNORECASE,
)
_NO_LETTERS = re.compile(r"[\W\d_]+")
# What may be left of the letters in a cell that holds a value, such as a sum of money, points,
# an age or a yes.
_VALUES = frozenset(
    (
        *("", "eur", "euro", "euros", "pt", "pts", "h", "ans", "oui", "non", "yes", "no", "ok"),
        *("paye", "payé", "payee", "payée"),
    )
)
_COUNTED = re.compile(
    r"(?:total|totaux|soit|nombre|somme|sous total|nb)\b.*\d.*"
    r"|(?:total|totaux)(?: (?:general|inscrits|paires|joueurs))?"
    r"|\d+ (?:inscrits?|paires?|joueurs?|joueuses?|equipes?|personnes?|participants?|pairs?"
    r"|players?|teams?|entrants?)(?: (?:inscrits?|en tout|au total|presents?))?"
)
_LABEL = re.compile(
    r"(?:equipe|paire|table|team|pair|doublette|n|no|ronde|poule) ?(?:no? ?)?\d{1,4}"
)


def is_value(cell: str) -> bool:
    """Return whether a cell holds a value (a number, a date, a sum or a yes) and no name."""
    return _NO_LETTERS.sub("", cell).casefold() in _VALUES


def is_total(cell: str) -> bool:
    """Return whether a line is a total, which counts the lines above it."""
    return bool(_COUNTED.fullmatch(plain(cell[:200])))


def is_label(cell: str) -> bool:
    """Return whether a cell only numbers the line: « Équipe 3 »."""
    return bool(_LABEL.fullmatch(plain(cell[:60])))


def is_nobody(cell: str) -> bool:
    """Return whether a cell stands for a partner who is not found yet."""
    return plain(cell[:60]) in _NOBODY


def without_contact(cell: str) -> tuple[str, str]:
    """Return a cell without addresses and telephone numbers, and the text that was removed."""
    taken = " ".join(contact.group().strip() for contact in _CONTACT.finditer(cell))
    if not taken:
        return cell, ""
    bare = _CONTACT.sub(" ", cell)
    return re.sub(r"[\s(<,:;-]+$|\(\s*\)", "", " ".join(bare.split())), taken


def has_bare_number(cell: str) -> bool:
    """Return whether a line begins with a number without a sign.

    If all lines of a list do so, the numbers only count the lines.
    """
    return bool(_BARE_NUMBER.match(cell))


def without_number(cell: str, *, bare: bool = False) -> str:
    """Return a line without its number or bullet.

    With `bare`, also remove a number without a sign.
    """
    for before in (_BULLET, _NUMBERED, _BARE_NUMBER) if bare else (_BULLET, _NUMBERED):
        match_ = before.match(cell)
        if match_ and cell[match_.end() :].strip():
            cell = cell[match_.end() :]
    return cell


def team_of(cell: str) -> tuple[str, str]:
    """Return an entrant's name and its people, which a colon separates: « Les as : Anne & Bruno ».

    If the cell has no such form, return an empty name and the cell.
    """
    parts = _TEAM.fullmatch(cell)
    return (parts[1], parts[2]) if parts and len(parted(parts[2])) > 1 else ("", cell)


def parted(cell: str) -> list[str]:
    """Return the people of a cell, split at its surest separator."""
    for between in _BETWEEN:
        parts = [part for part in between.split(cell) if part.strip()]
        if len(parts) > 1 or between.search(cell.strip()):
            return parts
    return [cell] if cell.strip() else []


def straight(name: str) -> str:
    """Return « Anne Roy » for « Roy, Anne »; any other name as it is."""
    parts = [part for part in COMMA.split(name) if part]
    return f"{parts[1]} {parts[0]}" if len(parts) == 2 else name
