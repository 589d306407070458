"""The list of what staff have done: appended to, chained by hashes, and held against the rows and
facts that came of it.
"""

import hashlib
import json
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from typing import Any

from django.db import IntegrityError, transaction

from casino_site.staff.models import Act
from games.models import Event, Player
from games.store.append_only import Guard
from games.store.verification import Fault
from tournaments.core.refusals import Busy
from tournaments.store.tournament_log import TOURNAMENTS

What, About = Act.What, Act.About
GUARD = Guard("staff_act", (("id",), ("number",)))
NAME = "staff acts"
GENESIS = "0" * 64
HASHED = ("number", "by", "what", "about", "subject", "reason", "version", "previous_hash")
# How often another may append first.
ATTEMPTS = 16
STAFF_ACTOR = "staff:"


def record(
    what: Act.What,
    about: Act.About,
    subject: str,
    *,
    by: Player | None,
    reason: str,
    now: datetime,
    version: int = 0,
) -> Act:
    """Appends an act, in the transaction in which it is done."""
    for _ in range(ATTEMPTS):
        last = Act.objects.order_by("-number").first()
        act = Act(
            number=last.number + 1 if last else 1,
            at=now,
            by=by.pk.hex if by else "",
            what=what.value,
            about=about.value,
            subject=subject,
            reason=reason,
            version=version,
            previous_hash=last.hash if last else GENESIS,
        )
        act.hash = hash_of(act)
        try:
            with transaction.atomic():
                act.save(force_insert=True)
        except IntegrityError:
            continue  # another was first
        return act
    raise Busy()


def hash_of(act: Act) -> str:
    """SHA-256, as hex, over everything that the act says."""
    said: dict[str, Any] = {name: getattr(act, name) for name in HASHED}
    said["at"] = act.at.astimezone(UTC).isoformat(timespec="microseconds")
    content = json.dumps(said, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(content.encode()).hexdigest()


def faults() -> Iterator[Fault]:
    """What is wrong with the list, and with what should have come of it."""
    acts = list(Act.objects.order_by("number"))
    previous = GENESIS
    for number, act in enumerate(acts, 1):
        if act.number != number:
            yield Fault(NAME, number, "the act is missing")
            return
        if act.previous_hash != previous:
            yield Fault(NAME, number, "it does not follow the act before it")
        elif act.hash != hash_of(act):
            yield Fault(NAME, number, "its content is not what was recorded")
        previous = act.hash
    yield from _faults_of_players(acts)
    yield from _faults_of_facts(acts)


def _faults_of_players(acts: list[Act]) -> Iterator[Fault]:
    """Who is staff and who is banned, by the list and by the rows."""
    staff, banned = set[str](), set[str]()
    sets: dict[str, Callable[[str], None]] = {
        What.ADD_STAFF.value: staff.add,
        What.REMOVE_STAFF.value: staff.discard,
        What.BAN.value: banned.add,
        What.UNBAN.value: banned.discard,
    }
    for act in acts:
        if (change := sets.get(act.what)) is not None:
            change(act.subject)
    gone = set(_ids(Player.objects.filter(kind=Player.Kind.FORMER)))
    rows = set(_ids(Player.objects.filter(is_staff=True)))
    for player in sorted(rows ^ (staff - gone)):
        problem = "no act has made them staff" if player in rows else "they are staff by the acts"
        yield Fault(f"player {player}", 0, problem)
    for player in sorted(banned & set(_ids(Player.objects.filter(is_active=True)))):
        yield Fault(f"player {player}", 0, "they are banned by the acts")


def _ids(players: Any) -> Iterator[str]:
    return (pk.hex for pk in players.values_list("pk", flat=True))


def _faults_of_facts(acts: list[Act]) -> Iterator[Fault]:
    """Facts that staff have caused and acts that brought them about name each other."""
    by_acts = {
        (f"{TOURNAMENTS.kind}-{act.subject}", act.version): act.by for act in acts if act.version
    }
    facts = Event.objects.filter(actor__startswith=STAFF_ACTOR).order_by("stream", "version")
    places = {(fact.stream, fact.version): fact.actor for fact in facts}
    for (stream, version), by in by_acts.items():
        if places.get((stream, version)) != f"{STAFF_ACTOR}{by}":
            yield Fault(stream, version, "an act of staff names it, and it is none of theirs")
    # What follows from a fact stands behind it, by the same staff.
    for (stream, version), actor in places.items():
        if (stream, version) not in by_acts and places.get((stream, version - 1)) != actor:
            yield Fault(stream, version, "staff have caused it, and no act says why")
