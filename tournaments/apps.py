from django.apps import AppConfig


class TournamentsConfig(AppConfig):
    name = "tournaments"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from games.match.boards import register_secrets
        from games.match.queries import register_context
        from games.store.signals import match_finished
        from tournaments.progress import signal_handlers
        from tournaments.read import queries
        from tournaments.store import decks

        match_finished.connect(signal_handlers.follow_match, dispatch_uid="tournaments")
        register_context(queries.tournament_of_match)
        register_secrets(decks.published_secret)
