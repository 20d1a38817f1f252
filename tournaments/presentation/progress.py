"""The standings of a knockout in words: who is in, who is out, and where, field by field."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.registry.game import Text
from tournaments.draws.brackets.progress import KnockoutProgress
from tournaments.people_queries import Person
from tournaments.presentation.linked_names import linked
from tournaments.view import View

IN: Mapping[str, Text] = {
    "final": gettext_lazy("en finale"),
    "semi_final": gettext_lazy("en demi-finale"),
    "quarter_final": gettext_lazy("en quarts"),
    "eighth_final": gettext_lazy("en huitièmes"),
    "sixteenth_final": gettext_lazy("en seizièmes"),
    "round": gettext_lazy("en ronde %(stage)s"),
    "cadrage": gettext_lazy("en cadrage"),
    "third_place": gettext_lazy("en petite finale"),
    "losers": gettext_lazy("au repêchage, ronde %(stage)s"),
    "reset": gettext_lazy("à la belle"),
}
OUT: Mapping[str, Text] = {
    "final": gettext_lazy("finaliste"),
    "semi_final": gettext_lazy("éliminé en demi-finale"),
    "quarter_final": gettext_lazy("éliminé en quarts"),
    "eighth_final": gettext_lazy("éliminé en huitièmes"),
    "sixteenth_final": gettext_lazy("éliminé en seizièmes"),
    "round": gettext_lazy("éliminé en ronde %(stage)s"),
    "cadrage": gettext_lazy("éliminé en cadrage"),
    "third_place": gettext_lazy("4ᵉ, après la petite finale"),
    "losers": gettext_lazy("éliminé au repêchage, ronde %(stage)s"),
    "reset": gettext_lazy("finaliste, après la belle"),
    "groups": gettext_lazy("éliminé en poules"),
}
# The same for the heading of a list, in the plural.
OUT_TITLES: Mapping[str, Text] = {
    "final": gettext_lazy("Finaliste"),
    "semi_final": gettext_lazy("Éliminés en demi-finale"),
    "quarter_final": gettext_lazy("Éliminés en quarts"),
    "eighth_final": gettext_lazy("Éliminés en huitièmes"),
    "sixteenth_final": gettext_lazy("Éliminés en seizièmes"),
    "round": gettext_lazy("Éliminés en ronde %(stage)s"),
    "cadrage": gettext_lazy("Éliminés en cadrage"),
    "third_place": gettext_lazy("4ᵉ"),
    "losers": gettext_lazy("Éliminés au repêchage, ronde %(stage)s"),
    "reset": gettext_lazy("Finaliste"),
    "groups": gettext_lazy("Éliminés en poules"),
}
# What sorts the lists of a field.
Order = tuple[int, bool, int, int]


@dataclass(frozen=True, slots=True)
class ProgressGroup:
    """The entrants of a field who have come equally far. `title` is the heading of their list."""

    title: str
    state: str
    names: list[str] = field(default_factory=list)
    people: list[Sequence[Person]] = field(default_factory=list)

    @property
    def linked(self) -> list[SafeString]:
        """The names as HTML, with links to their people."""
        return [linked(*line) for line in zip(self.names, self.people, strict=True)]


@dataclass(frozen=True, slots=True)
class FieldProgress:
    """The lists of a field, the furthest first. `title` is empty if there is only one field."""

    title: str
    groups: list[ProgressGroup]

    @property
    def still_in(self) -> list[ProgressGroup]:
        """The lists of those who are still in, or have won."""
        return [group for group in self.groups if group.state in ("in", "won")]


def running(view: View) -> bool:
    """Return whether a knockout is played, so that the standings say who is in and who is out."""
    return view.folded.state != "finished" and bool(view.progress)


def field_name(letter: str) -> str:
    """Return the name of a field, such as « Tableau B »; empty if there is only one field."""
    return _("Tableau %(field)s") % {"field": letter} if letter else ""


def progress_text(reached: KnockoutProgress) -> str:
    """Return how far an entrant has come, without the field: « éliminé en huitièmes »."""
    if reached.state == "left":
        return _("a quitté le tournoi")
    if reached.state == "won":
        return _("3ᵉ, par la petite finale") if reached.level == "third_place" else _("vainqueur")
    words = IN if reached.state == "in" else OUT
    return str(words[reached.level]) % {"stage": reached.stage}


def progress_of(view: View, number: int) -> str:
    """Return how far an entrant has come, with the field: « Tableau B, en demi-finale ».

    The text is empty as long as no knockout decides the standings.
    """
    reached = view.progress.get(number)
    if reached is None:
        return ""
    return ", ".join(filter(None, (field_name(reached.field), progress_text(reached))))


def field_of(view: View, slot: str) -> str:
    """Return the letter of the field in which a table is played; empty if there is only one."""
    meeting = view.bracket.get(slot) if slot else None
    return meeting.node.field if meeting else ""


def fields(view: View) -> list[FieldProgress]:
    """Return the standings of a running knockout, field by field, the furthest first."""
    by_field: dict[str, dict[Order, ProgressGroup]] = {}
    late = ProgressGroup(_("Sans match dans le tableau"), "late")
    for row in view.ranking.rows:
        reached = view.progress.get(row.entrant)
        name, people = view.names[row.entrant], view.people.get(row.entrant, ())
        if reached is None:
            late.names.append(name)
            late.people.append(people)
            continue
        # Those out of the groups are in no field, and come after all fields.
        letter = reached.field if reached.level != "groups" else "~"
        groups = by_field.setdefault(letter, {})
        key = _order(reached)
        group = groups.setdefault(key, ProgressGroup(_title(reached), reached.state))
        group.names.append(name)
        group.people.append(people)
    made = [
        FieldProgress(
            field_name(letter) if letter != "~" else "",
            [groups[key] for key in sorted(groups)],
        )
        for letter, groups in sorted(by_field.items())
    ]
    return [*made, FieldProgress("", [late])] if late.names else made


def scenes(view: View, most: int) -> list[list[FieldProgress]]:
    """Return the lists for one screen after another, each with at most `most` names."""
    made: list[list[FieldProgress]] = []
    count = most
    for part in fields(view):
        for group in part.groups:
            for at in range(0, len(group.names), most):
                names = group.names[at : at + most]
                if count + len(names) > most:
                    made.append([])
                    count = 0
                count += len(names)
                _append(made[-1], part.title, ProgressGroup(group.title, group.state, names))
    return made


def _append(lists: list[FieldProgress], title: str, group: ProgressGroup) -> None:
    if lists and lists[-1].title == title:
        lists[-1].groups.append(group)
    else:
        lists.append(FieldProgress(title, [group]))


def _order(reached: KnockoutProgress) -> Order:
    """Return what sorts the lists of a field: the winner, who is in, who is out, who has left.

    Who has not lost comes before the losers' bracket, later rounds before earlier ones, and the
    final before the match for the third place, which has its winner first.
    """
    third = reached.level == "third_place"
    if reached.state == "won":
        phase = 2 if third else 0
    else:
        phase = {"in": 1, "out": 2, "left": 3}[reached.state]
    place = (1 if reached.state == "won" else 2) if third else 0
    return phase, reached.level == "losers", -reached.stage, place


def _title(reached: KnockoutProgress) -> str:
    """Return the heading of the list of those who have come as far as this."""
    if reached.state == "left":
        return _("Ont quitté le tournoi")
    if reached.state == "won":
        return _("3ᵉ") if reached.level == "third_place" else _("Vainqueur")
    if reached.state == "in":
        text = progress_text(reached)
        return text[:1].upper() + text[1:]
    return str(OUT_TITLES[reached.level]) % {"stage": reached.stage}
