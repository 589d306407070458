"""The Celery application: `celery -A casino_site.celery worker|beat` (docs/operations.md)."""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "casino_site.settings")

app = Celery("good_ten")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
app.autodiscover_tasks(["tournaments.ratings"])
