"""The keys of entrants anew, in the rows and in the log that tells them.

Of two who become one by this, one keeps the old key: both stay entered.
"""

from django.db import migrations

from clubs.names import name_key


def make_anew(apps, schema_editor):
    """Write each key that changes, tournament by tournament."""
    Tournament = apps.get_model("tournaments", "Tournament")
    for tournament in Tournament.objects.order_by("pk").iterator():
        _entrants(apps, tournament)


def _entrants(apps, tournament):
    Entrant = apps.get_model("tournaments", "Entrant")
    rows = list(Entrant.objects.filter(tournament=tournament).order_by("number"))
    taken = {row.name_key for row in rows}
    changed = False
    for row in rows:
        key = name_key(row.name)
        if key != row.name_key and key not in taken:
            row.name_key = key
            row.save(update_fields=["name_key"])
            taken.add(key)
            changed = True
    guests = _guests(apps, tournament)
    if changed or any(name_key(name) != old for name, old in guests):
        _log(apps, tournament, {row.number: row.name_key for row in rows})


def _guests(apps, tournament):
    """The guests' names with the keys that the log has for them."""
    for entry in _entered(apps, tournament):
        for one in entry.data["entrants"]:
            for (player, guest), key in zip(
                one.get("members", ()), one.get("players", ()), strict=False
            ):
                if player is None:
                    yield guest, key


def _entered(apps, tournament):
    LogEntry = apps.get_model("tournaments", "LogEntry")
    return LogEntry.objects.filter(tournament=tournament, kind="entered").order_by("version")


def _log(apps, tournament, keys):
    number = 0
    for entry in _entered(apps, tournament):
        told = []
        for one in entry.data["entrants"]:
            number += 1
            people = [
                name_key(guest) if player is None else player
                for player, guest in one.get("members", ())
            ]
            told.append(
                {**one, "key": keys.get(number, one.get("key", ""))}
                | ({"players": people} if one.get("members") else {})
            )
        entry.data = {**entry.data, "entrants": told}
        entry.save(update_fields=["data"])


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0004_entrant_drawn"),
        ("clubs", "0007_name_keys_look_alikes"),
    ]
    operations = [migrations.RunPython(make_anew, migrations.RunPython.noop)]
