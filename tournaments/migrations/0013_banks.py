from typing import Any

from django.db import migrations


def add_banks(apps: Any, schema_editor: Any) -> None:
    """No turn of an event so far had a bank beside it."""
    tournaments = apps.get_model("tournaments", "Tournament")
    for row in tournaments.objects.iterator():
        if row.settings and "bank_seconds" not in row.settings:
            row.settings = {**row.settings, "bank_seconds": 0}
            row.save(update_fields=["settings"])


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0012_byes"),
    ]

    operations = [
        migrations.RunPython(add_banks, migrations.RunPython.noop),
    ]
