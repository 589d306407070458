"""What its members and directors do to an entrant."""

from django.utils.translation import gettext_lazy as _

from tournaments.actions.action import (
    BEFORE_THE_END,
    OPENED,
    PLAYING,
    RUNNING,
    UNTIL_FINAL,
    About,
    Action,
    Body,
    Call,
    Plan,
    Who,
)
from tournaments.actions.entitled import require_entitled
from tournaments.actions.fields import Club, Handle, MemberHandle, Points
from tournaments.actions.player_lookup import player_of
from tournaments.actions.reasons import NEEDED_WHY, REASON, WHY
from tournaments.domain.entrant_commands import (
    AdjustScore,
    CheckIn,
    DisqualifyEntrant,
    PauseEntrant,
    ReinstateEntrant,
    RequestBye,
    ResumeEntrant,
    SetClub,
    Substitute,
    WithdrawEntrant,
)
from tournaments.domain.entries import CLUB_LENGTH
from tournaments.domain.fact_parts import Member
from tournaments.domain.state import Phase, State


def _substitute(call: Call) -> Plan:
    out, new = player_of(call.given["out"], "out"), player_of(call.given["player"], "player")
    member = Member(new.pk.hex, new.bot or None)
    command = Substitute(
        call.by_id, call.target["entrant"], out.pk.hex, member, call.given["reason"]
    )

    def plan(state: State) -> Substitute:
        require_entitled(state, (new,))
        return command

    return plan


CHECK_IN = Action(
    name="check_in",
    about=About.ENTRANT,
    segment="check-in/",
    who=Who.MEMBERS,
    phases=(Phase.CHECK_IN,),
    title=_("Check in"),
    summary="Checks an entrant in.",
    facts=("entrant_checked_in",),
    make=lambda call: CheckIn(call.by_id, call.target["entrant"]),
)
REINSTATE = Action(
    name="reinstate_entrant",
    about=About.ENTRANT,
    segment="reinstate/",
    who=Who.MEMBERS,
    phases=BEFORE_THE_END,
    title=_("Reinstate"),
    summary="Takes back an entrant that was out.",
    body=WHY,
    facts=("entrant_reinstated",),
    make=lambda call: ReinstateEntrant(call.by_id, call.target["entrant"], call.given["reason"]),
)
PAUSE_ENTRANT = Action(
    name="pause_entrant",
    about=About.ENTRANT,
    segment="pause/",
    who=Who.MEMBERS,
    phases=RUNNING,
    title=_("Pause"),
    summary="Leaves an entrant out of the rounds to come.",
    body=WHY,
    facts=("entrant_paused",),
    make=lambda call: PauseEntrant(call.by_id, call.target["entrant"], call.given["reason"]),
)
REQUEST_BYE = Action(
    name="request_bye",
    about=About.ENTRANT,
    segment="bye/",
    who=Who.MEMBERS,
    phases=RUNNING,
    title=_("Bye in the next round"),
    summary="Asks for a bye in the next round.",
    facts=("bye_requested",),
    make=lambda call: RequestBye(call.by_id, call.target["entrant"]),
)
RESUME_ENTRANT = Action(
    name="resume_entrant",
    about=About.ENTRANT,
    segment="resume/",
    who=Who.MEMBERS,
    phases=RUNNING,
    title=_("Resume"),
    summary="An entrant that was left out plays again.",
    facts=("entrant_resumed",),
    make=lambda call: ResumeEntrant(call.by_id, call.target["entrant"]),
)
WITHDRAW_ENTRANT = Action(
    name="withdraw_entrant",
    about=About.ENTRANT,
    segment="withdraw/",
    who=Who.MEMBERS,
    phases=PLAYING,
    title=_("Withdraw"),
    summary="Withdraws an entrant; what it has played stays.",
    body=WHY,
    facts=("entrant_withdrawn", "match_forfeited", "entrant_promoted"),
    make=lambda call: WithdrawEntrant(call.by_id, call.target["entrant"], call.given["reason"]),
)
SUBSTITUTE = Action(
    name="substitute",
    about=About.ENTRANT,
    segment="substitute/",
    who=Who.DIRECTORS,
    phases=PLAYING,
    title=_("Substitute"),
    summary="Another player in the place of a member.",
    body=Body(
        "SubstituteBody",
        (
            MemberHandle(
                name="out", help="The handle of who stops playing.", label=_("Who stops playing")
            ),
            Handle(
                name="player",
                help="The handle of who plays on.",
                label=_("Who plays on (handle)"),
            ),
            REASON,
        ),
    ),
    facts=("member_substituted",),
    make=_substitute,
)
SET_CLUB = Action(
    name="set_club",
    about=About.ENTRANT,
    segment="club/",
    who=Who.DIRECTORS,
    phases=OPENED,
    title=_("Club"),
    summary="Entrants of one club are kept apart where that costs nothing else.",
    body=Body(
        "ClubBody",
        (
            Club(
                name="club",
                least=0,
                most=CLUB_LENGTH,
                label=_("Club"),
                hint=_("Its entrants are kept apart where that costs nothing else."),
            ),
        ),
    ),
    facts=("club_set",),
    make=lambda call: SetClub(call.by_id, call.target["entrant"], call.given["club"]),
)
ADJUST_SCORE = Action(
    name="adjust_score",
    about=About.ENTRANT,
    segment="adjust/",
    who=Who.DIRECTORS,
    phases=UNTIL_FINAL,
    title=_("Adjust the score"),
    summary="A penalty or a bonus on top of what was played.",
    body=Body(
        "AdjustBody",
        (
            Points(
                name="score",
                help="Sixtieths of a point, less than 0 for a penalty.",
                label=_("Points"),
                hint=_("As 1, -0.5 or 1/3; less than 0 is a penalty."),
            ),
            REASON,
        ),
    ),
    facts=("score_adjusted",),
    make=lambda call: AdjustScore(
        call.by_id, call.target["entrant"], call.given["score"], call.given["reason"]
    ),
)
DISQUALIFY = Action(
    name="disqualify_entrant",
    about=About.ENTRANT,
    segment="disqualify/",
    who=Who.DIRECTORS,
    phases=BEFORE_THE_END,
    title=_("Disqualify"),
    summary="Disqualifies an entrant: what is still to be played is lost.",
    body=NEEDED_WHY,
    facts=("entrant_disqualified", "match_forfeited", "entrant_promoted"),
    make=lambda call: DisqualifyEntrant(call.by_id, call.target["entrant"], call.given["reason"]),
)

OF_AN_ENTRANT = (
    CHECK_IN,
    REINSTATE,
    PAUSE_ENTRANT,
    REQUEST_BYE,
    RESUME_ENTRANT,
    WITHDRAW_ENTRANT,
    SUBSTITUTE,
    SET_CLUB,
    ADJUST_SCORE,
    DISQUALIFY,
)
