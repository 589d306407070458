"""What directors do to a round, and to a pairing of it."""

from django.utils.translation import gettext_lazy as _

from games.identity import new_id
from games.models import Match
from tournaments.actions.action import RUNNING, UNTIL_FINAL, About, Action, Body, Call, Who
from tournaments.actions.fields import Flag, Moment, PerSide, Places, Tables, TwoSides
from tournaments.actions.reasons import NEEDED_WHY, REASON
from tournaments.domain.round_commands import (
    CallTable,
    CorrectResult,
    DiscardRound,
    DisputeResult,
    ForfeitMatch,
    LookAtTable,
    OverridePairings,
    PublishRound,
    ResolveDispute,
)
from tournaments.domain.state import Phase

# What may follow from a result that has become final.
SETTLED = ("round_closed", "results_provisional", "stage_completed", "tournament_completed")


def _begun() -> frozenset[str]:
    """Matches at which somebody is playing."""
    playing = Match.objects.filter(status=Match.Status.PLAYING)
    return frozenset(one.hex for one in playing.values_list("id", flat=True))


def _publish(call: Call) -> PublishRound:
    return PublishRound(
        by=call.by_id, starts_at=call.given["starts_at"], now=call.now, **call.target
    )


def _override(call: Call) -> OverridePairings:
    tables = tuple(
        (table["pairing"], tuple(tuple(side) for side in table["sides"]))
        for table in call.given["tables"]
    )
    return OverridePairings(
        by=call.by_id,
        tables=tables,
        reason=call.given["reason"],
        matches=tuple(new_id().hex for _ in tables),
        begun=_begun(),
        **call.target,
    )


def _discard(call: Call) -> DiscardRound:
    return DiscardRound(by=call.by_id, reason=call.given["reason"], begun=_begun(), **call.target)


def _forfeit(call: Call) -> ForfeitMatch:
    return ForfeitMatch(
        by=call.by_id,
        losers=tuple(sorted(set(call.given["losers"]))),
        reason=call.given["reason"],
        now=call.now,
        **call.target,
    )


def _correct(call: Call) -> CorrectResult:
    return CorrectResult(
        by=call.by_id,
        places=tuple(call.given["places"]),
        points=tuple(call.given["points"]),
        reason=call.given["reason"],
        reset=call.given["reset_dependents"],
        now=call.now,
        **call.target,
    )


def _dispute(call: Call) -> DisputeResult:
    return DisputeResult(by=call.by_id, reason=call.given["reason"], now=call.now, **call.target)


def _resolve(call: Call) -> ResolveDispute:
    return ResolveDispute(by=call.by_id, reason=call.given["reason"], now=call.now, **call.target)


def _look(call: Call) -> LookAtTable:
    return LookAtTable(by=call.by_id, **call.target)


PUBLISH = Action(
    name="publish_round",
    about=About.ROUND,
    segment="publish/",
    who=Who.DIRECTORS,
    phases=RUNNING,
    title=_("Publish, to start later"),
    summary="Shows a draft to everybody; its matches start.",
    body=Body("PublishBody", (Moment(name="starts_at", required=False, default=None),)),
    facts=("round_published", *SETTLED),
    make=_publish,
)
OVERRIDE = Action(
    name="override_pairings",
    about=About.ROUND,
    segment="override/",
    who=Who.DIRECTORS,
    phases=RUNNING,
    title=_("Swap two entrants"),
    summary="A director's tables in the place of those paired, for all to see.",
    body=Body("OverrideBody", (Tables(name="tables"), REASON)),
    facts=("pairing_overridden",),
    make=_override,
)
DISCARD = Action(
    name="discard_round",
    about=About.ROUND,
    segment="discard/",
    who=Who.DIRECTORS,
    phases=RUNNING,
    title=_("Discard and pair anew"),
    summary="Throws away a draft, or a round nobody has begun, to pair it anew.",
    body=NEEDED_WHY,
    facts=("round_discarded",),
    make=_discard,
)
CALL = Action(
    name="call_table",
    about=About.PAIRING,
    segment="call/",
    who=Who.DIRECTORS,
    phases=(Phase.RUNNING,),
    title=_("Call"),
    summary="Asks whoever is missing at a table to come; it decides nothing.",
    facts=("table_called",),
    make=lambda call: CallTable(by=call.by_id, **call.target),
)
FORFEIT = Action(
    name="forfeit_match",
    about=About.PAIRING,
    segment="forfeit/",
    who=Who.DIRECTORS,
    phases=RUNNING,
    title=_("Forfeit"),
    summary="Decides a match of two sides against one of them, or both.",
    body=Body("ForfeitBody", (TwoSides(name="losers", label=_("Who forfeits")), REASON)),
    facts=("match_forfeited", *SETTLED),
    make=_forfeit,
)
CORRECT = Action(
    name="correct_result",
    about=About.PAIRING,
    segment="correct/",
    who=Who.DIRECTORS,
    phases=UNTIL_FINAL,
    title=_("Correct"),
    summary="Another result in the place of the one recorded.",
    body=Body(
        "CorrectBody",
        (
            Places(name="places", least=1, most=6, label=_("Place of %(name)s")),
            PerSide(name="points", least=0, most=99, label=_("Points of %(name)s")),
            REASON,
            Flag(
                name="reset_dependents",
                required=False,
                default=False,
                label=_("Take back the later pairings that rest on this result"),
            ),
        ),
    ),
    facts=("result_corrected", "pairing_voided", "tournament_reopened", *SETTLED),
    make=_correct,
)
DISPUTE = Action(
    name="dispute_result",
    about=About.PAIRING,
    segment="dispute/",
    who=Who.PLAYED_THERE,
    phases=UNTIL_FINAL,
    title=_("Dispute"),
    summary="Holds up a result until a director has looked at it.",
    body=NEEDED_WHY,
    facts=("result_disputed",),
    make=_dispute,
)
RESOLVE = Action(
    name="resolve_dispute",
    about=About.PAIRING,
    segment="resolve/",
    who=Who.DIRECTORS,
    phases=UNTIL_FINAL,
    title=_("The result stands"),
    summary="The dispute is over: the result counts as it is.",
    body=NEEDED_WHY,
    facts=("dispute_resolved", *SETTLED),
    make=_resolve,
)

LOOK = Action(
    name="look_at_table",
    about=About.PAIRING,
    segment="look/",
    who=Who.DIRECTORS,
    phases=RUNNING,
    title=_("Look at it live"),
    summary="The director sees the table as it is now; everybody can see that they looked.",
    facts=("table_looked_at",),
    make=_look,
)

OF_A_ROUND = (PUBLISH, OVERRIDE, DISCARD)
OF_A_PAIRING = (CALL, FORFEIT, CORRECT, DISPUTE, RESOLVE, LOOK)
