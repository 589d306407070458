from django.apps import AppConfig


class CasualConfig(AppConfig):
    name = "games.casual"
    label = "casual"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        # Models can be imported from here on only.
        from games.accounts.leaving import leaving
        from games.accounts.my_data import register_part
        from games.casual.my_data import tables_of
        from games.casual.sweeps import follow_leaving

        leaving.connect(follow_leaving, dispatch_uid="casual tables")
        register_part("casual_tables", tables_of)
