from django.apps import AppConfig


class StaffConfig(AppConfig):
    name = "staff"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        # Models can be imported from here on only.
        from games.store.append_only import register_guard
        from games.store.verification import register_house_check
        from staff.admin import models  # noqa: F401 - registers them
        from staff.record import GUARD, faults

        register_guard(GUARD)
        register_house_check(faults)
