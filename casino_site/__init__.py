from casino_site.collecting import look_seldom

look_seldom()  # before everything else is loaded

from casino_site.celery import app as celery_app  # noqa: E402

__all__ = ["celery_app"]
