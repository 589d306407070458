from django.apps import AppConfig


class HooksConfig(AppConfig):
    name = "casino_site.hooks"
    label = "hooks"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        # Models can be imported from here on only.
        from casino_site.hooks import admin, signing, subscriptions  # noqa: F401 - registers pages
        from games.accounts.leaving import gone, leaving
        from games.accounts.my_data import register_part

        leaving.connect(subscriptions.when_leaving, dispatch_uid="webhooks")
        gone.connect(subscriptions.when_gone, dispatch_uid="webhooks")
        register_part("webhooks", subscriptions.my_data)
        signing.register()
