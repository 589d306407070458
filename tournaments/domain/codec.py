"""Facts of a tournament as JSON data and back. Nothing of a tournament is secret."""

from collections.abc import Callable, Mapping
from dataclasses import asdict
from typing import Any

from engine import Fact
from tournaments.domain.events import (
    Anchor,
    EntrantRegistered,
    EntrantWithdrawn,
    PairedEntrants,
    RegistrationOpened,
    ResultRecorded,
    RoundClosed,
    RoundPaired,
    TournamentCompleted,
    TournamentCreated,
    TournamentEvent,
    TournamentStarted,
)

SCHEMA = 1


def to_fact(event: TournamentEvent) -> Fact:
    """The event as stored; `from_fact` of its parts gives the event back."""
    return Fact(event.type, SCHEMA, _data(event), None)


def from_fact(type_: str, data: Mapping[str, Any]) -> TournamentEvent:
    """The event that was stored; raises ValueError on what `to_fact` does not write."""
    read = _READERS.get(type_)
    if read is None:
        raise ValueError(f"no fact {type_} of a tournament")
    try:
        return read(data)
    except (KeyError, TypeError) as error:
        raise ValueError(f"corrupt {type_}: {error!r}") from error


def _data(event: TournamentEvent) -> dict[str, object]:
    if isinstance(event, RoundPaired):
        pairings: list[object] = [_paired(pairing) for pairing in event.pairings]
        return {"round": event.round, "pairings": pairings}
    found = {name: _plain(getattr(event, name)) for name in event.__slots__}
    if isinstance(event, ResultRecorded):
        found["anchor"] = asdict(event.anchor)
    return found


def _paired(pairing: PairedEntrants) -> dict[str, object]:
    return {
        "pairing": pairing.pairing,
        "entrants": list(pairing.entrants),
        "match": pairing.match,
        "bye": pairing.entrants[1] is None,
    }


def _plain(value: object) -> object:
    if isinstance(value, tuple):
        return list(value)
    return dict(value) if isinstance(value, Mapping) else value


def _started(data: Mapping[str, Any]) -> TournamentStarted:
    return TournamentStarted(tuple(data["seeds"]), data["size"])


def _round_paired(data: Mapping[str, Any]) -> RoundPaired:
    pairings = []
    for stored in data["pairings"]:
        first, second = stored["entrants"]
        pairings.append(PairedEntrants(stored["pairing"], (first, second), stored["match"]))
    return RoundPaired(data["round"], tuple(pairings))


def _result(data: Mapping[str, Any]) -> ResultRecorded:
    anchor = Anchor(**data["anchor"])
    return ResultRecorded(**{**data, "scores": tuple(data["scores"]), "anchor": anchor})


_READERS: Mapping[str, Callable[[Mapping[str, Any]], TournamentEvent]] = {
    TournamentCreated.type: lambda data: TournamentCreated(**data),
    RegistrationOpened.type: lambda data: RegistrationOpened(**data),
    EntrantRegistered.type: lambda data: EntrantRegistered(**data),
    EntrantWithdrawn.type: lambda data: EntrantWithdrawn(**data),
    TournamentStarted.type: _started,
    RoundPaired.type: _round_paired,
    ResultRecorded.type: _result,
    RoundClosed.type: lambda data: RoundClosed(**data),
    TournamentCompleted.type: lambda data: TournamentCompleted(**data),
}
