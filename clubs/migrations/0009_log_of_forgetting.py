from django.db import migrations, models
from django.db.models import Q

KINDS = [
    ("made", "Club fondé"),
    ("settings", "Réglages"),
    ("invited", "Invitation"),
    ("revoked", "Invitation retirée"),
    ("joined", "Arrivée"),
    ("role", "Rôle"),
    ("excluded", "Membre retiré"),
    ("left", "Départ"),
    ("added", "Personne ajoutée"),
    ("renamed", "Nom"),
    ("shown", "Nom sur les pages"),
    ("removed", "Personne retirée de la liste"),
    ("tied", "Compte lié"),
    ("untied", "Compte délié"),
    ("merged", "Réunion de deux personnes"),
    ("unmerged", "Réunion défaite"),
    ("forgotten", "Personne oubliée"),
]


class Migration(migrations.Migration):
    dependencies = [("clubs", "0008_what_a_club_calls_people")]

    operations = [
        migrations.RemoveConstraint(model_name="clubchange", name="club_change_kind_known"),
        migrations.AlterField(
            model_name="clubchange",
            name="kind",
            field=models.CharField(choices=KINDS, max_length=10),
        ),
        migrations.AddConstraint(
            model_name="clubchange",
            constraint=models.CheckConstraint(
                condition=Q(kind__in=[kind for kind, _name in KINDS]),
                name="club_change_kind_known",
            ),
        ),
    ]
