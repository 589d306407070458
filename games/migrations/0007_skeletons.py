"""What the handles of people are taken for: each by who came first, so that nobody's is refused."""

from typing import Any

from django.db import migrations, models

from games.lookalikes import skeleton

AT_ONCE = 500


def fill(apps: Any, schema_editor: Any) -> None:
    players = apps.get_model("games", "Player").objects
    taken: set[str] = set()
    some = []
    for player in players.filter(kind="person").order_by("pk").iterator(chunk_size=AT_ONCE):
        found = skeleton(player.handle)
        if found in taken:
            continue
        taken.add(found)
        player.skeleton = found
        some.append(player)
        if len(some) == AT_ONCE:
            players.bulk_update(some, ["skeleton"])
            some = []
    players.bulk_update(some, ["skeleton"])


class Migration(migrations.Migration):
    dependencies = [("games", "0006_accounts")]

    operations = [
        migrations.AddField(
            "player",
            "skeleton",
            models.CharField(max_length=24, unique=True, null=True, editable=False),
        ),
        migrations.RunPython(fill, migrations.RunPython.noop),
    ]
