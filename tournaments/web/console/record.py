"""The record of who did what to an event, newest first, a page at a time.

What stood before a fact is read from the facts that say it, for those of the page alone: the
settings that were changed, the tables of the rounds in question, and the results at them. Nothing
here opens what is sealed, nor reads the stream from its beginning.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import reduce
from operator import or_
from typing import Any

from django.core.paginator import Paginator
from django.db.models import Q, QuerySet

from games.models import Event
from games.store import eventstore
from games.store.eventstore import Recorded
from tournaments.models import Tournament
from tournaments.store.tournament_log import tournament_log
from tournaments.text.event_descriptions import Data, Words
from tournaments.web.console.overview import ConsolePage

ON_A_PAGE = 50
SETTING = ("tournament_created", "settings_changed")
SEATING = ("round_paired", "round_published", "pairing_overridden")
DECIDING = ("result_recorded", "match_forfeited", "result_corrected")


class RecordPage(ConsolePage):
    """Each fact with who, when and why."""

    tab = "log"
    template_name = "tournaments/console/log.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        facts = _facts(self.tournament).filter(actor__startswith="player:").order_by("-version")
        page = Paginator(facts, ON_A_PAGE).get_page(self.request.GET.get("page"))
        shown = eventstore.without_secrets(list(page.object_list))
        words = _RecordedWords(self.tournament, shown)
        lines = [
            {
                "version": fact.version,
                "at": fact.recorded_at,
                "who": words.player(fact.actor.removeprefix("player:")),
                "what": words.of_fact(fact),
                "reason": fact.data.get("reason", ""),
            }
            for fact in shown
        ]
        return super().get_context_data(lines=lines, page=page, **kwargs)


class _RecordedWords(Words):
    """The sentences of facts of the past, each with what stood before it."""

    def __init__(self, tournament: Tournament, shown: Sequence[Recorded]) -> None:
        super().__init__(tournament)
        self._version = 0
        self._settings = _settings_before(tournament, shown)
        self._tables = _of_tables(tournament, shown)

    def of_fact(self, fact: Recorded) -> str:
        self._version = fact.version
        return self.sentence(fact.type, fact.data)

    def settings_before(self) -> Data | None:
        found: Data | None = self._last(self._settings, lambda data: data["settings"])
        return found

    def seated(self, data: Data) -> Sequence[Sequence[str]]:
        def sides(earlier: Data) -> Sequence[Sequence[str]] | None:
            found = (one for one in earlier["tables"] if one["number"] == data["pairing"])
            return next((one["sides"] for one in found), None)

        tables = [one for one in self._about(data) if one.type in SEATING and "tables" in one.data]
        return self._last(tables, sides) or super().seated(data)

    def outcomes_before(self, data: Data) -> Sequence[Data]:
        def outcomes(earlier: Data) -> Sequence[Data] | None:
            is_it = earlier["pairing"] == data["pairing"]
            return earlier["outcomes"] if is_it else None

        decided = [one for one in self._about(data) if one.type in DECIDING]
        return self._last(decided, outcomes) or ()

    def _about(self, data: Data) -> Sequence[Recorded]:
        return self._tables.get((data["stage"], data["round"]), ())

    def _last(self, facts: Iterable[Recorded], look: Any) -> Any:
        """What the newest fact before this one says, of those that say it."""
        for fact in facts:
            if fact.version < self._version and (found := look(fact.data)) is not None:
                return found
        return None


def _facts(tournament: Tournament) -> QuerySet[Event]:
    return Event.objects.filter(stream=tournament_log.stream_of(tournament.pk))


def _settings_before(tournament: Tournament, shown: Sequence[Recorded]) -> Sequence[Recorded]:
    """The settings before each change of them, newest first."""
    versions = [fact.version for fact in shown if fact.type == "settings_changed"]
    if not versions:
        return ()
    earlier = _facts(tournament).filter(type__in=SETTING, version__lt=max(versions))
    return eventstore.without_secrets(list(earlier.order_by("-version")[: len(versions)]))


def _of_tables(
    tournament: Tournament, shown: Sequence[Recorded]
) -> Mapping[tuple[int, int], Sequence[Recorded]]:
    """What came earlier of the tables that the facts are about, by round, newest first."""
    wanted: dict[tuple[int, int], set[int]] = {}
    for fact in shown:
        if "pairing" in fact.data:
            key = (fact.data["stage"], fact.data["round"])
            wanted.setdefault(key, set()).add(fact.data["pairing"])
    if not wanted:
        return {}
    rounds = [
        Q(data__stage=stage, data__round=number)
        & (Q(type__in=SEATING) | Q(type__in=DECIDING, data__pairing__in=sorted(pairings)))
        for (stage, number), pairings in wanted.items()
    ]
    last = max(fact.version for fact in shown)
    rows = _facts(tournament).filter(reduce(or_, rounds), version__lt=last).order_by("-version")
    found: dict[tuple[int, int], list[Recorded]] = {}
    for fact in eventstore.without_secrets(list(rows)):
        found.setdefault((fact.data["stage"], fact.data["round"]), []).append(fact)
    return found
