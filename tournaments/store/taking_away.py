"""Takes away what a person typed into facts of a tournament: its words are gone, the facts stay and
the chain holds.
"""

from collections.abc import Sequence
from contextlib import suppress
from datetime import datetime

from django.db import transaction

from engine.errors import Kind, Refusal
from games.models import StatedText
from games.store import eventstore, stated
from games.store.eventstore import EventRow, StaleStream
from games.store.replay import id_of, rebuild
from games.store.stated_fields import FIELDS, is_typed
from tournaments.core.refusals import Busy
from tournaments.domain.commands import TakeTextAway
from tournaments.store.tournament_log import TOURNAMENTS, tournament_log


class NoSuchText(Refusal):
    code = "no_such_text"
    kind = Kind.UNKNOWN
    template = "There is no text at this place that can be taken away."


class TextStandsInFacts(Refusal):
    code = "text_stands_in_facts"
    kind = Kind.CONFLICT
    template = (
        "These words stand in facts of an earlier version as well, which nothing can change: "
        "{where}."
    )


def take_away(
    stream: str, version: int, field: str, *, by: str | None, actor: str, reason: str, now: datetime
) -> int:
    """Takes away the text of this field of this fact, wherever else in the stream the same words
    stand; answers the version of the fact that says so. The rows are made anew without it, and the
    editions of standings, which show entrants, are made again when they are due.

    `by` is the player who wants it, None for the house; who may is asked before. Refuses
    `no_such_text` where there is none, or none any more, and `text_stands_in_facts` where facts of
    earlier versions have it in them: what those decided rests on it; and `busy` after too many lost
    races.
    """
    for _ in range(TOURNAMENTS.attempts):
        with suppress(StaleStream), transaction.atomic():
            digest = _deleted(stream, version, field)
            head = tournament_log.heads.folded_anew(id_of(stream))
            command = TakeTextAway(by, digest, reason)
            decision = TOURNAMENTS.decided(head.state, [command], actor)
            change = tournament_log.append(id_of(stream), head, decision, now)
            rebuild(TOURNAMENTS, stream)
            return change.after.version
    raise Busy()


def _deleted(stream: str, version: int, field: str) -> str:
    """The digest of the text, which is gone: what is folded from now on is folded without it."""
    rows = list(eventstore.rows_of(stream))
    digest = _digest_at(rows, version, field)
    text = StatedText.objects.select_for_update().filter(stream=stream, digest=digest).first()
    if text is None:
        raise NoSuchText()
    _require_nowhere_else(rows, digest, text.text)
    text.delete()
    return digest


def _digest_at(rows: Sequence[EventRow], version: int, field: str) -> str:
    if not 1 <= version <= len(rows):
        raise NoSuchText()
    row = rows[version - 1]
    digest = stated.digests_in(row.type, row.data).get(field)
    if digest is None:
        raise NoSuchText()
    return digest


def _require_nowhere_else(rows: Sequence[EventRow], digest: str, text: str) -> None:
    """A club that stands in a fact itself, or that pairings were made from, is not to be cut off
    from its equals.
    """
    is_club = False
    for row in rows:
        fields = FIELDS.get(row.type, ())
        for field in fields:
            if row.data.get(field) == text and is_typed(field, text):
                raise TextStandsInFacts(where=f"{row.type} at version {row.version}")
        is_club = is_club or stated.digests_in(row.type, row.data).get("club") == digest
    for row in rows:
        if is_club and row.type == "stage_started" and row.schema < 3:
            raise TextStandsInFacts(where=f"the pairings of stage {row.data['stage']}")
