from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0010_life'),
    ]

    operations = [
        migrations.AddField(
            model_name='pairing',
            name='called_at',
            field=models.DateTimeField(null=True),
        ),
    ]
