from django.apps import AppConfig


class GamesConfig(AppConfig):
    name = "games"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        # Models can be imported from here on only.
        from django.contrib.auth.signals import user_logged_in

        from games.jobs.bot_queue import enqueue_bot
        from games.limits.passwords import note_signing_in
        from games.live.broadcast import announce_match
        from games.match.match_log import match_log
        from games.match.witness import MATCH_WITNESS
        from games.store.witnesses import register_witness

        match_log.changed.connect(announce_match, dispatch_uid="sockets")
        match_log.changed.connect(enqueue_bot, dispatch_uid="bots")
        user_logged_in.connect(note_signing_in, dispatch_uid="known browsers")
        register_witness(MATCH_WITNESS)
