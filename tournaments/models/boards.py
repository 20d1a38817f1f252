"""The boards of a duplicate, and what another site's tables made of them."""

from django.db import models
from django.db.models import Q

from core.names import MAX_LENGTH
from games.models import ID_LENGTH
from tournaments.models.tournament import OfTournament


class DealtBoard(OfTournament):
    """A dealt hand of a duplicate, as far as it can't be made again from the secret.

    `hands`: the cards by seat, of a deal that was entered at a table or came from a file; null
    where the site deals. `entered_at`: the round and table that entered it, or null. `draft`: hands
    that a table has entered one by one so far, by table, then by seat. `solved`: what perfect play
    makes of it, by the game; null: not known yet. `due_at`: when it is to be solved. `par` counts
    where the standings are against it.
    """

    number = models.PositiveIntegerField()
    hands = models.JSONField(null=True, blank=True)
    entered_at = models.JSONField(null=True, blank=True)
    draft = models.JSONField(default=dict, blank=True)
    solved = models.JSONField(null=True, blank=True)
    due_at = models.DateTimeField(null=True, blank=True, db_index=True)
    par = models.IntegerField(null=True, blank=True)

    class Meta:
        ordering = ("number",)
        constraints = (
            models.UniqueConstraint(fields=("tournament", "number"), name="board_once"),
            models.CheckConstraint(condition=Q(number__gte=1), name="board_from_one"),
        )

    def __str__(self) -> str:
        return f"{self.tournament_id} {self.number}"


class ResultsElsewhere(OfTournament):
    """What another site's tables made of the same deals, as its file told.

    `signer` is the public key of that site, `source` the tournament there. `pairs` are the names,
    `results` the board, both pairs by their place in the list, and the first one's points.
    """

    signer = models.CharField(max_length=64)
    source = models.CharField(max_length=ID_LENGTH)
    name = models.CharField(max_length=MAX_LENGTH)
    pairs = models.JSONField()
    results = models.JSONField()

    class Meta:
        ordering = ("id",)
        constraints = (
            models.UniqueConstraint(
                fields=("tournament", "signer", "source"), name="results_elsewhere_once"
            ),
        )

    def __str__(self) -> str:
        return f"{self.tournament_id} {self.name}"
