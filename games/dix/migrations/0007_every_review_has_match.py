import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('dix', '0006_fill_match_of_review'),
    ]

    operations = [
        migrations.AlterField(
            model_name='handreview',
            name='match',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='games.match'),
        ),
    ]
