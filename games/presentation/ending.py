"""Describes the end of a match in sentences that people would say aloud."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from django.utils.text import get_text_list
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, ngettext_lazy

from core.names import isolated
from games.presentation.table import SideView, Table
from games.presentation.turning import best_line, turning_point
from games.presentation.wording import Names, figure, sentence
from games.sheet import Result


def ended_sentence(table: Table) -> str:
    """Return the whole result in one sentence, as somebody would read it aloud to the table.

    It has the winners, how the match ended if not as usual, every score and the length. It is an
    empty string while the match runs.
    """
    result = table.result
    if result is None:
        return ""
    how = str(table.game.words.ended_by.get(result.ended_by, ""))
    if result.winners:
        text = _victory(table, result, how)
    else:
        values = {"what": how or _("Personne ne gagne"), "scores": _scores(table, result)}
        text = _("%(what)s : %(scores)s") % values
    lines = table.game.words.lines
    if not lines or table.match.result_only:
        return f"{text}."
    length = sentence(lines, {"count": len(table.lines)}, table.names)
    return _("%(victory)s, en %(length)s.") % {"victory": text, "length": length}


def winners_sentence(table: Table) -> str:
    """Return who won, with their score but without the others. It is empty while the match runs."""
    result = table.result
    if result is None:
        return ""
    how = str(table.game.words.ended_by.get(result.ended_by, ""))
    if not result.winners:
        return f"{how or _('Personne ne gagne')}."
    return f"{_alone(table, result, how)}."


def _victory(table: Table, result: Result, how: str) -> str:
    people = _people(result.winners, table)
    winning = [side for side in table.sides if side.wins]
    others = [side for side in table.sides if not side.wins]
    values: dict[str, Any] = {"winners": _listed(people), "people": len(people), "how": how}
    values["points"] = figure(winning[0].score)
    if len(table.sides) == 2 and len(others) == 1:
        values["theirs"] = figure(others[0].score)
        values["losers"] = _listed([seat.name for seat in others[0].seats])
        return str((DUEL_HOW if how else DUEL) % values)
    victory = _alone(table, result, how)
    if not others:
        return victory
    return _("%(victory)s, devant %(others)s") % {
        "victory": victory,
        "others": _scores(table, result),
    }


def _alone(table: Table, result: Result, how: str) -> str:
    """Return a victory without those who lost: « Anne gagne avec 10 250 points »."""
    people = _people(result.winners, table)
    score = next(side.score for side in table.sides if side.wins)
    points = figure(score)
    written = ngettext("%(points)s point", "%(points)s points", abs(int(score or 0)))
    values = {
        "winners": _listed(people),
        "people": len(people),
        "how": how,
        "score": written % {"points": points},
    }
    return str((VICTORY_HOW if how else VICTORY) % values)


# Sentences for a match of two sides (`DUEL`) and of more sides. Those ending in `_HOW` also say how
# the match ended.
DUEL = ngettext_lazy(
    "%(winners)s gagne %(points)s à %(theirs)s contre %(losers)s",
    "%(winners)s gagnent %(points)s à %(theirs)s contre %(losers)s",
    "people",
)
DUEL_HOW = ngettext_lazy(
    "%(winners)s gagne %(how)s, %(points)s à %(theirs)s contre %(losers)s",
    "%(winners)s gagnent %(how)s, %(points)s à %(theirs)s contre %(losers)s",
    "people",
)
VICTORY = ngettext_lazy(
    "%(winners)s gagne avec %(score)s", "%(winners)s gagnent avec %(score)s", "people"
)
VICTORY_HOW = ngettext_lazy(
    "%(winners)s gagne %(how)s, avec %(score)s",
    "%(winners)s gagnent %(how)s, avec %(score)s",
    "people",
)


def _scores(table: Table, result: Result) -> str:
    """Return the sides that did not win with their scores, by rank: « Bruno (8 200) »."""
    texts = []
    for standing in result.ranking:
        if standing.side in result.winners:
            continue
        out = standing.eliminated
        text = _("%(name)s (%(points)s, hors jeu)") if out else "%(name)s (%(points)s)"
        name = _listed(_people([standing.side], table))
        texts.append(text % {"name": name, "points": figure(standing.score)})
    return get_text_list(texts, str(_("et")))


class RemarkableFact(NamedTuple):
    """A remarkable fact of a match as a sentence. `line` is its line's number, if it has one."""

    text: str
    line: int | None = None


