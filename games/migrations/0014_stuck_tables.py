from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0013_names"),
    ]

    operations = [
        migrations.AlterField(
            model_name="stuckwork",
            name="kind",
            field=models.CharField(
                choices=[
                    ("bot", "a bot's turn"),
                    ("clock", "a match's clock"),
                    ("tournament", "an event"),
                    ("rating", "an event's ratings"),
                    ("table", "a casual table that is full"),
                ],
                max_length=10,
            ),
        ),
    ]
