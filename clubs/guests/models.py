"""Guests who turned out to be people of the club's list."""

from django.conf import settings
from django.db import models
from django.utils import timezone

from core.names import MAX_LENGTH


class KnownGuest(models.Model):
    """A guest of a club, by name, who turned out to be a player on its list.

    `receipts` stores what each layer above has given to the player, so that it can be taken back.
    Taking it back deletes the row, and so does forgetting the person.
    """

    club = models.ForeignKey("clubs.Club", on_delete=models.CASCADE, related_name="known_guests")
    player = models.ForeignKey(
        "clubs.Player", on_delete=models.PROTECT, related_name="known_guests"
    )
    name = models.CharField(max_length=MAX_LENGTH)
    at = models.DateTimeField(default=timezone.now)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    receipts = models.JSONField(default=dict)

    class Meta:
        ordering = ("id",)

    def __str__(self) -> str:
        return f"{self.club_id} {self.name} → {self.player_id}"
