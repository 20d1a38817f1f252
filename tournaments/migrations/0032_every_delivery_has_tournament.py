"""Was: the column is never null. That waits for a later release.

During a rolling upgrade an older program serves beside this one for a while, and stores deliveries without
their tournament. So the column stays nullable as long as a release without it may serve the same
database. A later release fills what is left, and declares `CONTRACTS`.
"""

from django.db import migrations


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0031_fill_tournament_of_delivery'),
    ]

    operations = []
