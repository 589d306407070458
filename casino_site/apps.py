import gc

from django.apps import AppConfig


class CasinoSiteConfig(AppConfig):
    name = "casino_site"

    def ready(self) -> None:
        from casino_site import checks  # noqa: F401 - registers them

        gc.freeze()  # what is loaded by now stays
