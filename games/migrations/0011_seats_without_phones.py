from django.db import migrations, models


class Migration(migrations.Migration):
    """Seats are no longer taken by phones. The column stays for the release before, which reads it."""

    dependencies = [
        ('games', '0010_only_what_is_vouched_for_counts'),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name='seat',
            name='seat_taken_by_somebody',
        ),
        migrations.AlterField(
            model_name='seat',
            name='taken',
            field=models.BooleanField(db_default=False, default=False),
        ),
        migrations.SeparateDatabaseAndState(
            state_operations=[migrations.RemoveField(model_name='seat', name='taken')],
        ),
        migrations.AddField(
            model_name='match',
            name='seats_record',
            field=models.BooleanField(db_default=False, default=False, help_text="Phones with the table's code record too."),
        ),
    ]
