"""A phone and a licence noted beside an entrant."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0025_partners_and_shared_ranks'),
    ]

    operations = [
        migrations.AddField(
            model_name='entrant',
            name='licence',
            field=models.CharField(blank=True, db_default='', default='', max_length=80),
        ),
        migrations.AddField(
            model_name='entrant',
            name='phone',
            field=models.CharField(blank=True, db_default='', default='', max_length=80),
        ),
    ]
