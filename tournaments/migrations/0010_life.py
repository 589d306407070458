from typing import Any

from django.db import migrations, models


def add_minutes(apps: Any, schema_editor: Any) -> None:
    """Results of every event so far were final at once."""
    tournaments = apps.get_model("tournaments", "Tournament")
    for row in tournaments.objects.iterator():
        if row.settings and "provisional_minutes" not in row.settings:
            row.settings = {**row.settings, "provisional_minutes": 0}
            row.save(update_fields=["settings"])


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0009_casual_ratings'),
    ]

    operations = [
        migrations.AddField(
            model_name='tournament',
            name='decided',
            field=models.CharField(blank=True, default='', max_length=8),
        ),
        migrations.AddField(
            model_name='tournament',
            name='description',
            field=models.TextField(blank=True, default=''),
        ),
        migrations.AddField(
            model_name='tournament',
            name='final_at',
            field=models.DateTimeField(null=True),
        ),
        migrations.AlterField(
            model_name='tournament',
            name='state',
            field=models.CharField(choices=[('draft', 'draft'), ('registration', 'registration'), ('check_in', 'check-in'), ('running', 'running'), ('paused', 'paused'), ('provisional', 'results provisional'), ('completed', 'completed'), ('cancelled', 'cancelled'), ('deleted', 'deleted')], default='draft', max_length=12),
        ),
        migrations.RunPython(add_minutes, migrations.RunPython.noop),
    ]
