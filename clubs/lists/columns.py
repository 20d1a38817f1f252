"""Recognises the titles of a table's columns in French and English, and the line that has them."""

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

# `name` is usually a person. It is a surname if there is a column of first names, and an entrant's
# own name if there are columns of its people. `team` is an entrant's own name, or its people if no
# other column has them.
# `phone`, `licence` and `paid` are kept with the entrant.
Column = Literal[
    "name", "team", "first", "full", "people", "club", "seed", "phone", "licence", "paid", "other"
]

_TITLES: dict[Column, str] = {
    "name": "nom|name|noms|names|nom de famille|surname|last name|lastname|family name"
    "|nom joueur|nom du joueur|player name",
    "team": "equipe|team|nom de l equipe|nom d equipe|team name|paire|pair|doublette",
    "first": "prenom|prenoms|first name|firstname|given name|prenom joueur|prenom du joueur",
    "full": "nom prenom|nom et prenom|noms et prenoms|nom prenoms|prenom nom|prenom et nom"
    "|nom complet|full name|joueur|joueuse|player|personne|person|participant|participante"
    "|j|p|membre|inscrit|entrant"
    "|partenaire|partner|equipier|coequipier",
    "people": "personnes|people|joueurs|players|participants|inscrits|entrants|paires|pairs|equipes"
    "|teams|joueuses|membres|members|liste|liste des inscrits|liste des joueurs"
    "|liste des participants|noms des joueurs|joueurs inscrits|doublettes",
    "club": "club|association|clubs",
    "seed": "tete de serie|seed|tete|ts",
    "phone": "telephone|tel|phone|portable|mobile|numero de telephone|phone number|gsm",
    "licence": "licence|license|numero de licence|no de licence|n de licence|n licence"
    "|licence number|license number",
    "paid": "paye|regle|paid|montant regle|somme reglee|payed",
    "other": "etat|state|status|statut|mail|email|e mail"
    "|courriel|adresse|ville|city|no|n|num|numero|id|rang|rank|points|score|date"
    "|horodateur|timestamp|remarque|remarques|commentaire|commentaires|notes|age|categorie|niveau"
    "|table|cotisation|montant|present|classement|code postal|cp|genre|sexe|civilite|adresse mail"
    "|adresse e mail|email address|heure|repas|arrhes|somme|total",
}
_CALLED: dict[str, Column] = {
    title: column for column, titles in _TITLES.items() for title in titles.split("|")
}
# A line is a head only if at least one of its titles is of these columns, which name people.
_NAMING: frozenset[Column] = frozenset({"name", "team", "first", "full", "people"})
# The columns of which there may be one for each person of a line.
_OF_PEOPLE: frozenset[Column] = _NAMING | {"phone", "licence"}
# « Prénom 2 », « Nom du partenaire », « Nom joueur 1 ».
_NUMBERED = re.compile(r"(.+?)(?: (?:du |de la |de l )?(?:joueur|joueuse|player|j|n))? ?([12ab])")
_PARTNER = re.compile(r"(.+?) (?:du |de la |de l )?(?:partenaire|coequipier|equipier|partner)")
_PARTNERS = frozenset({"partenaire", "partner", "equipier", "coequipier", "partenaire 2"})
# How many of the first lines of a list may be its head. A title or a date may stand before the
# head.
ABOVE = 5


@dataclass(frozen=True, slots=True)
class Title:
    """What a column contains, and the index (from 0) of the person of the line that it is about."""

    column: Column
    person: int = 0


# Patterns for the accents of Latin letters, and for everything that is neither a letter nor a
# digit.
_ACCENTS, _SIGNS = re.compile("[\u0300-\u034e\u0350-\u036f]+"), re.compile(r"[\W_]+")


@lru_cache(8192)
def plain(text: str) -> str:
    """Return a text in lower case, without accents and signs, with single spaces.

    It is cached, because every cell of a list is compared several times.
    """
    bare = unicodedata.normalize("NFKD", text).casefold()
    return _SIGNS.sub(" ", without_accents(bare)).strip()


def without_accents(decomposed: str) -> str:
    """Return a text in decomposed form (NFD or NFKD) without its combining characters."""
    if decomposed.isascii():
        return decomposed
    rest = _ACCENTS.sub("", decomposed)
    if rest.isascii():
        return rest
    return "".join(character for character in decomposed if not unicodedata.combining(character))


def title_of(cell: str, *, alone: bool = False) -> tuple[Column, int | None] | None:
    """Return the column that a title names and its person's index, or None if it is not a title.

    The index is None if the title does not say which person. With `alone`, the line has no other
    cell; then « Joueur 1 » is an invented name and not a title.
    """
    text = plain(cell[:60])
    if text in _CALLED:
        return _CALLED[text], 1 if text in _PARTNERS else None
    if alone:
        return None
    partner = _PARTNER.fullmatch(text)
    if partner and partner[1] in _CALLED:
        return _CALLED[partner[1]], 1
    numbered = _NUMBERED.fullmatch(text)
    if numbered and _CALLED.get(numbered[1]) in _OF_PEOPLE:
        return _CALLED[numbered[1]], "1a2b".index(numbered[2]) // 2
    return None


def is_title(cell: str, *, alone: bool = False) -> bool:
    """Return whether a cell is a column's title."""
    return title_of(cell, alone=alone) is not None


def is_head(cells: Sequence[str]) -> bool:
    """Return whether a line names the columns.

    At least half of its cells are titles then, and one of these names people.
    """
    filled = [cell for cell in cells if cell]
    known = [title for cell in filled if (title := title_of(cell, alone=len(filled) == 1))]
    return 2 * len(known) >= len(filled) and any(column in _NAMING for column, _person in known)


def head_at(lines: Sequence[Sequence[str]]) -> tuple[int, list[Title | None]] | None:
    """Return the index of the line that names the columns, and its titles, or None."""
    for place, cells in enumerate(lines[:ABOVE]):
        # Cells without letters don't count; such a cell may be a date beside a title.
        with_letters = sum(any(map(str.isalpha, cell)) for cell in cells)
        if place and with_letters == 1:
            continue  # a title of the list, or already a name
        if is_head(cells):
            return place, _numbered([title_of(cell) if cell else None for cell in cells])
        if with_letters > 1:
            break
    return None


def _numbered(unnumbered: Sequence[tuple[Column, int | None] | None]) -> list[Title | None]:
    """Return the titles with each one's person: the second « prénom » is the second person's."""
    seen: dict[Column, int] = {}
    titles: list[Title | None] = []
    for title in unnumbered:
        if title is None:
            titles.append(None)
            continue
        column, person = title
        titles.append(Title(column, seen.get(column, 0) if person is None else person))
        seen[column] = seen.get(column, 0) + 1
    return titles
