"""Facts that cannot be changed. A migration that makes the table anew must install this again."""

from django.db import migrations

from games.store.append_only import FACTS, in_migration


class Migration(migrations.Migration):
    dependencies = [("games", "0001_initial")]

    operations = [migrations.RunPython(in_migration(FACTS.install), in_migration(FACTS.remove))]
