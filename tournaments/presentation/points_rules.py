"""Sentences shown before a draw: the points of a rest and of a place, and the groups."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.draws.field import Options
from tournaments.draws.ranking.records import (
    EntrantTable,
    bonus_of,
    exact,
    rest_of,
    rest_score,
    rest_worth,
)
from tournaments.presentation import planning
from tournaments.presentation.standings_why import value_text
from tournaments.view import View

WON = ("win", "bye", "forfeit_win")


def before_draw(view: View, count: int) -> list[str]:
    """Return the sentences that players should know before a round of `count` entrants is drawn."""
    sentences = [*_groups(view), *places(view), *scores(view)]
    if view.way.resting(count, view.folded.options):
        sentences += rest(view)
    return sentences


def rest(view: View) -> list[str]:
    """Return the sentence on what a rest is worth, as a list."""
    options = view.folded.options
    if options.duplicate:
        return [_("Un repos ne compte ni pour ni contre.")]
    if options.counting != "result":
        return [_scored_rest(options)]
    if view.way.many(options) and options.points.bye is None:
        return [_("Un repos vaut une première place.")]
    worth, win = rest_worth(options), exact(options.points.win)
    points = ngettext("%(points)s point", "%(points)s points", 2 if worth >= 2 else 1) % {
        "points": value_text("points", worth)
    }
    if not worth:
        return [_("Un repos ne vaut rien.")]
    scored, conceded = rest_score(options)
    if (scored, conceded) == (0, 0):
        score = _("sans écart de score")
    else:
        words = {"scored": value_text("", scored), "conceded": value_text("", conceded)}
        score = _("au score de %(scored)s à %(conceded)s") % words
    words = {"points": points, "score": score}
    if worth == win:
        return [_("Un repos vaut une victoire (%(points)s), %(score)s.") % words]
    return [_("Un repos vaut %(points)s, %(score)s.") % words]


def _scored_rest(options: Options) -> str:
    if options.counting == "score":
        return _("Un repos vaut la moyenne des points de la ronde, une fois tous les résultats là.")
    worth = rest_of(options)
    words = {name: value_text("", value) for name, value in worth._asdict().items()}
    return _("Un repos vaut une victoire de %(scored)s à %(conceded)s : %(points)s points.") % words


def scores(view: View) -> list[str]:
    """Return the sentences on how scores count in the standings; none if only results count."""
    options = view.folded.options
    if options.counting == "bonus":
        sentence = _(
            "Une victoire vaut %(bonus)s points, plus les points marqués, plus l'écart ; "
            "une défaite, les points marqués."
        )
        return [sentence % {"bonus": bonus_of(options)}]
    if options.counting != "score":
        return []
    sentence = _("Le classement additionne les points marqués à toutes les rondes.")
    if not options.deals:
        return [sentence]
    deals = ngettext("%(count)s donne par ronde.", "%(count)s donnes par ronde.", options.deals) % {
        "count": options.deals
    }
    return [deals, sentence]


def round_sum(table: EntrantTable, options: Options) -> str:
    """Return the points of an entrant's round as a sum: « Ronde 2 : 100 + 500 + 120 = 720 »."""
    sentence = _("Ronde %(number)s : %(sum)s") % {
        "number": table.round,
        "sum": _sum(table, options),
    }
    if table.outcome == "bye":
        return _("%(told)s (repos)") % {"told": sentence}
    if table.outcome in ("forfeit_win", "forfeit_loss"):
        return _("%(told)s (forfait)") % {"told": sentence}
    return sentence


def _sum(table: EntrantTable, options: Options) -> str:
    if table.outcome in ("absent", "running"):
        return "–"
    parts = [table.points - table.scored, table.scored]
    if options.counting == "bonus" and table.outcome in WON:
        parts = [exact(bonus_of(options)), table.scored, table.scored - table.conceded]
    terms = [value_text("", part) for part in parts if part]
    if len(terms) < 2:
        return value_text("", table.points)
    return f"{' + '.join(terms)} = {value_text('', table.points)}"


def places(view: View) -> list[str]:
    """Return the sentence on how places at large and small tables compare, as a list.

    The list is empty if the organiser has set the points of the places.
    """
    options = view.folded.options
    if not view.way.many(options) or options.place_points is not None or options.edition == 1:
        return []
    return [
        _(
            "Une place vaut la part de la table que l'on devance : gagner vaut autant à une table "
            "de 3 qu'à une table de 5."
        )
    ]


def _groups(view: View) -> list[str]:
    """Return the sentence on the groups, as a list: number and size, rounds, and how many qualify.

    The list is empty without groups, or once a round is drawn.
    """
    if view.way.pools is None or view.folded.rounds or len(view.field.playing) < view.way.least:
        return []
    return [f"{', '.join(planning.groups(view.way.plan(view.field)))}."]
