from django.apps import AppConfig


class StaffConfig(AppConfig):
    name = "casino_site.staff"
    label = "staff"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        # Models can be imported from here on only.
        from allauth.usersessions.models import UserSession
        from django.db.models.signals import post_save

        from casino_site.staff import reports, traces
        from casino_site.staff.admin import models  # noqa: F401 - registers them
        from casino_site.staff.record import GUARD, faults
        from games.accounts.my_data import register_part
        from games.accounts.naming import renamed
        from games.store.append_only import register_guard
        from games.store.verification import register_house_check

        post_save.connect(traces.note, sender=UserSession, dispatch_uid="traces")
        renamed.connect(reports.forget_reporter, dispatch_uid="reports")
        renamed.connect(traces.forget_former, dispatch_uid="traces of former players")
        register_part("reports", reports.my_data)
        register_part("sign_ins", traces.my_data)
        register_guard(GUARD)
        register_house_check(faults)
