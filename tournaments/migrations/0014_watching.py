from typing import Any

from django.db import migrations


def add_watching(apps: Any, schema_editor: Any) -> None:
    """All stages so far were watched as they were played."""
    tournaments = apps.get_model("tournaments", "Tournament")
    for row in tournaments.objects.iterator():
        stages = row.settings.get("stages", []) if row.settings else []
        if any("watching" not in stage for stage in stages):
            added = [{**stage, "watching": stage.get("watching", "")} for stage in stages]
            row.settings = {**row.settings, "stages": added}
            row.save(update_fields=["settings"])


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0013_banks"),
    ]

    operations = [
        migrations.RunPython(add_watching, migrations.RunPython.noop),
    ]
