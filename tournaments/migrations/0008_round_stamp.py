"""What a round was last written as: a process that has read it need not read it again."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0007_webhooks_end_with_their_right")]

    operations = [
        migrations.AddField(
            "round",
            "stamp",
            models.CharField(
                blank=True,
                default="",
                help_text="Another one each time it or a table is written.",
                max_length=16,
            ),
        )
    ]
