from django.apps import AppConfig


class StaffConfig(AppConfig):
    name = "casino_site.staff"
    label = "staff"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        # Models can be imported from here on only.
        from casino_site.staff import reports
        from casino_site.staff.admin import models  # noqa: F401 - registers them
        from casino_site.staff.record import GUARD, faults
        from games.accounts.my_data import register_part
        from games.accounts.naming import renamed
        from games.store.append_only import register_guard
        from games.store.verification import register_house_check

        renamed.connect(reports.forget_reporter, dispatch_uid="reports")
        register_part("reports", reports.my_data)
        register_guard(GUARD)
        register_house_check(faults)
