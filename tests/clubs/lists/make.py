"""Writes the lists of `files/` and what a person would expect of each, in `expected.json`.

`BY_HAND` has lists as people really write them, each with the expected rows. `laid_out` writes
one roster in many ways. The expected rows are those of the roster itself, so no reader computes
them.

Run by hand: `python -m tests.clubs.lists.make`.
"""

import json
import random
from itertools import product
from pathlib import Path

HERE = Path(__file__).parent
FILES, EXPECTED = HERE / "files", HERE / "expected.json"

# Each list: (name, people of an entrant, text, rows entered, lines left out with the reason)
BY_HAND = [
    (
        "slash",
        2,
        "Anne Roy / Bruno Or\nChloé Lis / Dan Noël\n",
        ["Anne Roy & Bruno Or", "Chloé Lis & Dan Noël"],
        {},
    ),
    (
        "every sign",
        2,
        "Anne / Bruno\nChloé & Dan\nÉmile + Fanny\nGilles ; Hélène\nInès, Jean\nKarim\tLéa\n"
        "Marc et Nadia\nOdile and Paul\nQuentin avec Rose\nSam - Tina\nUgo – Vera\nWalid — Xia\n",
        [
            "Anne & Bruno",
            "Chloé & Dan",
            "Émile & Fanny",
            "Gilles & Hélène",
            "Inès & Jean",
            "Karim & Léa",
            "Marc & Nadia",
            "Odile & Paul",
            "Quentin & Rose",
            "Sam & Tina",
            "Ugo & Vera",
            "Walid & Xia",
        ],
        {},
    ),
    (
        "hyphens inside names stay",
        2,
        "Jean-Claude Roy-Tremblay - Marie-Ève St-Pierre\nAnne-Lise / Pierre-Luc\n",
        ["Jean-Claude Roy-Tremblay & Marie-Ève St-Pierre", "Anne-Lise & Pierre-Luc"],
        {},
    ),
    (
        "the word et inside a name stays",
        2,
        "Juliet Etienne et Bette Avecin\nAndy Band / Etta James\n",
        ["Juliet Etienne & Bette Avecin", "Andy Band & Etta James"],
        {},
    ),
    (
        "one alone",
        2,
        "Anne / Bruno\nChloé\nDan / Ève\nFlo /\nGil / ?\nHugo et cherche partenaire\n",
        [
            "Anne & Bruno",
            "Chloé (alone)",
            "Dan & Ève",
            "Flo (alone)",
            "Gil (alone)",
            "Hugo (alone)",
        ],
        {},
    ),
    (
        "numbered",
        2,
        "1. Anne / Bruno\n2. Chloé / Dan\n10. Ève / Flo\n",
        ["Anne & Bruno", "Chloé & Dan", "Ève & Flo"],
        {},
    ),
    (
        "numbered with brackets",
        2,
        "1) Anne et Bruno\n2) Chloé et Dan\n",
        ["Anne & Bruno", "Chloé & Dan"],
        {},
    ),
    (
        "numbered with dashes",
        2,
        "1 - Anne / Bruno\n2 - Chloé / Dan\n",
        ["Anne & Bruno", "Chloé & Dan"],
        {},
    ),
    (
        "numbers without a sign",
        2,
        "1 Anne & Bruno\n2 Chloé & Dan\n3 Ève & Flo\n",
        ["Anne & Bruno", "Chloé & Dan", "Ève & Flo"],
        {},
    ),
    (
        "a number that belongs to a name",
        2,
        "3 Mousquetaires\nAnne & Bruno\n",
        ["3 Mousquetaires (alone)", "Anne & Bruno"],
        {},
    ),
    (
        "bullets of a chat",
        2,
        "- Anne / Bruno\n• Chloé / Dan\n* Ève / Flo\n✅ Gil / Hana\n",
        ["Anne & Bruno", "Chloé & Dan", "Ève & Flo", "Gil & Hana"],
        {},
    ),
    (
        "a heading in one column",
        2,
        "Inscrits\nAnne / Bruno\nChloé / Dan\n",
        ["Anne & Bruno", "Chloé & Dan"],
        {"1": "header"},
    ),
    (
        "two titles with a slash",
        2,
        "Joueur 1 / Joueur 2\nAnne / Bruno\nChloé / Dan\n",
        ["Anne & Bruno", "Chloé & Dan"],
        {"1": "header"},
    ),
    (
        "invented names are no titles",
        2,
        "Joueur 1 / Joueur 2\nJoueur 3 / Joueur 4\n",
        ["Joueur 1 & Joueur 2", "Joueur 3 & Joueur 4"],
        {},
    ),
    (
        "a total below",
        2,
        "Anne / Bruno\nChloé / Dan\nTotal : 2 paires\n",
        ["Anne & Bruno", "Chloé & Dan"],
        {"3": "total"},
    ),
    (
        "a count below",
        2,
        "Anne / Bruno\nChloé / Dan\n\n4 joueurs\n",
        ["Anne & Bruno", "Chloé & Dan"],
        {"4": "total"},
    ),
    (
        "a number alone",
        2,
        "Anne / Bruno\n12\nChloé / Dan\n",
        ["Anne & Bruno", "Chloé & Dan"],
        {"2": "number"},
    ),
    (
        "empty lines",
        2,
        "\n\nAnne / Bruno\n\n\n   \nChloé / Dan\n\n",
        ["Anne & Bruno", "Chloé & Dan"],
        {},
    ),
    (
        "spaces everywhere",
        2,
        "   Anne   Roy  /   Bruno   Or  \n\tChloé / Dan\n",
        ["Anne Roy & Bruno Or", "Chloé & Dan"],
        {},
    ),
    ("three on a line", 2, "Anne / Bruno / Chloé\nDan / Ève\n", ["Dan & Ève"], {"1": "too_many"}),
    (
        "repeated",
        2,
        "Anne / Bruno\nChloé / Dan\nBruno / Anne\n",
        ["Anne & Bruno", "Chloé & Dan"],
        {"3": "repeated"},
    ),
    (
        "repeated in other letters",
        2,
        "Anne Roy / Zoé d'Or\nANNE ROY / ZOÉ D’OR\n",
        ["Anne Roy & Zoé d'Or"],
        {"2": "repeated"},
    ),
    (
        "homonyms",
        2,
        "Jean Roy / Anne Lis\nJean Roy / Paul Or\n",
        ["Jean Roy & Anne Lis"],
        {"2": "same_name"},
    ),
    (
        "homonyms with a mark",
        2,
        "Jean Roy (Saint-Roch) / Anne Lis\nJean Roy (Limoilou) / Paul Or\n",
        ["Jean Roy (Saint-Roch) & Anne Lis", "Jean Roy (Limoilou) & Paul Or"],
        {},
    ),
    (
        "one person twice in a pair",
        2,
        "Jean Roy / Jean Roy\nAnne / Bruno\n",
        ["Anne & Bruno"],
        {"1": "same_name"},
    ),
    (
        "team names",
        2,
        "Les as : Anne & Bruno\nLes rois : Chloé & Dan\n",
        ["Les as: Anne & Bruno", "Les rois: Chloé & Dan"],
        {},
    ),
    (
        "pairs with their numbers",
        2,
        "Équipe 1 : Anne & Bruno\nÉquipe 2 : Chloé & Dan\n",
        ["Anne & Bruno", "Chloé & Dan"],
        {},
    ),
    (
        "all pairs on one line",
        2,
        "Anne & Bruno, Chloé & Dan, Ève & Flo\n",
        ["Anne & Bruno", "Chloé & Dan", "Ève & Flo"],
        {},
    ),
    (
        "telephones after the names",
        2,
        "Anne Roy / Bruno Or 06 12 34 56 78\nChloé Lis / Dan Noël 418-555-0199\n",
        ["Anne Roy & Bruno Or", "Chloé Lis & Dan Noël"],
        {},
    ),
    (
        "mail addresses",
        1,
        "Anne Roy <anne.roy@exemple.org>\nBruno Or <bruno@exemple.org>\n",
        ["Anne Roy", "Bruno Or"],
        {},
    ),
    (
        "surnames first, in quotes",
        2,
        '"Roy, Anne";"Or, Bruno"\n"Lis, Chloé";"Noël, Dan"\n',
        ["Anne Roy & Bruno Or", "Chloé Lis & Dan Noël"],
        {},
    ),
    (
        "surnames first, parted by a slash",
        2,
        "Roy, Anne / Or, Bruno\nLis, Chloé / Noël, Dan\n",
        ["Anne Roy & Bruno Or", "Chloé Lis & Dan Noël"],
        {},
    ),
    (
        "surnames first, one a line",
        1,
        "Roy, Anne\nOr, Bruno\nde la Tour, Zoé\n",
        ["Anne Roy", "Bruno Or", "Zoé de la Tour"],
        {},
    ),
    (
        "quoted commas of individuals",
        1,
        'Nom,Club\n"Roy, Anne",Valet\n"Or, Bruno",Cercle\n',
        ["Anne Roy [Valet]", "Bruno Or [Cercle]"],
        {"1": "header"},
    ),
    (
        "individuals in pairs",
        1,
        "Anne et Bruno\nChloé / Dan\nÈve\n",
        ["Anne", "Bruno", "Chloé", "Dan", "Ève"],
        {},
    ),
    (
        "individuals on one line",
        1,
        "Anne, Bruno, Chloé et Dan\n",
        ["Anne", "Bruno", "Chloé", "Dan"],
        {},
    ),
    (
        "first names in a column, surnames in another",
        1,
        "Roy;Anne\nOr;Bruno\n",
        ["Roy Anne", "Or Bruno"],
        {},
    ),
    (
        "whole names and a club without titles",
        1,
        "Anne Roy;Le Valet\nBruno Or;Le Cercle\n",
        ["Anne Roy", "Bruno Or"],
        {},
    ),
    (
        "an individual's name with a dash",
        1,
        "Anne-Lise Roy\nBruno Or - Lyon\n",
        ["Anne-Lise Roy", "Bruno Or - Lyon"],
        {},
    ),
    (
        "four columns without titles",
        2,
        "Roy;Anne;Or;Bruno\nLis;Chloé;Noël;Dan\n",
        ["Roy Anne & Or Bruno", "Lis Chloé & Noël Dan"],
        {},
    ),
    (
        "four columns with titles",
        2,
        "Nom;Prénom;Nom;Prénom\nRoy;Anne;Or;Bruno\nLis;Chloé;;\n",
        ["Anne Roy & Bruno Or", "Chloé Lis (alone)"],
        {"1": "header"},
    ),
    (
        "titles of two people",
        2,
        "Nom 1;Prénom 1;Nom 2;Prénom 2;Tél\nRoy;Anne;Or;Bruno;06 12 34 56 78\n",
        ["Anne Roy & Bruno Or"],
        {"1": "header"},
    ),
    (
        "a partner's columns",
        2,
        "Nom,Prénom,Nom du partenaire,Prénom du partenaire\nRoy,Anne,Or,Bruno\nLis,Chloé,,\n",
        ["Anne Roy & Bruno Or", "Chloé Lis (alone)"],
        {"1": "header"},
    ),
    (
        "a form's answers",
        2,
        "Horodateur,Adresse e-mail,Nom et prénom,Partenaire,Remarques\n"
        "2026/11/02 10:04:11,anne@exemple.org,Anne Roy,Bruno Or,\n"
        '2026/11/03 18:30:00,chloe@exemple.org,Chloé Lis,Dan Noël,"végétarien, sans alcool"\n',
        ["Anne Roy & Bruno Or", "Chloé Lis & Dan Noël"],
        {"1": "header"},
    ),
    (
        "a title above the table",
        2,
        "Tournoi du 10 de novembre;;\n;;\nJoueur 1;Joueur 2;Payé\nAnne;Bruno;oui\nChloé;Dan;non\n",
        ["Anne & Bruno", "Chloé & Dan"],
        {"1": "header", "3": "header"},
    ),
    (
        "a total in a table",
        2,
        "Joueur 1;Joueur 2;Montant\nAnne;Bruno;10\nChloé;Dan;10\nTotal;;20\n",
        ["Anne & Bruno", "Chloé & Dan"],
        {"1": "header", "4": "total"},
    ),
    (
        "teams, clubs and seeds",
        2,
        "Équipe;Joueur 1;Joueur 2;Club;Tête de série\n"
        "Les as;Anne;Bruno;Valet;1\nLes rois;Chloé;Dan;;\n",
        ["Les as: Anne & Bruno [Valet] #1", "Les rois: Chloé & Dan"],
        {"1": "header"},
    ),
    (
        "numbered rows, telephones and sums without titles",
        2,
        "1;Anne Roy;Bruno Or;06 12 34 56 78;10 €\n2;Chloé Lis;Dan Noël;07 98 76 54 32;10 €\n",
        ["Anne Roy & Bruno Or", "Chloé Lis & Dan Noël"],
        {},
    ),
    (
        "pipes of a table",
        2,
        "| Anne | Bruno |\n| Chloé | Dan |\n",
        ["Anne & Bruno", "Chloé & Dan"],
        {},
    ),
    (
        "a table of a document",
        2,
        "| Joueur 1 | Joueur 2 |\n|---|---|\n| Anne | Bruno |\n",
        ["Anne & Bruno"],
        {"1": "header", "2": "nobody"},
    ),
    (
        "English titles",
        2,
        "First name,Last name,Partner\nAnne,Roy,Bruno Or\n",
        ["Anne Roy & Bruno Or"],
        {"1": "header"},
    ),
    (
        "an English list",
        1,
        "Full name\tPhone\nAnne Roy\t514 555 0101\nBruno Or\t\n",
        ["Anne Roy", "Bruno Or"],
        {"1": "header"},
    ),
    (
        "apostrophes of every kind",
        1,
        "Anne d'Or\nBruno d’Or\nChloé O‘Neil\nDan Nʼdiaye\n",
        ["Anne d'Or", "Bruno d’Or", "Chloé O‘Neil", "Dan Nʼdiaye"],
        {},
    ),
    (
        "an apostrophe that keeps a spreadsheet quiet",
        1,
        "nom\n'=B\n'-Anne\n",
        ["=B", "-Anne"],
        {"1": "header"},
    ),
    (
        "French quotes",
        2,
        "« Anne Roy » ; « Bruno Or »\n« Chloé » ; « Dan »\n",
        ["Anne Roy & Bruno Or", "Chloé & Dan"],
        {},
    ),
    (
        "a nickname in quotes",
        2,
        'Jean "Jo" Roy / Anne Lis\nPaul Or / Luc "le Grand" Noël\n',
        ['Jean "Jo" Roy & Anne Lis', 'Paul Or & Luc "le Grand" Noël'],
        {},
    ),
    (
        "a quote that nothing closes",
        2,
        '"Anne Roy;Bruno Or\nChloé Lis;Dan Noël\n',
        ['"Anne Roy & Bruno Or', "Chloé Lis & Dan Noël"],
        {},
    ),
    (
        "letters read wrongly",
        2,
        "Anne / Bruno\nChloÃ© / AndrÃ©\n",
        ["Anne & Bruno"],
        {"2": "misread"},
    ),
    ("a name too long", 1, "Anne Roy\n" + "x" * 90 + "\n", ["Anne Roy"], {"2": "name_too_long"}),
    (
        "a heading twice",
        2,
        "Joueur 1;Joueur 2\nAnne;Bruno\nJoueur 1;Joueur 2\nChloé;Dan\n",
        ["Anne & Bruno", "Chloé & Dan"],
        {"1": "header", "3": "header"},
    ),
    (
        "capitals",
        2,
        "ROY Anne / OR Bruno\nLIS Chloé / NOËL Dan\n",
        ["ROY Anne & OR Bruno", "LIS Chloé & NOËL Dan"],
        {},
    ),
    (
        "particles",
        2,
        "Zoé de la Tour / Jean d'Ormesson\nLuc Van den Berg et Éva von Kiel\n",
        ["Zoé de la Tour & Jean d'Ormesson", "Luc Van den Berg & Éva von Kiel"],
        {},
    ),
    (
        "Arabic and Greek",
        2,
        "ليلى / Καλλιόπη\nАнна / Борис\n",
        ["ليلى & Καλλιόπη", "Анна & Борис"],
        {},
    ),
    ("nothing", 2, "\n  \n", [], {}),
    ("titles alone", 2, "Joueur 1;Joueur 2\n", [], {"1": "header"}),
    (
        "a pair and a column of places",
        2,
        "1;Anne / Bruno;Québec\n2;Chloé / Dan;Lévis\n",
        ["Anne & Bruno", "Chloé & Dan"],
        {},
    ),
    (
        "a team before its pair",
        2,
        "Les as;Anne & Bruno\nLes rois;Chloé & Dan\n",
        ["Les as: Anne & Bruno", "Les rois: Chloé & Dan"],
        {},
    ),
    (
        "nobody yet in a column",
        2,
        "Anne;Bruno\nChloé;-\nDan;\nÈve;x\n",
        ["Anne & Bruno", "Chloé (alone)", "Dan (alone)", "Ève (alone)"],
        {},
    ),
    (
        "empty cells at the ends of lines",
        2,
        "Anne;Bruno;;;\nChloé;Dan;;;\n",
        ["Anne & Bruno", "Chloé & Dan"],
        {},
    ),
    (
        "line ends of an old Mac",
        2,
        "Anne / Bruno\rChloé / Dan\r",
        ["Anne & Bruno", "Chloé & Dan"],
        {},
    ),
    (
        "a table with homonyms",
        2,
        "Joueur 1;Joueur 2\nJean Roy;Anne\nLuc;Jean Roy\nÈve;Flo\n",
        ["Jean Roy & Anne", "Ève & Flo"],
        {"1": "header", "3": "same_name"},
    ),
    (
        "a cell of two lines",
        2,
        'Anne;Bruno\n"Chloé\nLis";Dan\n',
        ["Anne & Bruno", "Chloé Lis & Dan"],
        {},
    ),
    (
        "a club's export",
        2,
        "nom,personnes,club,tête de série,état\nAnne & Bruno,Anne & Bruno,Valet,3,inscrit\n"
        "Les as,Chloé & Dan,,,présent\n",
        ["Anne & Bruno [Valet] #3", "Les as: Chloé & Dan"],
        {"1": "header"},
    ),
    (
        "a seed that is none",
        1,
        "nom;tête de série\nAnne;1\nBruno;premier\n",
        ["Anne #1", "Bruno"],
        {"1": "header"},
    ),
    (
        "surnames of two words in columns",
        1,
        "Roy;Anne\nde la Tour;Zoé\nOr;Bruno\n",
        ["Roy Anne", "de la Tour Zoé", "Or Bruno"],
        {},
    ),
    (
        "paid or not",
        2,
        "Anne;Bruno;oui\nChloé;Dan;non\nÈve;Flo;OK\n",
        ["Anne & Bruno", "Chloé & Dan", "Ève & Flo"],
        {},
    ),
]

