"""« Pourquoi suis-je 4ᵉ ? »: explains in words why each row is below the one above."""

from collections.abc import Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from core.names import isolated
from games.presentation.wording import NARROW_SPACE, figure
from games.registry.game import Text
from tournaments.draws import leavers
from tournaments.draws.field import Options, Score
from tournaments.draws.ranking.records import exact
from tournaments.draws.ranking.standings import StandingsRow
from tournaments.formats.ladder import draw as ladder
from tournaments.state import rounds
from tournaments.state.decisions import without_winner
from tournaments.state.tournament import TournamentState

CRITERIA: dict[str, Text] = {
    "points": gettext_lazy("points"),
    "wins": gettext_lazy("victoires"),
    "direct_encounter": gettext_lazy("confrontation directe"),
    "buchholz": gettext_lazy("Buchholz"),
    "buchholz_cut_1": gettext_lazy("Buchholz sans le pire"),
    "median_buchholz": gettext_lazy("Buchholz médian"),
    "sonneborn_berger": gettext_lazy("Sonneborn-Berger"),
    "difference": gettext_lazy("différence"),
    "score_for": gettext_lazy("score marqué"),
    "score_against": gettext_lazy("score encaissé"),
    "average": gettext_lazy("moyenne"),
    "progressive_score": gettext_lazy("score progressif"),
    "koya": gettext_lazy("Koya"),
    "best_round": gettext_lazy("meilleure ronde"),
    "rating_performance": gettext_lazy("performance"),
    "seed": gettext_lazy("tête de série"),
    "lots": gettext_lazy("tirage au sort"),
}
# Criteria that are stored as negative numbers, so that a larger value is always better. They are
# shown without the minus sign.
TURNED = ("score_against", "seed", "lots")


def natural(name: str, value: Fraction | None) -> Fraction | None:
    """Return a criterion's value with the sign that readers expect: a place is 3, not −3."""
    return -value if name in TURNED and value is not None else value


def json_number(value: Fraction | None) -> int | float | None:
    """Return a value as JSON holds it: an int if it is whole, else a float with at most four
    decimals.
    """
    if value is None:
        return None
    return int(value) if value.denominator == 1 else round(float(value), 4)


def value_text(name: str, value: Fraction | None) -> str:
    """Return a criterion's value as text, with at most two decimals; points in thirds as
    fractions.
    """
    counted = natural(name, value)
    if counted is None:
        return "–"
    if counted.denominator == 1:
        return figure(int(counted))
    if name == "points" and counted.denominator in (3, 6):
        return _thirds(counted)
    return _decimals(counted)


def points(options: Options, value: Fraction) -> str:
    """Return an entrant's points as text for the standings. Matchpoints are given in percent."""
    if options.duplicate == "matchpoints":
        return f"{value_text('', value)}{NARROW_SPACE}%"
    return value_text("" if options.duplicate else "points", value)


def criteria(options: Options) -> dict[str, str]:
    """Return the names of the criteria, by code. With matchpoints, points are called percent."""
    names = {name: str(text) for name, text in CRITERIA.items()}
    return names | {"points": _("pour cent")} if options.duplicate == "matchpoints" else names


def valued(options: Options, name: str, value: Fraction | None) -> str:
    """Return a criterion's value as text, with its unit if it has one."""
    if name == "points" and value is not None:
        return points(options, value)
    return value_text(name, value)


def score(value: Score) -> str:
    """Return a table's score as text."""
    return value_text("", exact(value))


# Fractions that decimals can't express exactly: a place at a table of four is worth thirds.
THIRDS = {"1/3": "⅓", "2/3": "⅔", "1/6": "⅙", "5/6": "⅚"}


def _thirds(value: Fraction) -> str:
    whole = int(value)
    part = THIRDS[str(abs(value - whole))]
    if not whole:
        return f"−{part}" if value < 0 else part
    return f"{figure(whole)}\u202f{part}"


def _decimals(value: Fraction) -> str:
    return figure(Decimal(value.numerator) / Decimal(value.denominator))


def why(options: Options, rows: Sequence[StandingsRow], at: int, names: Mapping[int, str]) -> str:
    """Return the sentence that says which criterion puts a row below the one above it."""
    row = rows[at]
    if at == 0:
        return _("En tête : personne devant.")
    above = rows[at - 1]
    name = names[above.entrant]
    if row.decided_by is None:
        return _("À égalité avec %(name)s sur tous les critères.") % {"name": name}
    if row.decided_by == ladder.BEHIND:
        return _("Juste après %(name)s sur l'échelle.") % {"name": name}
    if row.decided_by == leavers.LEFT:
        return _("Derrière %(name)s, qui n'a pas quitté le tournoi.") % {"name": name}
    if row.decided_by not in CRITERIA:
        return _("Derrière %(name)s, qui est allé plus loin dans le tableau.") % {"name": name}
    figures = row.compared or (
        row.criteria.get(row.decided_by),
        above.criteria.get(row.decided_by),
    )
    mine, theirs = (valued(options, row.decided_by, figure) for figure in figures)
    values = {
        "name": name,
        "criterion": criteria(options)[row.decided_by],
        "mine": mine,
        "theirs": theirs,
    }
    return (
        _("Derrière %(name)s, par le critère « %(criterion)s » : %(mine)s contre %(theirs)s.")
        % values
    )


