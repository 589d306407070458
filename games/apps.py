from django.apps import AppConfig


class GamesConfig(AppConfig):
    name = "games"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        # Models can be imported from here on only.
        from django.contrib.auth.signals import user_logged_in, user_logged_out
        from django.db.models.signals import post_delete, post_save
        from knox.models import get_token_model

        from games.accounts import bot_accounts
        from games.accounts.leaving import gone, leaving
        from games.accounts.my_data import register_part
        from games.jobs.bot_queue import enqueue_bot
        from games.limits.passwords import note_signing_in
        from games.live import endings
        from games.live.broadcast import announce_match
        from games.match.match_log import match_log
        from games.match.witness import MATCH_WITNESS
        from games.models import Player
        from games.store.witnesses import register_witness

        match_log.changed.connect(announce_match, dispatch_uid="sockets")
        match_log.changed.connect(enqueue_bot, dispatch_uid="bots")
        user_logged_in.connect(note_signing_in, dispatch_uid="known browsers")
        user_logged_out.connect(endings.when_signed_out, dispatch_uid="endings")
        post_save.connect(endings.when_player_changes, sender=Player, dispatch_uid="endings")
        post_delete.connect(
            endings.when_token_goes, sender=get_token_model(), dispatch_uid="endings"
        )
        leaving.connect(bot_accounts.follow_owner, dispatch_uid="bot accounts")
        gone.connect(bot_accounts.retire_all, dispatch_uid="bot accounts")
        register_part("bots", bot_accounts.mine)
        register_witness(MATCH_WITNESS)
