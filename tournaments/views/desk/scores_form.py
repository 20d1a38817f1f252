"""The form for a table's result: scores, forfeits, or a match."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext as _

from tournaments.formats.option_fields import FigureField, signed_input
from tournaments.state.reported_result import ReportedResult


class ScoresForm(forms.Form):
    """The form for a table's result: a score for each side, who forfeits, or the match that decides
    it.
    """

    def __init__(
        self,
        names: Sequence[str],
        data: Any = None,
        scores: Sequence[Any] = (),
        *,
        by_match: bool = True,
    ) -> None:
        super().__init__(data)
        self.count = len(names)
        # Whether the typed scores are impossible or unlikely. The form then asks to confirm
        # them.
        self.doubtful = False
        for at, name in enumerate(names):
            self.fields[f"score_{at}"] = FigureField(
                label=_("Score de %(name)s") % {"name": name},
                required=False,
                max_digits=11,
                decimal_places=2,
                initial=scores[at] if at < len(scores) else None,
                widget=signed_input(maxlength="14"),
            )
            self.fields[f"forfeit_{at}"] = forms.BooleanField(
                label=_("%(name)s déclare forfait") % {"name": name}, required=False
            )
        if by_match:
            self.fields["match"] = forms.CharField(
                label=_("Ou le code d'un match fini du club"),
                required=False,
                max_length=40,
                widget=forms.TextInput(
                    attrs={"autocapitalize": "characters", "autocomplete": "off"}
                ),
                help_text=_("Les huit signes de son adresse : 7K3QZ9WX."),
            )

    @property
    def sure(self) -> bool:
        """Whether the user has confirmed a doubtful score."""
        return "sure" in self.data

    def question(self, doubts: Sequence[str]) -> bool:
        """Add the doubts to the form's errors, unless the user has confirmed the score.

        Return whether any were added.
        """
        self.doubtful = bool(doubts) and not self.sure
        if self.doubtful:
            self.add_error(None, [*doubts])
        return self.doubtful

    @property
    def match_field(self) -> forms.BoundField | None:
        """The field for the match that decides the result; None if the form has no such field."""
        return self["match"] if "match" in self.fields else None

    @property
    def sides(self) -> list[dict[str, forms.BoundField]]:
        """The two fields of each side: its score, and whether it forfeits."""
        return [
            {"score": self[f"score_{at}"], "forfeit": self[f"forfeit_{at}"]}
            for at in range(self.count)
        ]

    def result(self, sides: Sequence[Sequence[int]]) -> ReportedResult:
        """Return the result that was entered. `sides` has the entrants of each side.

        If a side forfeits, all its entrants do. The scores are used only if every side has one
        and neither a forfeit nor a match is given.
        """
        values = self.cleaned_data
        gone = [
            entrant for at, side in enumerate(sides) if values[f"forfeit_{at}"] for entrant in side
        ]
        match = values.get("match", "").upper() or None
        typed = [values[f"score_{at}"] for at in range(self.count)]
        if gone or match or None in typed:
            typed = []
        return ReportedResult(
            scores=tuple(
                int(score) if score == score.to_integral_value() else float(score)
                for score in typed
            ),
            forfeit=tuple(sorted(gone)),
            match=match,
        )
