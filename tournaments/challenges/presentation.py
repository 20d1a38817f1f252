"""A challenge's table in words and figures, for the page, the file and the API."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from core.dates import write_date
from core.removed import together
from core.spreadsheets import Struck
from games.presentation.wording import figure
from tournaments.challenges.queries import ChallengeTable, EveningTold, PersonTold
from tournaments.challenges.table import ENCOUNTER, LOTS, PLACES, WINS, CompetitorLine, Scored
from tournaments.models import Challenge
from tournaments.presentation import standings_why

DECIDED = {
    PLACES: gettext_lazy("Départagés par les meilleures places."),
    WINS: gettext_lazy("Départagés par les tables gagnées."),
    ENCOUNTER: gettext_lazy("Départagés par les soirées où l'un finit devant l'autre."),
    LOTS: gettext_lazy("Départagés par tirage au sort."),
}


def points_text(points: Fraction) -> str:
    """Return points as a page shows them."""
    return standings_why.value_text("points", points)


def plain(points: Fraction) -> int | float:
    """Return points as JSON and spreadsheets hold them."""
    return int(points) if points.denominator == 1 else round(float(points), 4)


@dataclass(frozen=True, slots=True)
class Cell:
    """A result in the table; empty for an evening missed."""

    points: str = ""
    rank: int | None = None
    of: int | None = None
    struck: bool = False


@dataclass(frozen=True, slots=True)
class ChallengeRow:
    """A line of the table. `why` explains its total in sentences."""

    rank: int
    tied: bool
    people: Sequence[PersonTold]
    total: str
    cells: Sequence[Cell]
    why: Sequence[str]
    results: Sequence[tuple[EveningTold, Cell]]


def rows_of(table: ChallengeTable, lines: Sequence[CompetitorLine]) -> list[ChallengeRow]:
    """Return lines of the table, ready for a page."""
    return [_row(table, line) for line in lines]


def _row(table: ChallengeTable, line: CompetitorLine) -> ChallengeRow:
    descriptions = table.played.descriptions
    cells = [_cell(line.results.get(evening.key)) for evening in descriptions]
    return ChallengeRow(
        rank=line.rank,
        tied=line.tied,
        people=table.names(line),
        total=points_text(line.total),
        cells=cells,
        why=_why(table.challenge, line),
        results=[
            (evening, cell) for evening, cell in zip(descriptions, cells, strict=True) if cell.rank
        ],
    )


def _cell(scored: Scored | None) -> Cell:
    if scored is None:
        return Cell()
    return Cell(points_text(scored.points), scored.rank, scored.of, not scored.counts)


def _why(challenge: Challenge, line: CompetitorLine) -> list[str]:
    """Return sentences: what makes the total, what is struck, and which criterion broke the tie."""
    counted = [scored for scored in line.results.values() if scored.counts]
    points = sorted((scored.points for scored in counted), reverse=True)
    sentences = [
        ngettext(
            "%(count)s résultat compté : %(points)s.",
            "%(count)s résultats comptés : %(points)s.",
            len(points),
        )
        % {"count": figure(len(points)), "points": " + ".join(map(points_text, points)) or "0"}
    ]
    struck = sorted(
        (scored.points for scored in line.results.values() if not scored.counts), reverse=True
    )
    if struck:
        text = ngettext(
            "%(count)s résultat barré : %(points)s.",
            "%(count)s résultats barrés : %(points)s.",
            len(struck),
        )
        amounts = ", ".join(map(points_text, struck))
        sentences.append(text % {"count": figure(len(struck)), "points": amounts})
    if line.coming:
        text = ngettext(
            "%(count)s soirée de présence : %(points)s.",
            "%(count)s soirées de présence : %(points)s.",
            len(line.results),
        )
        values = {"count": figure(len(line.results)), "points": points_text(line.coming)}
        sentences.append(text % values)
    if line.tied:
        sentences.append(_("Ex æquo : à égalité sur tous les critères."))
    if line.decided_by in DECIDED:
        sentences.append(str(DECIDED[line.decided_by]))
    return sentences


def rules_told(challenge: Challenge) -> list[str]:
    """Return the sentences that explain to readers of the table how a challenge counts."""
    values = {
        "points": ", ".join(figure(points) for points in challenge.places),
        "worth": figure(challenge.worth),
    }
    scales = {
        "list": _("Une place vaut, du premier au dernier : %(points)s."),
        "ranks": _("Une place vaut le nombre d'inscrits de la soirée moins le rang."),
        "share": _("Battre tous les autres vaut %(worth)s ; en battre une part, autant de moins."),
        "own": _("Chacun garde les points que le tournoi lui a donnés."),
    }
    sentences = [scales[challenge.scale] % values]
    if challenge.coming:
        text = ngettext(
            "Venir vaut %(count)s point, jamais barré.",
            "Venir vaut %(count)s points, jamais barrés.",
            challenge.coming,
        )
        sentences.append(text % {"count": figure(challenge.coming)})
    if challenge.best is not None:
        text = ngettext(
            "Le meilleur résultat de chacun compte.",
            "Les %(count)s meilleurs résultats de chacun comptent.",
            challenge.best,
        )
        sentences.append(text % {"count": figure(challenge.best)})
    if challenge.worst:
        text = ngettext(
            "De toutes les soirées, la pire ne compte pas ; une absence est barrée la première.",
            "De toutes les soirées, les %(count)s pires ne comptent pas ; les absences sont "
            "barrées les premières.",
            challenge.worst,
        )
        sentences.append(text % {"count": figure(challenge.worst)})
    if challenge.nights:
        sentences.append(
            _(
                "Les soirées ordinaires comptent : une victoire y vaut un point, une nulle un "
                "demi, et l'ordre des points fait les places."
            )
        )
    if not challenge.pairs:
        sentences.append(_("Qui joue à deux reçoit les points de sa paire, avec qui que ce soit."))
    sentences.append(
        _(
            "À égalité : la meilleure place, puis la suivante…, les tables gagnées, les soirées où "
            "l'un finit devant l'autre, le sort."
        )
        if challenge.lots
        else _(
            "À égalité : la meilleure place, puis la suivante…, les tables gagnées, les soirées où "
            "l'un finit devant l'autre ; ensuite, le même rang, ex æquo."
        )
    )
    return sentences


def heads(table: ChallengeTable) -> list[str]:
    """Return the titles of the file's columns."""
    evenings = [
        f"{evening.name} ({write_date(evening.date, 'SHORT_DATE_FORMAT')})"
        for evening in table.played.descriptions
    ]
    return [_("rang"), _("nom"), _("total"), _("présence"), _("résultats barrés"), *evenings]


def file_rows(table: ChallengeTable) -> list[list[str | int | float | Struck]]:
    """Return the file's rows."""
    rows: list[list[str | int | float | Struck]] = []
    for line in table.lines:
        name = together([person.name for person in table.names(line)])
        cells: list[str | int | float | Struck] = []
        for evening in table.played.descriptions:
            scored = line.results.get(evening.key)
            if scored is None:
                cells.append("")
            else:
                points = plain(scored.points)
                cells.append(points if scored.counts else Struck(points))
        rows.append([line.rank, name, plain(line.total), plain(line.coming), line.struck, *cells])
    return rows
