"""Links of entrants that end, sign-ups that nobody has confirmed, the end of a waiting list."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0022_duplicate'),
    ]

    operations = [
        migrations.AddField(
            model_name='entrant',
            name='wish',
            field=models.BooleanField(db_default=False, default=False, help_text='They signed up themselves; nobody who runs it has confirmed them.'),
        ),
        migrations.AddField(
            model_name='tournament',
            name='generations',
            field=models.JSONField(blank=True, help_text="How many links have ended, by entrant's number.", null=True),
        ),
        migrations.AddField(
            model_name='tournament',
            name='waiting_limit',
            field=models.PositiveSmallIntegerField(blank=True, help_text='How many may wait; null: as many as places, or ten.', null=True),
        ),
    ]
