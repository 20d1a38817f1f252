"""What is known of a past tournament: organiser, numbers, a picture."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0027_what_people_are_told'),
    ]

    operations = [
        migrations.AddField(
            model_name='tournament',
            name='held_by',
            field=models.CharField(blank=True, db_default='', default='', help_text='Its organiser.', max_length=80),
        ),
        migrations.AddField(
            model_name='tournament',
            name='people_count',
            field=models.PositiveIntegerField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name='tournament',
            name='picture',
            field=models.URLField(blank=True, db_default='', default='', help_text='A link.', max_length=400),
        ),
        migrations.AddField(
            model_name='tournament',
            name='team_count',
            field=models.PositiveIntegerField(blank=True, null=True),
        ),
    ]
