import gc

from django.apps import AppConfig

# CPython looks for cycles after every 700 new objects unless told otherwise. A state of ten
# thousand entrants and its standings are millions of objects without any: looking costs a third of
# the time to make them.
OBJECTS_BEFORE_A_LOOK = 10_000


class CasinoSiteConfig(AppConfig):
    name = "casino_site"

    def ready(self) -> None:
        from casino_site import checks  # noqa: F401 - registers them

        gc.freeze()  # what is loaded by now stays
        gc.set_threshold(OBJECTS_BEFORE_A_LOOK, *gc.get_threshold()[1:])
