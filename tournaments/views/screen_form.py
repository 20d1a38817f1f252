"""The views that the room's screen can show, and the form that arranges them."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy


class ScreenView(NamedTuple):
    """A view of the room's screen, with the number of seconds that it is shown by default (0: not
    shown).
    """

    name: Any
    seconds: int


# The views, in the order in which the screen shows them by default.
VIEWS: Mapping[str, ScreenView] = {
    "tables": ScreenView(gettext_lazy("Les tables"), 15),
    "names": ScreenView(gettext_lazy("Chacun à sa table, par nom"), 15),
    "pools": ScreenView(gettext_lazy("Les poules"), 15),
    "movement": ScreenView(gettext_lazy("Le mouvement"), 15),
    "ladder": ScreenView(gettext_lazy("L'échelle"), 20),
    "standings": ScreenView(gettext_lazy("Le classement"), 15),
    "bracket": ScreenView(gettext_lazy("Le tableau"), 20),
    "timer": ScreenView(gettext_lazy("Le minuteur, en grand"), 0),
}
SHORTEST_VIEW, LONGEST_VIEW = 5, 300


class ScreenForm(forms.Form):
    """The form that arranges the room's screen, with its message.

    Each view has a place in the order, and a number of seconds. Without a number it is not
    shown.
    """

    message = forms.CharField(
        label=gettext_lazy("Une ligne sous chaque vue"), required=False, max_length=120
    )

    def __init__(self, data: Any, *, seconds_by_view: Mapping[str, int], message: str) -> None:
        super().__init__(data, initial={"message": message})
        order = [*seconds_by_view, *(slug for slug in VIEWS if slug not in seconds_by_view)]
        for place, slug in enumerate(order, start=1):
            name = VIEWS[slug].name
            self.fields[f"seconds_{slug}"] = forms.IntegerField(
                label=_("%(view)s : secondes") % {"view": name},
                required=False,
                min_value=SHORTEST_VIEW,
                max_value=LONGEST_VIEW,
                initial=seconds_by_view.get(slug),
            )
            self.fields[f"place_{slug}"] = forms.IntegerField(
                label=_("%(view)s : place") % {"view": name},
                min_value=1,
                max_value=len(VIEWS),
                initial=place,
            )

    @property
    def rows(self) -> list[dict[str, Any]]:
        """The two fields of each view, in the order of the views."""
        slugs = [name.removeprefix("place_") for name in self.fields if name.startswith("place_")]
        return [
            {
                "name": VIEWS[slug].name,
                "seconds": self[f"seconds_{slug}"],
                "place": self[f"place_{slug}"],
            }
            for slug in slugs
        ]

    def screen(self) -> dict[str, Any]:
        """Return the views and the message, in the form that a tournament stores."""
        values = self.cleaned_data
        order = sorted(VIEWS, key=lambda slug: values[f"place_{slug}"])
        views = [[slug, values[f"seconds_{slug}"]] for slug in order if values[f"seconds_{slug}"]]
        return {"views": views, "message": values["message"]}
