"""Whether an entrant's name was given, or is its people's."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0001_initial")]
    operations = [
        migrations.AddField(
            model_name="entrant",
            name="named",
            field=models.BooleanField(
                default=False,
                help_text="The name was given; else it is its people's, as they are shown.",
            ),
        ),
    ]
