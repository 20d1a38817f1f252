import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0031_fill_tournament_of_delivery'),
    ]

    operations = [
        migrations.AlterField(
            model_name='delivery',
            name='tournament',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='%(class)ss', to='tournaments.tournament'),
        ),
    ]
