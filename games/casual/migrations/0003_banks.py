from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("casual", "0002_to_rate"),
    ]

    operations = [
        migrations.AddField(
            model_name="table",
            name="bank_seconds",
            field=models.PositiveIntegerField(default=0),
        ),
    ]
