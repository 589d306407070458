from typing import Any

from django.db import migrations

from engine.wire.earlier_rules import earlier_rules


def fill(apps: Any, schema_editor: Any) -> None:
    """Says in each event's row what its facts, read as the newest, say: which rules it plays."""
    tournaments = apps.get_model("tournaments", "Tournament")
    for row in tournaments.objects.iterator():
        if row.settings and "rules" not in row.settings:
            rules = earlier_rules(row.settings["ruleset"], row.settings["overrides"])
            row.settings = row.settings | {"rules": rules}
            row.save(update_fields=["settings"])


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0004_superseded_match")]

    operations = [migrations.RunPython(fill, migrations.RunPython.noop)]
