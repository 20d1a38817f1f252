"""Was: the column is never null. That waits for a later release.

During a rolling upgrade an older program serves beside this one for a while, and stores reviews without
their match. So the column stays nullable as long as a release without it may serve the same
database. A later release fills what is left, and declares `CONTRACTS`.
"""

from django.db import migrations


class Migration(migrations.Migration):

    dependencies = [
        ('dix', '0006_fill_match_of_review'),
    ]

    operations = []
