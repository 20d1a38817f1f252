"""The tables of the toy's ruleset and throws."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.models import EntryBase, RulesBase, between


class ToyRules(RulesBase):
    """The toy's ruleset: the points that win, and the faces of a die."""

    target = models.PositiveSmallIntegerField(
        _("points pour gagner"), default=3, validators=between(1, 100)
    )
    faces = models.PositiveSmallIntegerField(
        _("faces d'un dé"), default=6, validators=between(2, 100)
    )

    class Meta:
        constraints = (
            models.CheckConstraint(condition=Q(target__gte=1), name="toy_target"),
            models.CheckConstraint(condition=Q(faces__gte=2), name="toy_faces"),
        )

    def __str__(self) -> str:
        return f"{self.match_id} {self.target}"


class ToyThrow(EntryBase):
    """A throw: the value of each seat's die, in seat order."""

    values = models.JSONField()

    class Meta(EntryBase.Meta):
        pass

    def __str__(self) -> str:
        return f"{self.match_id} {self.number}"
