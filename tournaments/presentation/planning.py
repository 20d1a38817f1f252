"""Plans in words: the outline of a format, why it suits an evening, and when the evening ends."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.utils import timezone
from django.utils.formats import time_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.match.durations import UsualMinutes
from games.registry.game import Text
from tournaments.draws.plans import Plan
from tournaments.formats.descriptions import DESCRIPTIONS, name_of
from tournaments.formats.suggestion import Suggestion

REASONS: Mapping[str, Text] = {
    "all_meet": gettext_lazy("Tout le monde rencontre tout le monde : le plus juste."),
    "all_play": gettext_lazy("Personne n'est éliminé : tout le monde joue jusqu'au bout."),
    "same_deals": gettext_lazy("Les mêmes cartes pour tous : la chance n'y fait rien."),
    "partners": gettext_lazy("On vient sans partenaire, et l'on en change à chaque ronde."),
    "known": gettext_lazy("Tout est imprimé d'avance : chacun connaît ses rencontres."),
    "told_apart": gettext_lazy("Assez de rondes pour un seul premier."),
    "not_told_apart": gettext_lazy(
        "Trop peu de rondes pour être sûr d'un seul premier : le départage décidera."
    ),
    "final": gettext_lazy("Une vraie finale, que tout le monde regarde."),
    "least_matches": gettext_lazy("Chacun joue d'abord toute sa poule."),
    "second_chance": gettext_lazy("Une défaite n'élimine pas : chacun joue au moins deux fois."),
    "own_level": gettext_lazy("Chacun finit dans un tableau à son niveau, avec son podium."),
    "season": gettext_lazy("Une liste qui vit des mois : chacun joue quand il veut."),
    "each_point": gettext_lazy("Chaque point compte, et gagner rapporte un bonus."),
    "points_add": gettext_lazy("Les points s'additionnent : rien n'est perdu avant la fin."),
    "field_b": gettext_lazy("Qui ne se qualifie pas joue un tableau B, avec son podium."),
    "first_chance": gettext_lazy("Qui perd d'entrée joue un tableau B : deux matchs au moins."),
    "barrage": gettext_lazy("Poules par barrage : moins de tables à la fois."),
    "half_once": gettext_lazy("La moitié ne joue qu'une fois : pour finir tôt."),
    "rests": gettext_lazy("À certaines rondes, quelqu'un se repose."),
    "waves": gettext_lazy("Trop peu de tables : les matchs d'une ronde passent en plusieurs fois."),
}


# The options with a number that the organiser may change in a suggestion, without another formula.
NUMBERS = ("rounds", "deals", "table_size")


@dataclass(frozen=True, slots=True)
class NumberView:
    """A number of a suggestion that may be changed, with the name of its input in a form.

    `usual` is the number that was suggested.
    """

    option: str
    field: str
    label: Text
    value: int
    usual: int
    least: int
    most: int


@dataclass(frozen=True, slots=True)
class SuggestionView:
    """A suggestion with its texts for a page. `value` stands for it in a form."""

    key: str
    name: Text
    outline: str
    ends: str
    late: str
    reasons: tuple[Text, ...]
    value: str
    numbers: tuple[NumberView, ...]


def hours(minutes: int) -> str:
    """Return a duration in words: « 3 h 10 », « 45 min »."""
    whole, rest = divmod(minutes, 60)
    if not whole:
        return _("%(minutes)s min") % {"minutes": rest}
    if not rest:
        return _("%(hours)s h") % {"hours": whole}
    return _("%(hours)s h %(minutes)s") % {"hours": whole, "minutes": f"{rest:02}"}


def clock(moment: datetime) -> str:
    """Return the time of a moment in words: « 22 h 40 »."""
    return time_format(timezone.localtime(moment), _("G \\h i"))


def outline(plan: Plan, deals: int | None = None) -> str:
    """Return the outline of a plan: « 6 poules de 4, 3 rondes, 12 qualifiés ».

    `deals` is the number of deals of each round, if all tables play the same ones.
    """
    if not plan.rounds:
        return _("des défis, aussi longtemps qu'on veut")
    parts = _of_pools(plan) if plan.pools else [_rounds(len(plan.rounds))]
    parts.append(
        ngettext("%(count)s table", "%(count)s tables", plan.tables) % {"count": plan.tables}
    )
    if deals:
        each = ngettext("%(count)s donne par ronde", "%(count)s donnes par ronde", deals)
        parts.insert(1, each % {"count": deals})
        return ", ".join(parts)
    parts.append(_each(plan.least, plan.most))
    return ", ".join(parts)


def groups(plan: Plan) -> list[str]:
    """Return phrases on the groups: their number and size, their rounds, and how many qualify."""
    qualified = ngettext("%(count)s qualifié", "%(count)s qualifiés", plan.qualified)
    return [_pools(plan.pools), _rounds(plan.pool_rounds), qualified % {"count": plan.qualified}]


def _of_pools(plan: Plan) -> list[str]:
    last = len(plan.rounds) - plan.pool_rounds
    knockout = ngettext("puis %(count)s ronde", "puis %(count)s rondes", last)
    return [*groups(plan), *([knockout % {"count": last}] if last else [])]


def _rounds(count: int) -> str:
    return ngettext("%(count)s ronde", "%(count)s rondes", count) % {"count": count}


def _pools(sizes: tuple[int, ...]) -> str:
    counted = Counter(sizes)
    parts = [
        ngettext("%(count)s poule de %(size)s", "%(count)s poules de %(size)s", count)
        % {"count": count, "size": size}
        for size, count in sorted(counted.items(), reverse=True)
    ]
    return _(" et ").join(parts)


def _each(least: int, most: int) -> str:
    if least == most:
        return ngettext("%(count)s match chacun", "%(count)s matchs chacun", most) % {"count": most}
    return _("de %(least)s à %(most)s matchs chacun") % {"least": least, "most": most}


def pace(usual: UsualMinutes) -> str:
    """Return the sentence that says how many minutes a match is assumed to take.

    The number comes from the club's own matches, or from the game if there are none.
    """
    if not usual.matches:
        return _("En comptant %(minutes)s minutes par match.") % {"minutes": usual.minutes}
    return _(
        "En comptant %(minutes)s minutes par match, la médiane des %(matches)s derniers du club."
    ) % {"minutes": usual.minutes, "matches": usual.matches}


def ends(minutes: int, *, now: datetime | None = None) -> str:
    """Return a phrase with the time at which a plan ends if it starts at `now`.

    Without `now` the phrase says how long the plan takes.
    """
    if now is None:
        return _("environ %(hours)s") % {"hours": hours(minutes)}
    return _("fin vers %(clock)s") % {"clock": clock(rounded(now, minutes))}


def rounded(now: datetime, minutes: int) -> datetime:
    """Return the time `minutes` after `now`, rounded up to the next five minutes."""
    moment = now + timedelta(minutes=minutes)
    return moment + timedelta(minutes=-moment.minute % 5)


def suggested(suggestion: Suggestion, now: datetime | None = None) -> SuggestionView:
    """Return a suggestion with its texts for a page.

    With `now`, it says at what time the evening ends if it starts then; otherwise how long it is.
    """
    options = suggestion.options
    late = ""
    if suggestion.over:
        late = _("Dépasse de %(hours)s.") % {"hours": hours(suggestion.over)}
    return SuggestionView(
        key=suggestion.key,
        name=_("Mêmes donnes à toutes les tables")
        if options.get("duplicate")
        else name_of(suggestion.format),
        outline=outline(
            suggestion.plan, options.get("deals") if options.get("duplicate") else None
        ),
        ends=ends(suggestion.minutes, now=now) if suggestion.minutes else "",
        late=late,
        reasons=tuple(REASONS[code] for code in suggestion.reasons),
        value=value_of(suggestion.format, options),
        numbers=tuple(
            _number(suggestion, option)
            for option in NUMBERS
            if isinstance(options.get(option), int)
        ),
    )


def number_field(key: str, option: str) -> str:
    """Return the name of the input of a suggestion's number in a form."""
    return f"number-{key}-{option}"


def _number(suggestion: Suggestion, option: str) -> NumberView:
    field: Any = DESCRIPTIONS[suggestion.format].settings.base_fields[option]
    sizes = [size for size, _label in getattr(field, "choices", ())]
    return NumberView(
        option=option,
        field=number_field(suggestion.key, option),
        label=field.label,
        value=suggestion.options[option],
        usual=(suggestion.usual or suggestion.options)[option],
        least=min(sizes) if sizes else field.min_value,
        most=max(sizes) if sizes else field.max_value,
    )


def value_of(format_: str, options: Mapping[str, Any]) -> str:
    """Return a format with its options as one form value: « swiss rounds=5 »."""
    parts = (
        f"{name}={value if isinstance(value, str) else int(value)}"
        for name, value in options.items()
    )
    return " ".join([format_, *parts])
