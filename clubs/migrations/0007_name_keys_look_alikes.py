"""The keys of names anew: apostrophes, hyphens and spaces that look alike are one.

Two people of one club who become one by this are both kept: the one who cannot have the new key
keeps the old one, which no name makes any more. An officer renames or merges them.
"""

import logging

from django.db import migrations

from clubs.names import name_key


def make_anew(apps, schema_editor):
    """Write each key that changes, unless somebody of the club has it already."""
    ClubPlayer = apps.get_model("clubs", "ClubPlayer")
    rows = ClubPlayer.objects.order_by("id").values_list(
        "id", "club_id", "player_id", "name_key", "player__name"
    )
    for row, club, player, old, name in list(rows):
        key = name_key(name)
        if key == old:
            continue
        if ClubPlayer.objects.filter(club_id=club, name_key=key).exists():
            logging.getLogger("clubs").warning(
                "two people of one name in club %s: player %s keeps a key apart", club, player
            )
            continue
        ClubPlayer.objects.filter(id=row).update(name_key=key)


class Migration(migrations.Migration):
    dependencies = [("clubs", "0006_first_answers")]
    operations = [migrations.RunPython(make_anew, migrations.RunPython.noop)]
