"""Everything that staff do with a reason: each act by its name, with its fields, for one page.

What it does and the line in the list are one transaction, so that neither is without the other.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.core.exceptions import ValidationError
from django.db import IntegrityError, models, transaction
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from casino_site.staff import record
from casino_site.staff.models import Act, Report
from engine.errors import Kind, Refusal
from games.accounts import handles, leaving, naming, sessions, tokens
from games.lookalikes import skeleton
from games.models import FormerHandle, Match, Player, Seat
from games.store.actors import staff_actor
from tournaments.actions import services
from tournaments.actions.action import Action
from tournaments.actions.leavers import OVER
from tournaments.actions.staff_actions import CANCEL_FOR_THE_HOUSE, HIDE, SHOW
from tournaments.models import Member, Tournament
from tournaments.store.taking_away import take_away
from tournaments.store.tournament_log import tournament_log

REASON_LENGTH = 400


class NoSuchSubject(Refusal):
    code = "no_such_subject"
    kind = Kind.UNKNOWN
    template = "There is nothing of this id that this can be done to."


class NotAsItIs(Refusal):
    code = "not_as_it_is"
    kind = Kind.CONFLICT
    template = "This cannot be done to {handle}: {problem}."


@dataclass(frozen=True, slots=True)
class Asked:
    """An act asked for: about what, by whom, why, with what else its form says."""

    subject: Any
    by: Player
    reason: str
    given: Mapping[str, Any]
    now: datetime


@dataclass(frozen=True, slots=True)
class ActKind:
    """A kind of act. `do` answers the version of the first fact that came of it, or 0; `after` is
    done once that is committed. `fields` are those of its form beside the reason.
    """

    what: Act.What
    about: Act.About
    title: Any
    does: Any
    do: Callable[[Asked], int]
    after: Callable[[Asked], None] | None = None
    fields: tuple[str, ...] = ()


def subject_of(about: Act.About, id_: UUID) -> Any:
    """The row that an act is about. Refuses `no_such_subject`."""
    found = SUBJECTS[about]._default_manager.filter(pk=id_).first()
    if found is None:
        raise NoSuchSubject()
    return found


def do(act: ActKind, asked: Asked) -> None:
    """Does it and puts it into the list. Refuses what the act refuses; then nothing is done."""
    with transaction.atomic():
        version = act.do(asked)
        record.record(
            act.what,
            act.about,
            asked.subject.pk.hex,
            by=asked.by,
            reason=asked.reason,
            now=asked.now,
            version=version,
        )
    if act.after is not None:
        act.after(asked)


def _locked(asked: Asked) -> Player:
    """The player as they are now. Refuses `not_as_it_is` who has gone, or is no person."""
    player = Player.objects.select_for_update().get(pk=asked.subject.pk)
    if player.kind not in Player.CHOSEN:
        raise NotAsItIs(handle=player.handle, problem="only people and guests have accounts")
    return player


def _rename(asked: Asked) -> int:
    player, handle = _locked(asked), asked.given["handle"]
    former = player.handle
    if handle == former:
        raise NotAsItIs(handle=former, problem="they are called so already")
    player.handle = handle
    try:
        player.clean_fields(exclude=["password"])
        handles.check(handle, player)
        with transaction.atomic():
            naming.rename(player, handle, player.kind)
    except ValidationError as error:
        raise NotAsItIs(handle=former, problem=" ".join(error.messages).rstrip(".")) from error
    except IntegrityError as error:
        raise NotAsItIs(handle=former, problem="this handle is taken") from error
    FormerHandle.objects.update_or_create(
        skeleton=skeleton(former), defaults={"handle": former, "player": player}
    )
    return 0


def _ban(asked: Asked) -> int:
    player = _locked(asked)
    if not player.is_active:
        raise NotAsItIs(handle=player.handle, problem="they are banned already")
    if player.is_staff:
        raise NotAsItIs(handle=player.handle, problem="they are staff")
    player.is_active = False
    player.save(update_fields=["is_active"])  # ends their sockets once it is committed
    sessions.end_all(player)
    tokens.revoke_all(player)
    return 0


def finish_bans(now: datetime) -> None:
    """Takes those who are banned out of what they are still in, since a ban broke off."""
    banned = Player.objects.filter(is_active=False).exclude(kind=Player.Kind.FORMER)
    at_tables = Seat.objects.filter(left_reason="", match__status=Match.Status.PLAYING)
    in_events = Member.objects.filter(active=True).exclude(tournament__state__in=OVER)
    still_in = Q(pk__in=at_tables.values("player")) | Q(pk__in=in_events.values("player"))
    for player in banned.filter(still_in):
        leaving.stop_playing(player, now)


def _unban(asked: Asked) -> int:
    player = _locked(asked)
    if player.is_active:
        raise NotAsItIs(handle=player.handle, problem="they are not banned")
    player.is_active = True
    player.save(update_fields=["is_active"])
    return 0


def _to_event(action: Action) -> Callable[[Asked], int]:
    def do(asked: Asked) -> int:
        return services.act_for_the_house(
            asked.subject, asked.by, action, {"reason": asked.reason}, asked.now
        )

    return do


def _take_text(asked: Asked) -> int:
    return take_away(
        tournament_log.stream_of(asked.subject.pk),
        asked.given["version"],
        asked.given["field"],
        by=None,
        actor=staff_actor(asked.by.pk),
        reason=asked.reason,
        now=asked.now,
    )


def _answer(asked: Asked) -> int:
    row = Report.objects.select_for_update().get(pk=asked.subject.pk)
    if row.state == Report.State.DONE:
        raise NotAsItIs(handle=str(row), problem="it is answered already")
    row.state, row.answer, row.done_at = Report.State.DONE, asked.given["answer"], asked.now
    row.save(update_fields=["state", "answer", "done_at"])
    return 0


SUBJECTS: Mapping[Act.About, type[models.Model]] = {
    Act.About.PLAYER: Player,
    Act.About.EVENT: Tournament,
    Act.About.REPORT: Report,
}
KINDS = (
    ActKind(
        Act.What.RENAME,
        Act.About.PLAYER,
        _("Rename"),
        _("The old handle is kept for them: nobody else can take it."),
        _rename,
        fields=("handle",),
    ),
    ActKind(
        Act.What.BAN,
        Act.About.PLAYER,
        _("Ban"),
        _(
            "They are signed out everywhere and cannot sign in. Events and matches that they are "
            "in go on without them."
        ),
        _ban,
        after=lambda asked: leaving.stop_playing(asked.subject, asked.now),
    ),
    ActKind(
        Act.What.UNBAN,
        Act.About.PLAYER,
        _("Take the ban back"),
        _("They can sign in again. What they were taken out of stays as it is."),
        _unban,
    ),
    ActKind(
        Act.What.HIDE,
        Act.About.EVENT,
        _("Hide"),
        _("It is in no list, and only its directors and staff see its pages. Play goes on."),
        _to_event(HIDE),
    ),
    ActKind(
        Act.What.SHOW,
        Act.About.EVENT,
        _("Show again"),
        _("Everybody sees it as before."),
        _to_event(SHOW),
    ),
    ActKind(
        Act.What.CANCEL,
        Act.About.EVENT,
        _("Cancel"),
        _("Open matches are annulled. This cannot be taken back."),
        _to_event(CANCEL_FOR_THE_HOUSE),
    ),
    ActKind(
        Act.What.TAKE_TEXT,
        Act.About.EVENT,
        _("Take a text away"),
        _("A name, a club or a reason goes for ever, wherever it stands in this event."),
        _take_text,
        fields=("text",),
    ),
    ActKind(
        Act.What.ANSWER,
        Act.About.REPORT,
        _("Answer"),
        _("The report is done, and whoever made it reads the answer."),
        _answer,
        fields=("answer",),
    ),
)
ACTS: Mapping[str, ActKind] = {kind.what.value: kind for kind in KINDS}


def acts_about(about: Act.About, subject: Any) -> list[ActKind]:
    """What may be done to the subject as it is now."""
    return [kind for kind in KINDS if kind.about is about and _fits(kind.what, subject)]


def _fits(what: Act.What, subject: Any) -> bool:
    match what:
        case Act.What.BAN | Act.What.UNBAN:
            return bool(subject.is_active) is (what is Act.What.BAN)
        case Act.What.HIDE | Act.What.SHOW:
            return bool(subject.hidden) is (what is Act.What.SHOW)
        case Act.What.CANCEL:
            return subject.state in CANCEL_FOR_THE_HOUSE.phases
        case Act.What.ANSWER:
            return bool(subject.state == Report.State.OPEN)
    return True
