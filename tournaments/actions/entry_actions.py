"""Who comes in and leaves: players for themselves, and whom directors enter."""

from django.utils.translation import gettext_lazy as _

from engine import BOTS
from tournaments.actions import entries_import, plans
from tournaments.actions.action import OPEN, PLAYING, Action, Body, Call, Plan, Who
from tournaments.actions.fields import Choice, CsvText, Handle, Text, Whole
from tournaments.actions.player_lookup import player_of
from tournaments.domain.entries import CLUB_LENGTH
from tournaments.domain.settings import CAPACITY, NAME_LENGTH
from tournaments.domain.state import Phase

# Late entry, where the event and its format take it.
ENTERING = (*OPEN, Phase.RUNNING)

PARTNER = Handle(name="partner", required=False, label=_("Partner"))
NAME = Text(name="name", required=False, default="", least=0, most=NAME_LENGTH, label=_("Name"))
CLUB = Text(name="club", required=False, default="", least=0, most=CLUB_LENGTH, label=_("Club"))


def _entering(call: Call) -> Plan:
    partner = call.given.get("partner")
    mates = (player_of(partner, "partner"),) if partner else ()
    return plans.entering(call.by, (call.by, *mates), call.given["name"], call.given["club"])


def _entering_others(call: Call) -> Plan:
    handles = [one for one in ("handle", "partner") if call.given.get(one)]
    players = tuple(player_of(call.given[one], one) for one in handles)
    return plans.entering(call.by, players, call.given["name"], call.given["club"])


def _entering_bots(call: Call) -> Plan:
    return plans.EnteringBots(call.by, call.given["bot"], call.given.get("count", 1))


ENTER = Action(
    name="enter",
    segment="entrants/",
    who=Who.ANYBODY,
    phases=ENTERING,
    title=_("Enter"),
    summary="Enters the caller, with a partner where entrants have two members.",
    body=Body("EnterBody", (PARTNER, NAME, CLUB)),
    facts=("entrant_registered",),
    make=_entering,
)
ENTER_BOTS = Action(
    name="enter_bots",
    segment="entrants/",
    who=Who.DIRECTORS,
    phases=ENTERING,
    title=_("Enter bots"),
    summary="Enters so many bots of a kind.",
    body=Body(
        "BotsBody",
        (
            Choice(name="bot", keys=tuple(sorted(BOTS))),
            Whole(name="count", required=False, least=1, most=CAPACITY[1], help="1 if not given."),
        ),
    ),
    facts=("entrant_registered",),
    make=_entering_bots,
)
ENTER_LISTED = Action(
    name="enter_listed",
    segment="entrants/",
    who=Who.DIRECTORS,
    phases=ENTERING,
    title=_("Enter from a file"),
    summary="Enters everybody whom a CSV file names, or nobody.",
    body=Body("EntriesFile", (CsvText(name="text"),)),
    facts=("entrant_registered",),
    make=lambda call: entries_import.entering(call.by, call.given["text"]),
)
ENTER_OTHER = Action(
    name="enter_other",
    segment=None,
    who=Who.DIRECTORS,
    phases=ENTERING,
    title=_("Add an entrant"),
    summary="Enters somebody else, by handle.",
    body=Body("EnterOtherBody", (Handle(name="handle", label=_("Handle")), PARTNER, NAME, CLUB)),
    facts=("entrant_registered",),
    make=_entering_others,
)
WITHDRAW = Action(
    name="withdraw",
    segment="entrants/",
    method="DELETE",
    who=Who.ANYBODY,
    phases=PLAYING,
    title=_("Withdraw"),
    summary="Withdraws the caller's entrant.",
    facts=("entrant_withdrawn", "match_forfeited", "entrant_promoted"),
    make=lambda call: plans.leaving(call.by),
)

OF_ENTRY = (ENTER, ENTER_BOTS, ENTER_LISTED, ENTER_OTHER, WITHDRAW)
