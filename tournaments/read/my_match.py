"""Where a player stands in a tournament: their entrant, the table they sit at or come to next."""

from typing import TypedDict
from uuid import UUID

from django.db.models import Q

from games.envelopes import timestamp
from games.models import Match, Player
from tournaments.documents.events import EntrantDocument, PairingDocument
from tournaments.domain.participation import may_ask_for_bye
from tournaments.models import Entrant, Pairing, Round, Tournament
from tournaments.read import queries, round_views
from tournaments.store.standings_snapshots import lines_of
from tournaments.store.tournament_log import tournament_log


class NextPairing(TypedDict):
    """`name` is that of the round; `open`: the match is there."""

    pairing: PairingDocument
    name: str
    starts_at: str | None
    open: bool


class Standing(TypedDict):
    """`out`: nothing is played in this tournament by them any more."""

    entry: EntrantDocument
    out: bool
    can: list[str]
    next: NextPairing | None


def of(tournament: Tournament, player: Player) -> Standing | None:
    """None for a player who is not in it. `next` is the pairing that waits for them or is being
    played, with the name of its round and when it may start; `open`: the match is there.
    """
    entry = queries.entry_of(tournament, player)
    if entry is None:
        return None
    out = _is_out(tournament, entry)
    can = [one for one in _can(tournament, entry) if not (out and one == "resume")]
    return {"entry": entry, "out": out, "can": can, "next": _next(tournament, entry)}


def _is_out(tournament: Tournament, entry: EntrantDocument) -> bool:
    """Who takes a break, or did not come, may have lost the last match of a bracket that way."""
    if entry["state"] != Entrant.State.PAUSED:
        return entry["state"] == Entrant.State.ELIMINATED
    current = tournament_log.load(tournament.pk).current
    lines = () if current is None else lines_of(current)
    return any(line.entrant == entry["id"] and line.out_in is not None for line in lines)


def _next(tournament: Tournament, entry: EntrantDocument) -> NextPairing | None:
    if tournament.state in (Tournament.State.COMPLETED, Tournament.State.CANCELLED):
        return None
    drafts = Round.objects.filter(tournament=tournament, state=Round.State.DRAFT)
    hidden = Q(pk__in=[])
    for stage, number in drafts.values_list("stage", "number"):
        hidden |= Q(stage=stage, round=number)
    found = (
        Pairing.objects.filter(tournament=tournament, seatings__entrant=UUID(entry["id"]))
        .exclude(hidden)
        .order_by("-stage", "-round", "-number")
        .first()
    )
    if found is None or (found.decided and found.match_id is not None):
        return None
    shown = round_views.tables(tournament, Q(pk=found.pk))[0]
    return {
        "pairing": shown,
        "name": round_views.names_of(tournament)(found.stage, found.round),
        "starts_at": timestamp(found.starts_at) if found.starts_at else None,
        "open": shown["state"] in ("waiting", "playing") and _exists(found),
    }


def _exists(pairing: Pairing) -> bool:
    """The match's row comes a moment after the pairing's."""
    return pairing.match_id is not None and Match.objects.filter(pk=pairing.match_id).exists()


def _can(tournament: Tournament, entry: EntrantDocument) -> list[str]:
    """What the entrant's own members may ask for now."""
    state, standing = tournament.state, entry["state"]
    registered = standing in (Entrant.State.REGISTERED, Entrant.State.WAITLISTED)
    found = []
    if state == "check_in" and standing == Entrant.State.REGISTERED:
        found.append("check_in")
    if state in ("running", "paused"):
        if standing == Entrant.State.ACTIVE:
            found += ["pause"] + (["bye"] if _byes(tournament, entry) else []) + ["withdraw"]
        elif standing == Entrant.State.PAUSED:
            found += ["resume", "withdraw"]
    elif state in ("registration", "check_in") and (
        registered or standing == Entrant.State.CHECKED_IN
    ):
        found.append("withdraw")
    return found


def _byes(tournament: Tournament, entry: EntrantDocument) -> bool:
    if not tournament.settings["policies"]["requested_byes"]:
        return False  # without folding the event
    return may_ask_for_bye(tournament_log.load(tournament.pk), entry["id"])
