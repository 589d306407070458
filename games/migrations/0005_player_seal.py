"""Seals what every player is known by, as it is when this version comes."""

from typing import Any

from django.db import migrations

import games.master_keys
from games.master_keys import sealed_identity

AT_ONCE = 500


def seal(apps: Any, schema_editor: Any) -> None:
    players = apps.get_model("games", "Player").objects
    some = []
    for player in players.order_by("pk").iterator(chunk_size=AT_ONCE):
        player.seal = sealed_identity(player)
        some.append(player)
        if len(some) == AT_ONCE:
            players.bulk_update(some, ["seal"])
            some = []
    players.bulk_update(some, ["seal"])


class Migration(migrations.Migration):
    dependencies = [("games", "0004_seats_from_their_facts")]

    operations = [
        migrations.AddField("player", "seal", games.master_keys.IdentitySeal(default=b"")),
        migrations.RunPython(seal, migrations.RunPython.noop),
    ]
