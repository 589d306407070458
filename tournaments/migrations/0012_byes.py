from typing import Any

from django.db import migrations


def forget_editions(apps: Any, schema_editor: Any) -> None:
    """A bye counts when its round is over: standings that are kept are made anew."""
    apps.get_model("tournaments", "StandingsPage").objects.all().delete()
    apps.get_model("tournaments", "StandingsEdition").objects.all().delete()
    apps.get_model("tournaments", "Stage").objects.update(edition=0)


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0011_calls'),
    ]

    operations = [migrations.RunPython(forget_editions, migrations.RunPython.noop)]
