from django.db import migrations
from django.db.models import OuterRef, Subquery


def fill(apps, schema_editor):
    """Give each review the match of its hand."""
    hands = apps.get_model("dix", "DixHand").objects.filter(pk=OuterRef("pk"))
    reviews = apps.get_model("dix", "HandReview").objects.filter(match=None)
    reviews.update(match_id=Subquery(hands.values("match_id")))


class Migration(migrations.Migration):

    dependencies = [
        ('dix', '0005_review_knows_match'),
    ]

    operations = [
        migrations.RunPython(fill, migrations.RunPython.noop),
    ]