def deciding(options: Options, rows: Sequence[StandingsRow], at: int) -> list[tuple[str, str]]:
    """Return the tie-breaks that put a row below the one above or above the one below, with its
    values. There are none where points are enough.
    """
    row, values = rows[at], dict[str, Fraction | None]()
    behind = rows[at + 1] if at + 1 < len(rows) else None
    for by, compared, own in (
        (row.decided_by, row.compared, 0),
        (behind and behind.decided_by, behind and behind.compared, 1),
    ):
        if by in CRITERIA and by != "points":
            values[by] = compared[own] if compared else row.criteria.get(by)
    names = criteria(options)
    return [
        (names[name], valued(options, name, values[name]))
        for name in row.criteria
        if name in values
    ]


WARNINGS: dict[str, Text] = {
    "rematch": gettext_lazy("Revanche inévitable : %(one)s et %(other)s se sont déjà rencontrés."),
    "forbidden_pair": gettext_lazy("%(one)s et %(other)s n'auraient pas dû se rencontrer."),
    "partner_repeated": gettext_lazy(
        "%(one)s et %(other)s refont équipe : aucune autre paire n'était possible."
    ),
}
# Warnings about an entrant who came too late for the draw, by code.
TOO_LATE: dict[str, Text] = {
    "too_late_for_bracket": gettext_lazy(
        "%(name)s est arrivé après le tirage du tableau : plus de place."
    ),
    "too_late_for_schedule": gettext_lazy(
        "%(name)s est arrivé après le premier tirage et n'a pas de place dans le mouvement : "
        "il en prendra une dès que quelqu'un s'en va."
    ),
}


# Warnings about entrants who came or left after a draft was drawn, by code.
CHANGED: dict[str, Text] = {
    "entrants_missing": gettext_lazy("Présents, mais pas dans ce tirage : %(names)s."),
    "entrants_gone": gettext_lazy("Dans ce tirage, mais plus là : %(names)s."),
}
# The code of the warning that the final has no winner.
NO_WINNER = "no_winner"


def changed(folded: TournamentState, number: int) -> list[dict[str, object]]:
    """Return the warnings on entrants who came or left since a round was drawn; none once it is
    closed.

    For the last round there is also a warning if nobody has won the final and no winner is
    declared.
    """
    entrants_by_code = zip(CHANGED, rounds.missed(folded, number), strict=True)
    warnings: list[dict[str, object]] = [
        {"code": code, "entrants": entrants} for code, entrants in entrants_by_code if entrants
    ]
    if number == len(folded.rounds) and folded.winner is None and without_winner(folded):
        warnings.append({"code": NO_WINNER, "entrants": []})
    return warnings


def change(warning_: Mapping[str, object], names: Mapping[int, str]) -> str:
    """Return the sentence for a warning that `changed` returns."""
    if warning_["code"] == NO_WINNER:
        return _("Personne n'a gagné la finale : les deux sont 2es. On peut désigner un vainqueur.")
    entrants: Any = warning_["entrants"]
    listed = ", ".join(isolated(names[entrant]) for entrant in entrants)
    return str(CHANGED[str(warning_["code"])]) % {"names": listed}


def warning(warning_: Mapping[str, object], names: Mapping[int, str]) -> str:
    """Return the sentence for a warning, for example about a rematch that a draw could not
    avoid.
    """
    code = str(warning_.get("code"))
    if code in CHANGED or code == NO_WINNER:
        return change(warning_, names)
    if code in TOO_LATE:
        (late,) = warned(warning_)
        return str(TOO_LATE[code]) % {"name": names.get(late, str(late))}
    text = WARNINGS.get(code)
    entrants = warning_.get("entrants")
    if text is None or not isinstance(entrants, list | tuple) or len(entrants) != 2:
        return str(warning_.get("code", ""))
    first, second = (names.get(number, str(number)) for number in entrants)
    return str(text) % {"one": first, "other": second}


def warned(warning_: Mapping[str, object]) -> list[int]:
    """Return the numbers of the entrants whom a warning is about."""
    entrants: Any = warning_["entrants"] if "entrants" in warning_ else [warning_.get("entrant")]
    return [entrant for entrant in entrants if isinstance(entrant, int)]
