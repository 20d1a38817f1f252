"""The boards of a duplicate, and their results at the tables of another site."""

from django.db import models
from django.db.models import Q

from core.names import MAX_LENGTH
from games.models import ID_LENGTH
from tournaments.models.tournament import OfTournament


class DealtBoard(OfTournament):
    """A dealt hand of a duplicate, as far as it cannot be computed from the secret.

    `hands`: the cards by seat, if they were entered at a table or came from a file; null if the
    site deals. `entered_at`: the round and table that entered it, or null. `draft`: the hands that
    a table has entered so far, one by one, by table, then by seat. `solved`: the result of perfect
    play, in the game's shape; null if it is not known yet. `due_at`: when it is to be solved.
    `par`: the score that results are compared with, if the standings are against par.
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
    """The results of the same deals at the tables of another site, from a file of that site.

    `signer` is the public key of that site, `source` the tournament there. `pairs` are the names.
    Each item of `results` has the board, both pairs by their place in `pairs`, and the points of
    the first pair.
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
