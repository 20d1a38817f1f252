"""The boards of a duplicate, and results of the same boards from another site."""

from django.db import models
from django.db.models import Q

from core.names import MAX_LENGTH
from games.models import ID_LENGTH
from tournaments.models.tournament import OfTournament


class DealtBoard(OfTournament):
    """A dealt hand of a duplicate. It holds what can't be computed from the tournament's secret.

    - `hands`: the cards by seat, if they were entered at a table or read from a file. Null if the
      site deals the cards.
    - `entered_at`: the round and table that entered the cards, or null.
    - `draft`: the hands that each table has entered so far, by table, then by seat.
    - `solved`: the result of perfect play, in the game's own format. Null if it is not known yet.
    - `due_at`: when it is to be solved, or null.
    - `par`: the score with which results are compared, if the standings are against par.
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
    """Results of the same deals at the tables of another site, read from a file of that site.

    `signer` is the public key of that site, `source` the id of the tournament there. `pairs` has
    the names of the pairs. Each item of `results` has the board, the indexes of both pairs in
    `pairs`, and the points of the first pair.
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