# A roster like that of a real club: accents, hyphens, particles, apostrophes of three kinds,
# homonyms marked.
ROSTER = [
    ("Anne", "Roy"), ("Bruno", "d’Or"), ("Chloé", "Lefèvre"), ("Zoé", "Noël"),
    ("Jean-Claude", "Roy-Tremblay"), ("Marie-Ève", "St-Pierre"), ("François", "L'Écuyer"),
    ("Hélène", "de la Tour"), ("Jean", "Roy (Saint-Roch)"), ("Jean", "Roy (Limoilou)"),
    ("Gaël", "Le Goff"), ("Maëlys", "N’Diaye"), ("Émile", "Œuvrard"), ("Sœur", "Agnès"),
    ("Ü", "Müller"), ("Inès", "García"), ("Karim", "El Amrani"), ("Léa", "Dupont"),
    ("Raphaël", "Côté"), ("Noémie", "Bélanger"), ("Thérèse", "Gagnon-Houle"), ("Luc", "Van Damme"),
    ("Ève", "Bouchard"), ("Théo", "Pelletier"), ("Ginette", "Bergeron"), ("Réjean", "Thibault"),
    ("Ahmed", "Ben Salah"), ("Aïcha", "O'Neil"), ("Loïc", "Kerguelen"), ("Solène", "Pichon"),
]  # fmt: skip