class Marked(NamedTuple):
    """A remarkable line: the sign that it has on the curve, its number, and what is said of it."""

    sign: str
    line: int
    texts: tuple[str, ...]


# The signs of the lines that a curve marks, in the order of the lines.
SIGNS = "①②③"


def remarkable_facts(table: Table) -> tuple[str, ...]:
    """Return the remarkable facts of a finished match as sentences, without a page around them.

    A match whose game has chances has its turning point from them alone, so it is left out here.
    """
    return tuple(remark.text for remark in remarks(table, turning=table.game.chances is None))


def remarks(
    table: Table, by_chances: RemarkableFact | None = None, *, turning: bool = True
) -> list[RemarkableFact]:
    """Return the remarkable facts of a finished match, the turning point first.

    `by_chances` is the turning point by the chances. Where a match has chances, it is the only one
    that is told: `turning` is False, and the turning point of the scores is left out.
    """
    # Facts are computed from the lines. A match of which only the result is known has no lines.
    if table.result is None or table.match.result_only:
        return []
    words = table.game.words
    coded_facts = table.game.facts(table.rules, table.entries, table.sheet)
    names = Names(
        table.names.seats, tuple(by_name(side) for side in table.sides), table.names.terms
    )
    facts = [
        RemarkableFact(
            sentence(words.facts[fact.code], fact.params, names), fact.params.get("number")
        )
        for fact in coded_facts
        if fact.code not in words.said_by_the_end
    ]
    turns = [by_chances] if by_chances else _turns(table) if turning else []
    return [*turns, *_best(table, names), *facts]


def marked(rows: Sequence[RemarkableFact]) -> tuple[tuple[Marked, ...], tuple[str, ...]]:
    """Return the lines to mark on the curve, in their order, and the remarks about no such line.

    The first of the remarks choose the lines; what is said of one line stands together.
    """
    chosen = sorted(list(dict.fromkeys(row.line for row in rows if row.line))[: len(SIGNS)])
    lines = tuple(
        Marked(sign, line, tuple(row.text for row in rows if row.line == line))
        for sign, line in zip(SIGNS, chosen, strict=False)
    )
    return lines, tuple(row.text for row in rows if row.line not in chosen)


def _turns(table: Table) -> list[RemarkableFact]:
    result = table.result
    scores = tuple(side.score for side in table.sides)
    if result is None or not table.lines or table.lines[-1].totals != scores:
        return []
    number = turning_point(table.sheet.lines, result)
    if number is None:
        return []
    people = _people(result.winners, table)
    text = ngettext(
        "Le tournant : %(line)s %(number)s, où %(winners)s passe devant pour de bon.",
        "Le tournant : %(line)s %(number)s, où %(winners)s passent devant pour de bon.",
        len(people),
    )
    values = {"line": table.game.line_name, "number": figure(number), "winners": _listed(people)}
    return [RemarkableFact(text % values, number)]


def _best(table: Table, names: Names) -> list[RemarkableFact]:
    best, text = best_line(table.sheet.lines), table.game.words.best
    if best is None or not text or len(table.lines) < 2:
        return []
    return [RemarkableFact(sentence(text, best._asdict(), names), best.number)]


def by_name(side: SideView) -> str:
    """Return the names of a side's people: « Anne et Chloé »."""
    return get_text_list([seat.name for seat in side.seats], str(_("et")))


def _people(winners: Sequence[int], table: Table) -> list[str]:
    return [seat.name for side in winners for seat in table.sides[side].seats]


def _listed(people: Sequence[str]) -> str:
    return get_text_list([isolated(name) for name in people], str(_("et")))
