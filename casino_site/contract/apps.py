from django.apps import AppConfig


class ContractConfig(AppConfig):
    name = "casino_site.contract"
    label = "contract"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        # Models can be imported from here on only.
        from casino_site.contract import kept_answers
        from games.accounts.leaving import gone
        from games.accounts.my_data import register_part

        gone.connect(kept_answers.forget_player, dispatch_uid="kept answers")
        register_part("kept_answers", kept_answers.my_data)
