"""Evenings in a club's calendar that are not tournaments."""

from django.db import models
from django.db.models import Q
from django.utils import timezone

from clubs.models import NOTICE_LENGTH, Club, OfClub
from core.names import MAX_LENGTH
from games.models import ID_LENGTH, new_match_id


class ClubEvening(OfClub):
    """An evening in a club's calendar that is not a tournament: « soirée du club, 20 h 30 ».

    `sequence` counts the changes, so that a subscribed calendar recognises a newer version.
    """

    id = models.CharField(primary_key=True, max_length=ID_LENGTH, default=new_match_id)
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="+", db_index=False)
    title = models.CharField(max_length=MAX_LENGTH)
    date = models.DateField()
    start = models.TimeField(null=True, blank=True)
    end = models.TimeField(
        null=True, blank=True, help_text="Not after the start: of the day after."
    )
    place = models.CharField(max_length=MAX_LENGTH, blank=True)
    note = models.CharField(max_length=NOTICE_LENGTH, blank=True)
    cancelled = models.BooleanField(default=False)
    sequence = models.PositiveIntegerField(default=0)
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    changed_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ("date", "start", "id")
        indexes = (models.Index(fields=("club", "date"), name="evening_of_club"),)
        constraints = (
            models.CheckConstraint(
                condition=Q(end=None) | Q(start__isnull=False), name="evening_end_has_a_start"
            ),
        )

    def __str__(self) -> str:
        return f"{self.club_id} {self.date} {self.title}"
