import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0011_seats_without_phones'),
        ('dix', '0004_review_by_club'),
    ]

    operations = [
        migrations.AddField(
            model_name='handreview',
            name='match',
            field=models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='games.match'),
        ),
        migrations.AlterField(
            model_name='handreview',
            name='hand',
            field=models.OneToOneField(on_delete=django.db.models.deletion.DO_NOTHING, primary_key=True, related_name='review', serialize=False, to='dix.dixhand'),
        ),
    ]
