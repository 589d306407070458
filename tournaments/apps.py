from django.apps import AppConfig


class TournamentsConfig(AppConfig):
    name = "tournaments"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from games.boards import register_secrets
        from games.queries import register_context
        from games.signals import match_finished
        from tournaments import decks, queries, reactions

        match_finished.connect(reactions.follow_match, dispatch_uid="tournaments")
        register_context(queries.tournament_of_match)
        register_secrets(decks.published_secret)
