"""What a rest and a place are worth, and how many groups there will be: said before the draw."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.pairing.records import exact, rest_score, rest_worth
from tournaments.queries import View
from tournaments.showing import planning
from tournaments.showing.standings_why import shown


def before_draw(view: View, count: int) -> list[str]:
    """Return what the players should know before a round of so many is drawn."""
    told = [*_groups(view), *places(view)]
    if view.way.resting(count, view.folded.options):
        told += rest(view)
    return told


def rest(view: View) -> list[str]:
    """Say what a rest is worth, and what score it counts as."""
    options = view.folded.options
    if view.way.many(options) and options.points.bye is None:
        return [_("Un repos vaut une première place.")]
    worth, win = rest_worth(options), exact(options.points.win)
    points = ngettext("%(points)s point", "%(points)s points", 2 if worth >= 2 else 1) % {
        "points": shown("points", worth)
    }
    if not worth:
        return [_("Un repos ne vaut rien.")]
    scored, conceded = rest_score(options)
    if (scored, conceded) == (0, 0):
        score = _("sans écart de score")
    else:
        words = {"scored": shown("", scored), "conceded": shown("", conceded)}
        score = _("au score de %(scored)s à %(conceded)s") % words
    words = {"points": points, "score": score}
    if worth == win:
        return [_("Un repos vaut une victoire (%(points)s), %(score)s.") % words]
    return [_("Un repos vaut %(points)s, %(score)s.") % words]


def places(view: View) -> list[str]:
    """Say how the points of places compare between tables, where nothing else was chosen."""
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
    """Say how many groups there will be, of how many, their rounds, and how many come through."""
    if view.way.pools is None or view.folded.rounds or len(view.field.playing) < view.way.least:
        return []
    return [f"{', '.join(planning.groups(view.way.plan(view.field)))}."]
