"""Tokens with names, scopes and when they were last used; those of before may do everything."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

COLUMNS = "digest, token_key, user_id, created, expiry"
MOVED = (
    f"INSERT INTO games_token ({COLUMNS}, name, scopes) "
    f"SELECT {COLUMNS}, '', 'account organise play read' FROM knox_authtoken",
    "DELETE FROM knox_authtoken",
)


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0007_skeletons"),
        ("knox", "0009_extend_authtoken_field"),
    ]

    operations = [
        migrations.CreateModel(
            name="Token",
            fields=[
                ("digest", models.CharField(max_length=128, primary_key=True, serialize=False)),
                ("token_key", models.CharField(db_index=True, max_length=25)),
                ("created", models.DateTimeField(auto_now_add=True)),
                ("expiry", models.DateTimeField(blank=True, null=True)),
                ("name", models.CharField(blank=True, default="", max_length=40)),
                ("scopes", models.CharField(max_length=64)),
                ("last_used_at", models.DateTimeField(null=True)),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="auth_token_set",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={"abstract": False},
        ),
        migrations.RunSQL(MOVED, migrations.RunSQL.noop),
    ]
