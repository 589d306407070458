from django.apps import AppConfig


class TournamentsConfig(AppConfig):
    name = "tournaments"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        # Models can be imported from here on only.
        from games.accounts.leaving import gone, leaving
        from games.accounts.my_data import register_part
        from games.accounts.naming import renamed
        from games.casual.strength import register_ratings
        from games.live.players import register_part as register_listened
        from games.live.watched import Kind, register_kind
        from games.match.boards import register_secrets
        from games.match.match_log import MATCHES, match_log
        from games.match.queries import register_context
        from games.match.watching import register_lookers, register_policies
        from games.store.replay import register_proof
        from games.store.witnesses import register_witness
        from games.web.sequels import register_sequel
        from tournaments.actions.leavers import follow_leaving, forget_words
        from tournaments.actions.tasks import follow_tournament as follow_challenge
        from tournaments.live import players
        from tournaments.live.broadcast import TOURNAMENT, announce_tournament
        from tournaments.live.consumers import snapshot_of
        from tournaments.progress import signal_handlers
        from tournaments.ratings import signal_handlers as rating_handlers
        from tournaments.ratings.casual import faults_of_casual
        from tournaments.ratings.proof import faults_of_ratings
        from tournaments.ratings.queries import ratings_of_players
        from tournaments.ratings.witnesses import RATINGS_WITNESS, TOURNAMENT_WITNESS
        from tournaments.read import my_data, queries, watched
        from tournaments.store import decks
        from tournaments.store.renaming import follow_renaming
        from tournaments.store.standings_proof import faults_of_standings
        from tournaments.store.tournament_log import TOURNAMENTS, tournament_log
        from tournaments.web.public.sequel import sequel_of

        match_log.changed.connect(signal_handlers.follow_match, dispatch_uid="tournaments")
        match_log.changed.connect(rating_handlers.follow_match, dispatch_uid="ratings")
        changed = tournament_log.changed
        changed.connect(announce_tournament, dispatch_uid="sockets")
        changed.connect(players.nudge_members, dispatch_uid="players")
        changed.connect(signal_handlers.follow_tournament, dispatch_uid="progress")
        changed.connect(rating_handlers.follow_tournament, dispatch_uid="ratings")
        changed.connect(follow_challenge, dispatch_uid="challenges")
        leaving.connect(follow_leaving, dispatch_uid="events")
        gone.connect(forget_words, dispatch_uid="words")
        renamed.connect(follow_renaming, dispatch_uid="standings")
        register_listened(players.items_of)
        register_part("events", my_data.events)
        register_part("events_organised", my_data.organised)
        register_part("ratings", my_data.ratings)
        register_context(queries.tournament_of_match)
        register_sequel(sequel_of, "tournaments/times.js")
        register_secrets(decks.published_secret)
        register_kind(Kind(TOURNAMENT, snapshot_of))
        register_policies(watched.policies_of)
        register_lookers(watched.may_look)
        register_proof(TOURNAMENTS.kind, faults_of_ratings)
        register_proof(MATCHES.kind, faults_of_casual)
        register_ratings(ratings_of_players)
        register_proof(TOURNAMENTS.kind, faults_of_standings)
        register_witness(TOURNAMENT_WITNESS)
        register_witness(RATINGS_WITNESS)
