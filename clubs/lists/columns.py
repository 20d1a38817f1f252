"""Recognises the titles of a table's columns, in both languages, and the line that has them."""

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
# A line is a head only if at least one of its titles is one of these.
_NAMING: frozenset[Column] = frozenset({"name", "team", "first", "full", "people"})
# The columns of which there may be one for each person of a line.
_OF_PEOPLE: frozenset[Column] = _NAMING | {"phone", "licence"}
# « Prénom 2 », « Nom du partenaire », « Nom joueur 1 ».
_NUMBERED = re.compile(r"(.+?)(?: (?:du |de la |de l )?(?:joueur|joueuse|player|j|n))? ?([12ab])")
_PARTNER = re.compile(r"(.+?) (?:du |de la |de l )?(?:partenaire|coequipier|equipier|partner)")
_PARTNERS = frozenset({"partenaire", "partner", "equipier", "coequipier", "partenaire 2"})
# How many of the first lines of a list may be its head. Before the head there may be a title or a
# date.
ABOVE = 5


@dataclass(frozen=True, slots=True)
class Title:
    """What a column contains, and which person of the line it is about, from 0."""

    column: Column
    person: int = 0


# The accents of Latin letters, and all that is neither a letter nor a figure.
_ACCENTS, _SIGNS = re.compile("[\u0300-\u034e\u0350-\u036f]+"), re.compile(r"[\W_]+")


@lru_cache(8192)
def plain(text: str) -> str:
    """Return a text without case, accents and signs, with single spaces.

    It must be quick, because every cell of a list is compared several times.
    """
    bare = unicodedata.normalize("NFKD", text).casefold()
    return _SIGNS.sub(" ", without_accents(bare)).strip()


def without_accents(decomposed: str) -> str:
    """Return a decomposed text without its combining characters."""
    if decomposed.isascii():
        return decomposed
    rest = _ACCENTS.sub("", decomposed)
    if rest.isascii():
        return rest
    return "".join(character for character in decomposed if not unicodedata.combining(character))


def title_of(cell: str, *, alone: bool = False) -> tuple[Column, int | None] | None:
    """Return what a title says, and the index of the person if it is numbered; None for no title.

    `alone`: the line has no other cell. « Joueur 1 » is then an invented name, and no title.
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
    """Return whether a line names its columns: at least half of its cells are titles."""
    filled = [cell for cell in cells if cell]
    known = [title for cell in filled if (title := title_of(cell, alone=len(filled) == 1))]
    return 2 * len(known) >= len(filled) and any(column in _NAMING for column, _person in known)


def head_at(lines: Sequence[Sequence[str]]) -> tuple[int, list[Title | None]] | None:
    """Return the index of the line that names the columns, and its titles; None without one."""
    for place, cells in enumerate(lines[:ABOVE]):
        # Cells without letters don't count, such as a date beside a title.
        with_letters = sum(any(map(str.isalpha, cell)) for cell in cells)
        if place and with_letters == 1:
            continue  # a title of the list, or already a name
        if is_head(cells):
            return place, _numbered([title_of(cell) if cell else None for cell in cells])
        if with_letters > 1:
            break
    return None


def _numbered(unnumbered: Sequence[tuple[Column, int | None] | None]) -> list[Title | None]:
    """Return the titles with the person of each: the second « prénom » is the second person's."""
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
