import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('clubs', '0016_known_guests'),
        ('tournaments', '0029_people_of_palmares'),
    ]

    operations = [
        migrations.AddField(
            model_name='delivery',
            name='club',
            field=models.ForeignKey(blank=True, db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='clubs.club'),
        ),
        migrations.AddField(
            model_name='delivery',
            name='tournament',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='%(class)ss', to='tournaments.tournament'),
        ),
        migrations.AlterField(
            model_name='delivery',
            name='webhook',
            field=models.ForeignKey(on_delete=django.db.models.deletion.DO_NOTHING, related_name='deliveries', to='tournaments.webhook'),
        ),
        migrations.AlterField(
            model_name='finalplace',
            name='entrant',
            field=models.ForeignKey(on_delete=django.db.models.deletion.DO_NOTHING, related_name='+', to='tournaments.entrant'),
        ),
        migrations.AlterField(
            model_name='member',
            name='entrant',
            field=models.ForeignKey(on_delete=django.db.models.deletion.DO_NOTHING, related_name='members', to='tournaments.entrant'),
        ),
        migrations.AlterField(
            model_name='placeperson',
            name='place',
            field=models.ForeignKey(on_delete=django.db.models.deletion.DO_NOTHING, related_name='people', to='tournaments.place'),
        ),
        migrations.AlterField(
            model_name='pushsubscription',
            name='entrant',
            field=models.ForeignKey(on_delete=django.db.models.deletion.DO_NOTHING, related_name='+', to='tournaments.entrant'),
        ),
        migrations.AlterField(
            model_name='table',
            name='round',
            field=models.ForeignKey(on_delete=django.db.models.deletion.DO_NOTHING, related_name='tables', to='tournaments.round'),
        ),
        migrations.RemoveConstraint(
            model_name='member',
            name='member_place_once',
        ),
        migrations.AddConstraint(
            model_name='member',
            constraint=models.UniqueConstraint(fields=('tournament', 'entrant', 'place'), name='member_place_once'),
        ),
        migrations.RemoveConstraint(
            model_name='placeperson',
            name='place_person_once',
        ),
        migrations.AddConstraint(
            model_name='placeperson',
            constraint=models.UniqueConstraint(fields=('tournament', 'place', 'position'), name='place_person_once'),
        ),
        migrations.RemoveConstraint(
            model_name='pushsubscription',
            name='push_subscription_once',
        ),
        migrations.AddConstraint(
            model_name='pushsubscription',
            constraint=models.UniqueConstraint(fields=('tournament', 'entrant', 'url'), name='push_subscription_once'),
        ),
        migrations.RemoveConstraint(
            model_name='table',
            name='table_once',
        ),
        migrations.AddConstraint(
            model_name='table',
            constraint=models.UniqueConstraint(fields=('tournament', 'round', 'number'), name='table_once'),
        ),
        migrations.AddConstraint(
            model_name='finalplace',
            constraint=models.UniqueConstraint(fields=('tournament', 'entrant'), name='final_place_once'),
        ),
    ]
