"""The rows of bulletins and of their texts."""

import uuid

from django.conf import settings
from django.db import models
from django.utils import timezone

from clubs.models import Club

TITLE_MAX = 200
# The longest text: a little more than an A4 page can contain.
TEXT_MAX = 4000
# The longest stored title. It is longer than a typed one, because a reference may be longer than
# the name that it replaces.
STORED_TITLE_MAX = 4 * TITLE_MAX


class Bulletin(models.Model):
    """The bulletin of a club's day, once an officer has stored it.

    `made_from` is the digest of the results from which its texts were made. `cards` is the hand of
    its riddle. `uid` identifies the bulletin in feeds, and never changes.
    """

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="bulletins")
    day = models.DateField()
    uid = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    version = models.PositiveIntegerField(default=1)
    made_from = models.CharField(max_length=64)
    cards = models.JSONField(default=list, blank=True)
    published_at = models.DateTimeField(null=True, blank=True)
    updated_at = models.DateTimeField(default=timezone.now)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )

    class Meta:
        ordering = ("-day",)
        constraints = (
            models.UniqueConstraint(fields=("club", "day"), name="bulletin_once_a_day"),
            models.CheckConstraint(
                condition=models.Q(version__gte=1), name="bulletin_version_positive"
            ),
        )

    def __str__(self) -> str:
        return f"{self.club_id} {self.day:%Y-%m-%d}"

    @property
    def published(self) -> bool:
        """Whether others than the club's officers may read the bulletin."""
        return self.published_at is not None


class BulletinText(models.Model):
    """The text of a bulletin in one language. People are references (`bulletin.prose.marks`).

    `edited` is True once an officer has changed the text.
    """

    bulletin = models.ForeignKey(Bulletin, on_delete=models.CASCADE, related_name="texts")
    language = models.CharField(max_length=5)
    title = models.CharField(max_length=STORED_TITLE_MAX)
    body = models.TextField()
    question = models.TextField(blank=True)
    answer = models.TextField(blank=True)
    edited = models.BooleanField(default=False)

    class Meta:
        ordering = ("language",)
        constraints = (
            models.UniqueConstraint(
                fields=("bulletin", "language"), name="bulletin_text_once_a_language"
            ),
            models.CheckConstraint(
                condition=~models.Q(title="") & ~models.Q(body=""), name="bulletin_says_something"
            ),
        )

    def __str__(self) -> str:
        return f"{self.bulletin_id} {self.language}"
