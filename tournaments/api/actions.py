"""The commands of organisers, directors and players, one address each."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.utils import timezone

from games.identity import new_id
from games.models import Match, Player
from tournaments.actions.player_lookup import player_of
from tournaments.api import serializers
from tournaments.api.action_views import Action
from tournaments.domain import commands as asked
from tournaments.domain.fact_parts import Member

Body = dict[str, Any]

ONE = "tournaments/<str:name>/"
ENTRANT = ONE + "entrants/<str:entrant>/"
ROUND = ONE + "stages/<int:stage>/rounds/<int:round>/"
PAIRING = ROUND + "pairings/<int:pairing>/"


def _now() -> datetime:
    return timezone.now()


def _begun() -> frozenset[str]:
    """Matches at which somebody is playing."""
    playing = Match.objects.filter(status=Match.Status.PLAYING)
    return frozenset(one.hex for one in playing.values_list("id", flat=True))


def _substitute(player: Player, body: Body, at: Body) -> asked.Substitute:
    out, new = player_of(body["out"], "out"), player_of(body["player"], "player")
    member = Member(new.pk.hex, new.bot or None)
    return asked.Substitute(player.pk.hex, at["entrant"], out.pk.hex, member, body["reason"])


def _override(player: Player, body: Body, at: Body) -> asked.OverridePairings:
    tables = tuple(
        (table["pairing"], tuple(tuple(side) for side in table["sides"]))
        for table in body["tables"]
    )
    return asked.OverridePairings(
        by=player.pk.hex,
        tables=tables,
        reason=body["reason"],
        matches=tuple(new_id().hex for _ in tables),
        begun=_begun(),
        **at,
    )


def _correct(player: Player, body: Body, at: Body) -> asked.CorrectResult:
    return asked.CorrectResult(
        by=player.pk.hex,
        places=tuple(body["places"]),
        points=tuple(body["points"]),
        reason=body["reason"],
        reset=body["reset_dependents"],
        now=_now(),
        **at,
    )


def _id(player: Player) -> str:
    return player.pk.hex


ACTIONS = (
    Action(ONE + "open/", "api-tournament-open",
        "open_registration", "Opens registration: draft → registration.",
        lambda by, body, at: asked.OpenRegistration(_id(by))),
    Action(ONE + "open-check-in/", "api-tournament-check-in",
        "open_check_in", "Opens check-in: registration → check_in.",
        lambda by, body, at: asked.OpenCheckIn(_id(by))),
    Action(ONE + "pause/", "api-tournament-pause",
        "pause_tournament", "Nothing new starts; what is being played goes on.",
        lambda by, body, at: asked.PauseTournament(_id(by), body["reason"]),
        serializers.NeededWhy),
    Action(ONE + "resume/", "api-tournament-resume",
        "resume_tournament", "Goes on after a pause.",
        lambda by, body, at: asked.ResumeTournament(_id(by))),
    Action(ONE + "end/", "api-tournament-end",
        "end_early", "Ends the event now: the standings as they are become the places.",
        lambda by, body, at: asked.EndEarly(_id(by), body["reason"], _now()),
        serializers.NeededWhy),
    Action(ONE + "cancel/", "api-tournament-cancel",
        "cancel_tournament", "Cancels the tournament; open matches are annulled.",
        lambda by, body, at: asked.CancelTournament(_id(by), body["reason"], _now()),
        serializers.NeededWhy),
    Action(ONE + "retry/", "api-tournament-retry",
        "retry_round", "Pairs a round anew that could not be paired.",
        lambda by, body, at: asked.RetryRound(_id(by))),
    Action(ONE + "seeding/", "api-tournament-seeding",
        "set_seeding", "The order of the seeds, best first, for policies.seeding = manual.",
        lambda by, body, at: asked.SetSeeding(_id(by), tuple(body["seeds"])),
        serializers.SeedingBody),
    Action(ONE + "forbidden/", "api-tournament-forbidden",
        "forbid_pair", "Two entrants who must not be paired with each other.",
        lambda by, body, at: asked.ForbidPair(_id(by), tuple(body["entrants"]), body["reason"]),
        serializers.ForbidBody),
    Action(ENTRANT + "check-in/", "api-entrant-check-in",
        "check_in", "Checks an entrant in.",
        lambda by, body, at: asked.CheckIn(_id(by), **at)),
    Action(ENTRANT + "withdraw/", "api-entrant-withdraw",
        "withdraw_entrant", "Withdraws an entrant; what it has played stays.",
        lambda by, body, at: asked.WithdrawEntrant(_id(by), at["entrant"], body["reason"]),
        serializers.Why),
    Action(ENTRANT + "reinstate/", "api-entrant-reinstate",
        "reinstate_entrant", "Takes back an entrant that was out.",
        lambda by, body, at: asked.ReinstateEntrant(_id(by), at["entrant"], body["reason"]),
        serializers.Why),
    Action(ENTRANT + "disqualify/", "api-entrant-disqualify",
        "disqualify_entrant", "Disqualifies an entrant.",
        lambda by, body, at: asked.DisqualifyEntrant(_id(by), at["entrant"], body["reason"]),
        serializers.NeededWhy),
    Action(ENTRANT + "pause/", "api-entrant-pause",
        "pause_entrant", "Leaves an entrant out of the rounds to come.",
        lambda by, body, at: asked.PauseEntrant(_id(by), at["entrant"], body["reason"]),
        serializers.Why),
    Action(ENTRANT + "resume/", "api-entrant-resume",
        "resume_entrant", "An entrant that was left out plays again.",
        lambda by, body, at: asked.ResumeEntrant(_id(by), **at)),
    Action(ENTRANT + "bye/", "api-entrant-bye",
        "request_bye", "Asks for a bye in the next round.",
        lambda by, body, at: asked.RequestBye(_id(by), **at)),
    Action(ENTRANT + "substitute/", "api-entrant-substitute",
        "substitute", "Another player in the place of a member.", _substitute,
        serializers.SubstituteBody),
    Action(ENTRANT + "club/", "api-entrant-club",
        "set_club", "Entrants of one club are kept apart where that costs nothing else.",
        lambda by, body, at: asked.SetClub(_id(by), at["entrant"], body["club"]),
        serializers.ClubBody),
    Action(ENTRANT + "adjust/", "api-entrant-adjust",
        "adjust_score", "A penalty or a bonus on top of what was played.",
        lambda by, body, at: asked.AdjustScore(
            _id(by), at["entrant"], body["score"], body["reason"]),
        serializers.AdjustBody),
    Action(ROUND + "publish/", "api-round-publish",
        "publish_round", "Shows a draft to everybody; its matches start.",
        lambda by, body, at: asked.PublishRound(
            by=_id(by), starts_at=body["starts_at"], now=_now(), **at),
        serializers.PublishBody),
    Action(ROUND + "discard/", "api-round-discard",
        "discard_round", "Throws away a draft, or a round nobody has begun, to pair it anew.",
        lambda by, body, at: asked.DiscardRound(
            by=_id(by), reason=body["reason"], begun=_begun(), **at),
        serializers.NeededWhy),
    Action(ROUND + "override/", "api-round-override",
        "override_pairings", "A director's tables in the place of those paired; shown publicly.",
        _override, serializers.OverrideBody),
    Action(PAIRING + "forfeit/", "api-pairing-forfeit",
        "forfeit_match", "Decides a match of two sides against one of them, or both.",
        lambda by, body, at: asked.ForfeitMatch(
            by=_id(by), losers=tuple(sorted(set(body["losers"]))), reason=body["reason"],
            now=_now(), **at),
        serializers.ForfeitBody),
    Action(PAIRING + "correct/", "api-pairing-correct",
        "correct_result", "Another result in the place of the one recorded.", _correct,
        serializers.CorrectBody),
    Action(PAIRING + "dispute/", "api-pairing-dispute",
        "dispute_result", "Holds up a result until a director has looked at it.",
        lambda by, body, at: asked.DisputeResult(
            by=_id(by), reason=body["reason"], now=_now(), **at),
        serializers.NeededWhy),
    Action(PAIRING + "resolve/", "api-pairing-resolve",
        "resolve_dispute", "The result stands.",
        lambda by, body, at: asked.ResolveDispute(
            by=_id(by), reason=body["reason"], now=_now(), **at),
        serializers.NeededWhy),
)  # fmt: skip

BY_OPERATION: Mapping[str, Action] = {action.operation: action for action in ACTIONS}

urlpatterns = [action.url for action in ACTIONS]