def laid_out():
    """Yield (name, size, bytes, rows, lines left out) for one roster written in many ways."""
    shuffle = random.Random(20260802)
    marks = [(";", "points-virgules"), (",", "virgules"), ("\t", "tabs"), ("|", "pipes")]
    encodings = ["utf-8", "utf-8-sig", "cp1252", "utf-16"]
    heads = ["", "head", "title", "sep"]
    shapes = ["two", "four", "stray", "solo"]
    for at, (mark, encoding, shape) in enumerate(product(marks, encodings, shapes)):
        for head in (heads[at % 4], heads[(at + 1) % 4]):
            people = shuffle.sample(ROSTER, 2 * shuffle.randint(2, 7))
            yield _laid(mark, encoding, shape, head, people)


def _laid(mark, encoding, shape, head, people):
    sign, sign_name = mark
    size = 1 if shape == "solo" else 2
    names = [f"{first} {last}" for first, last in people]
    sides = [people[at : at + size] for at in range(0, len(people), size)]
    # Without titles, nothing says which of two cells is the surname: they would be read as two
    # people. So the shape « four » always has titles.
    titled = head in ("head", "title") or shape == "four"
    rows, titles = [], {}
    for at, side in enumerate(sides, start=1):
        whole = [f"{first} {last}" for first, last in side]
        if shape == "two":
            rows.append(whole)
            titles = ["Joueur 1", "Joueur 2"]
        elif shape == "four":
            rows.append([part for first, last in side for part in (last, first)])
            titles = ["Nom", "Prénom", "Nom", "Prénom"]
        elif shape == "stray":
            rows.append([str(at), *whole, f"06 {at:02} 23 45 67", "10 €"])
            titles = ["N°", "Joueur 1", "Joueur 2", "Téléphone", "Montant"]
        else:
            rows.append([*whole, f"p{at}@exemple.org"])
            titles = ["Nom complet", "Courriel"]
    lines = [rows_line(row, sign) for row in rows]
    above, out = [], {}
    if head == "sep":
        above.append(f"sep={sign}")
    if head == "title":
        above += ["Soirée du 2 août 2023", ""]
        out["1"] = "header"
    if titled:
        above.append(rows_line(titles, sign))
        out[str(len(above))] = "header"
    below = [rows_line(["Total", str(len(sides))], sign)] if titled else []
    if below:
        out[str(len(above) + len(lines) + 1)] = "total"
    text = "\r\n".join([*above, *lines, *below]) + "\r\n"
    expected = [" & ".join(names[at : at + size]) for at in range(0, len(names), size)]
    title = f"{shape} {sign_name} {encoding} {head or 'bare'}"
    return title, size, text.encode(encoding), expected, out


def rows_line(cells, sign):
    """A line of a table, quoted as spreadsheets do."""
    quoted = (f'"{cell}"' if sign in cell or '"' in cell else cell for cell in cells)
    return sign.join(quoted)


def main():
    """Write all lists anew."""
    FILES.mkdir(exist_ok=True)
    for old in FILES.iterdir():
        old.unlink()
    by_hand = [(name, size, text.encode(), rows, out) for name, size, text, rows, out in BY_HAND]
    lists = []
    for at, (name, size, data, rows, out) in enumerate([*by_hand, *laid_out()], start=1):
        file = f"{at:03}.txt"
        (FILES / file).write_bytes(data)
        lists.append({"file": file, "what": name, "size": size, "rows": rows, "out": out})
    lines = ",\n".join(json.dumps(entry, ensure_ascii=False) for entry in lists)
    EXPECTED.write_text(f"[\n{lines}\n]\n")


if __name__ == "__main__":
    main()
