"""The end of a match in sentences that people would say aloud."""

from collections.abc import Sequence

from django.utils.text import get_text_list
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from core.names import isolated
from games.presentation.table import SideView, Table
from games.presentation.turning import best_line, turning_point
from games.presentation.wording import Names, figure, sentence


def ended_sentence(table: Table) -> str:
    """Return a sentence with the winners' names, the score and the length of the match.

    The sentence about a special end follows it. The text is empty while the match runs.
    """
    result = table.result
    if result is None:
        return ""
    reason = str(table.game.words.ended_by.get(result.ended_by, ""))
    if not result.winners:
        return reason or _("Personne ne gagne.")
    return " ".join(part for part in (_victory(table), reason) if part)


def _victory(table: Table) -> str:
    people = _people(table.result.winners if table.result else (), table)
    winning = [side for side in table.sides if side.wins]
    values = {"winners": _listed(people), "points": figure(winning[0].score)}
    others = [side for side in table.sides if not side.wins]
    if len(table.sides) == 2 and len(others) == 1:
        values["theirs"] = figure(others[0].score)
        text = ngettext(
            "%(winners)s gagne %(points)s à %(theirs)s",
            "%(winners)s gagnent %(points)s à %(theirs)s",
            len(people),
        )
    else:
        points = abs(int(winning[0].score or 0))  # chooses the singular
        values["score"] = ngettext("%(points)s point", "%(points)s points", points) % values
        text = ngettext(
            "%(winners)s gagne avec %(score)s", "%(winners)s gagnent avec %(score)s", len(people)
        )
    lines = table.game.words.lines
    if not lines or table.match.result_only:
        return f"{text % values}."
    length = sentence(lines, {"count": len(table.lines)}, table.names)
    return _("%(victory)s, en %(length)s.") % {"victory": text % values, "length": length}


def remarkable_facts(table: Table) -> tuple[str, ...]:
    """Return the remarkable facts of a finished match as sentences, the turning point first."""
    # The facts are computed from the lines, and a match with only a result has none.
    if table.result is None or table.match.result_only:
        return ()
    words = table.game.words
    coded_facts = table.game.facts(table.rules, table.entries, table.sheet)
    names = Names(
        table.names.seats, tuple(by_name(side) for side in table.sides), table.names.terms
    )
    facts = [
        sentence(words.facts[fact.code], fact.params, names)
        for fact in coded_facts
        if fact.code not in words.said_by_the_end
    ]
    return (*_turns(table), *_best(table, names), *facts)


def _turns(table: Table) -> list[str]:
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
    return [text % values]


def _best(table: Table, names: Names) -> list[str]:
    best, text = best_line(table.sheet.lines), table.game.words.best
    if best is None or not text or len(table.lines) < 2:
        return []
    return [sentence(text, best._asdict(), names)]


def by_name(side: SideView) -> str:
    """Return the names of a side's people: « Anne et Chloé »."""
    return get_text_list([seat.name for seat in side.seats], str(_("et")))


def _people(winners: Sequence[int], table: Table) -> list[str]:
    return [seat.name for side in winners for seat in table.sides[side].seats]


def _listed(people: Sequence[str]) -> str:
    return get_text_list([isolated(name) for name in people], str(_("et")))
