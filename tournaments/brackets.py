"""The bracket and the standings as JSON: the whole tree, from two queries whatever its size."""

from typing import Any

from tournaments.domain.rounds import Pairing, Result, Round
from tournaments.entrant_views import entrant_json, entrant_rows
from tournaments.formats import old_single_elimination as elimination
from tournaments.models import Pairing as PairingRow
from tournaments.models import Tournament
from tournaments.round_names import round_name

Json = dict[str, Any]
Slot = tuple[str | None, str | None]


def rounds(tournament: Tournament) -> Json:
    """The rounds that have been paired."""
    view = _View(tournament)
    return {"version": tournament.version, "results": view.paired()}


def bracket(tournament: Tournament) -> Json:
    """All rounds, those to come too, with the winners who are already sure of a place in them."""
    view = _View(tournament)
    return {
        "version": tournament.version,
        "size": view.size,
        "rounds": [*view.paired(), *view.to_come()],
    }


def standings(tournament: Tournament) -> Json:
    """Ranks with wins and points; empty until the tournament has started."""
    view = _View(tournament)
    lines = elimination.standings(view.seeds, view.rounds) if view.seeds else []
    return {
        "version": tournament.version,
        "state": tournament.state,
        "results": [
            {
                "rank": line.rank,
                "entrant": view.entrants[line.entrant],
                "wins": line.wins,
                "losses": line.losses,
                "points_for": line.points_for,
                "points_against": line.points_against,
                "eliminated_in": line.eliminated_in,
            }
            for line in lines
        ],
    }


class _View:
    """The rows of one tournament: entrants by id, and its rounds as the format's values."""

    def __init__(self, tournament: Tournament) -> None:
        seeded = entrant_rows(tournament).filter(seed__isnull=False).order_by("seed")
        self.entrants = {entrant.pk.hex: entrant_json(entrant) for entrant in seeded}
        self.seeds = list(self.entrants)
        self.size = elimination.bracket_size(len(self.seeds)) if self.seeds else 0
        self.rounds = _rounds(tournament)

    def paired(self) -> list[Json]:
        return [
            {
                "round": round_.number,
                "name": round_name(len(round_.pairings)),
                "state": "closed" if round_.decided else "running",
                "pairings": [self._pairing(round_.number, pairing) for pairing in round_.pairings],
            }
            for round_ in self.rounds
        ]

    def to_come(self) -> list[Json]:
        """Rounds not paired yet; a slot whose entrant is not known is null."""
        last = self.rounds[-1] if self.rounds else None
        slots = _first_slots(self.seeds) if last is None else _slots(last)
        found = []
        for number in range(len(self.rounds) + 1, elimination.rounds_of(self.size or 1) + 1):
            found.append(
                {
                    "round": number,
                    "name": round_name(elimination.pairings_of(self.size, number)),
                    "state": "waiting",
                    "pairings": [
                        self._waiting(number, place, slot) for place, slot in enumerate(slots, 1)
                    ],
                }
            )
            slots = [(None, None)] * (len(slots) // 2)
        return found

    def _pairing(self, round_number: int, pairing: Pairing) -> Json:
        result = pairing.result
        decided = "finished" if result else "playing"
        return {
            "round": round_number,
            "pairing": pairing.number,
            "entrants": [self._entrant(entrant) for entrant in pairing.entrants],
            "match": pairing.match,
            "bye": pairing.bye,
            "state": "bye" if pairing.bye else decided,
            "winner": pairing.winner,
            "scores": list(result.scores) if result else None,
            "reason": result.reason if result else None,
        }

    def _waiting(self, round_number: int, place: int, slot: Slot) -> Json:
        return {
            "round": round_number,
            "pairing": place,
            "entrants": [self._entrant(entrant) for entrant in slot],
            "match": None,
            "bye": False,
            "state": "waiting",
            "winner": None,
            "scores": None,
            "reason": None,
        }

    def _entrant(self, entrant: str | None) -> Json | None:
        return self.entrants[entrant] if entrant else None


def _rounds(tournament: Tournament) -> list[Round]:
    found: dict[int, list[Pairing]] = {}
    for row in PairingRow.objects.filter(tournament=tournament).order_by("round", "number"):
        found.setdefault(row.round, []).append(_value(row))
    return [Round(number, tuple(pairings)) for number, pairings in found.items()]


def _value(row: PairingRow) -> Pairing:
    result = None
    if row.second_id and row.winner_id:
        result = Result(row.winner_id.hex, tuple(row.scores), row.reason)
    entrants = (row.first_id.hex, row.second_id.hex if row.second_id else None)
    return Pairing(row.number, entrants, row.match_id.hex if row.match_id else None, result)


def _slots(round_: Round) -> list[Slot]:
    """The pairings of the next round, with the winners known so far."""
    winners = [pairing.winner for pairing in round_.pairings]
    return list(zip(winners[::2], winners[1::2], strict=False))


def _first_slots(seeds: list[str]) -> list[Slot]:
    return list(elimination.first_round(seeds)) if seeds else []
