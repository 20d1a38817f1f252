"""What people are told of a tournament: a text, a price, a contact."""

from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('clubs', '0015_ask_who_vouches'),
        ('tournaments', '0026_phone_and_licence'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name='tournament',
            name='about',
            field=models.TextField(blank=True, db_default='', default='', help_text='What people are told before they come: a few lines.', max_length=600),
        ),
        migrations.AddField(
            model_name='tournament',
            name='contact',
            field=models.CharField(blank=True, db_default='', default='', help_text='Whom they ask: a name, a phone, an address.', max_length=120),
        ),
        migrations.AddField(
            model_name='tournament',
            name='price',
            field=models.PositiveIntegerField(blank=True, help_text='What people are told to pay, in hundredths.', null=True),
        ),
        migrations.AddField(
            model_name='tournament',
            name='price_per',
            field=models.CharField(choices=[('entrant', 'par inscrit'), ('person', 'par personne')], db_default='entrant', default='entrant', max_length=7),
        ),
        migrations.AddConstraint(
            model_name='tournament',
            constraint=models.CheckConstraint(condition=models.Q(('price_per__in', ('entrant', 'person'))), name='tournament_price_per_known'),
        ),
    ]
