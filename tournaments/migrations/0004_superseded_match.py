from django.db import migrations, models


class Migration(migrations.Migration):
    """Another name in the code alone: table and column stay as they are."""

    dependencies = [("tournaments", "0003_ratings")]

    operations = [
        migrations.AlterModelTable("RetiredMatch", "tournaments_retiredmatch"),
        migrations.RenameModel("RetiredMatch", "SupersededMatch"),
        migrations.AlterField(
            "SupersededMatch",
            "tournament",
            models.ForeignKey(
                "tournaments.Tournament", on_delete=models.CASCADE, related_name="superseded"
            ),
        ),
    ]
