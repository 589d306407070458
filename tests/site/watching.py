"""A match in one of two worlds, and everything that somebody gets of it, as bytes by where they
come from.
"""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass, replace
from typing import Any
from uuid import UUID

from channels.db import database_sync_to_async
from django.http.response import HttpResponseBase
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver

from engine import Event, MatchCreated, Move, SeatTaken, card_text, move_to_json, to_fact
from games.limits import spending
from games.match import commands
from games.match.match_log import MATCHES, match_log
from games.models import Event as Row
from games.models import Match, Player, StreamKey
from games.store import eventstore
from games.store.replay import rebuild
from games.store.sealing import key_of
from tests.engine.two_worlds import World
from tests.noon import NOON
from tests.site.wire import Wire
from tests.sockets import Socket, open_socket
from tournaments.api.kept_pages import shelf
from tournaments.read import wall

Seen = dict[str, object]
# When a message's cookie was signed, and its signature over that.
UNSIGNED = re.compile(r":\w{6}:[\w-]{43}(?=;)")
# How much of a limit remains, and for how many seconds.
REMAINING = re.compile(r";[rt]=[0-9]+")
HASHES = re.compile(rb'"(hash|previous_hash|secret_digest)":"[0-9a-f]{64}"')
SAMPLES = {"int": "1", "str": "nothing", "slug": "nothing", "id": "0" * 32, "path": "1"}
# What does not depend on any row, and takes long to write.
FIXED = ("api/v1/schema/", "api/v1/explore/")

in_db = database_sync_to_async


@dataclass(frozen=True)
class House:
    """A match's players by seat, how its tournament is named in addresses (if it is of one), and
    people who have no seat (None: signed out), who may not look on where there is a `board`.

    They look at the `whole_site`, or at what can be read of the match and of its tournament. All
    of them look at the match; `in_turn` each other address is looked at by one of them.
    """

    match_id: UUID
    seats: Sequence[Player]
    tournament: Mapping[str, str]
    outsiders: Mapping[str, Player | None]
    board: str = ""
    whole_site: bool = True
    in_turn: bool = False

    @property
    def stream(self) -> str:
        return match_log.stream_of(self.match_id)

    def is_closed_to(self, viewer: int | None) -> bool:
        return bool(self.board) and viewer is None

    def people(self, viewer: int | None) -> Mapping[str, Player | None]:
        return self.outsiders if viewer is None else {f"seat {viewer}": self.seats[viewer]}


def write(house: House, world: World) -> None:
    """Makes the match's log and rows those of the world, as the store itself writes them."""
    Row.objects.filter(stream=house.stream).delete()
    StreamKey.objects.filter(stream=house.stream).delete()
    match_log.forget()
    key_of.cache_clear()
    shelf.forget()
    facts = [to_fact(_of_this_match(house, event)) for event in world.past]
    eventstore.append(house.stream, 0, facts, actor="system", now=NOON)
    rebuild(MATCHES, house.stream)


def _of_this_match(house: House, event: Event) -> Event:
    if isinstance(event, MatchCreated):
        return replace(event, match=house.match_id.hex, board=house.board or None)
    if isinstance(event, SeatTaken):
        return replace(event, player=house.seats[event.seat].pk.hex)
    return event


# What a browser or a program gets over HTTP.


def addresses(house: House) -> list[str]:
    """Every address of the match, and of its tournament where it is of one."""
    known = {"match_id": house.match_id.hex, **house.tournament}
    names = set(known.values())
    found = {f"/{filled(route, known)}": view for route, view in routes(get_resolver())}
    return [
        address
        for address, view in found.items()
        if _is_of(house, address)
        or (
            (house.tournament and not address.endswith(FIXED))
            and (house.whole_site or (is_read(view) and not names.isdisjoint(address.split("/"))))
        )
    ]


def looked_at_by(house: House, number: int, people: int) -> list[str]:
    """The addresses that the person of this number looks at, of so many."""
    every = addresses(house)
    if not house.in_turn:
        return every
    return [one for at, one in enumerate(every) if _is_of(house, one) or at % people == number]


def _is_of(house: House, address: str) -> bool:
    return house.match_id.hex in address


def is_read(view: Any) -> bool:
    """Whether it answers a GET by more than that it takes none."""
    made_by = getattr(view, "cls", None) or getattr(view, "view_class", None)
    return made_by is None or hasattr(made_by, "get")


def routes(resolver: URLResolver, before: str = "") -> Iterator[tuple[str, Any]]:
    """Every route of the site, and its view."""
    for pattern in resolver.url_patterns:
        route = before + str(pattern.pattern)
        if isinstance(pattern, URLPattern):
            yield route, pattern.callback
        else:
            yield from routes(pattern, route)


def filled(route: str, known: Mapping[str, str]) -> str:
    def value(part: re.Match[str]) -> str:
        return known.get(part["name"], SAMPLES[part["converter"]])

    return re.sub(r"<(?P<converter>\w+):(?P<name>\w+)>", value, route)


def looks(house: House, client: Client, when: str, addresses: Sequence[str]) -> Seen:
    """Answers to the GETs, and to some that ask for a part or use another method."""
    match = f"/api/v1/matches/{house.match_id.hex}/"
    asked = [("GET", address) for address in addresses]
    asked += [("GET", f"{match}events/?after=3&limit=2"), ("GET", f"{match}events/?after=x")]
    asked += [(method, match) for method in ("HEAD", "OPTIONS", "PUT", "PATCH", "DELETE")]
    seen = {
        f"{when}: {method} {address}": answer_to(client, method, address)
        for method, address in asked
        if when == "after" or match in address
    }
    return seen | {f"{when}: its export, replayed": replayed(client, match)}


def replayed(client: Client, match: str) -> object:
    """What is answered to who has the match's export, as far as it goes, proved and replayed; and
    to who adds to it a fact that is still to come, with nothing sealed in it.
    """
    answer = client.get(f"{match}export/")
    told = b"".join(answer) if answer.streaming else answer.content
    lines = told.splitlines(keepends=True)
    found = []
    for sent in (told, b"".join(lines[: len(lines) // 2]), told + lines[-1]):
        reply = client.post("/api/v1/records/", sent, content_type="application/x-ndjson")
        found.append((reply.status_code, HASHES.sub(rb'"\1":""', reply.content)))
    return found


def answer_to(client: Client, method: str, address: str, body: object = None) -> object:
    """Status, every header and the body; of an export, digests of what is sealed differ in any two
    worlds, since each sealing draws a nonce of its own: their place is kept, not their value.
    """
    sent = "" if body is None else json.dumps(body)
    answer = client.generic(method, address, sent, content_type="application/json")
    content = b"".join(answer) if answer.streaming else answer.content
    if address.endswith("/export/"):
        content = HASHES.sub(rb'"\1":""', content)
    cookies = {
        name: UNSIGNED.sub(":", morsel.OutputString()) for name, morsel in answer.cookies.items()
    }
    return answer.status_code, sorted(headers_of(answer)), cookies, content


def headers_of(answer: HttpResponseBase) -> Iterator[tuple[str, str]]:
    """Every header; what remains of a limit, and for how long, is a matter of time alone."""
    for name, value in answer.items():
        yield name, REMAINING.sub("", value) if name == "RateLimit" else value


# What is sent, and refused.


@dataclass(frozen=True)
class Probes:
    """Commands that name hidden cards, and commands that nobody may give."""

    cards: Sequence[int]
    version: int

    def moves(self) -> list[object]:
        texts = [card_text(card) for card in self.cards]
        told: list[object] = [{"kind": "trail", "card": card} for card in texts]
        told += [{"kind": "capture", "card": c, "loose": texts[:1], "builds": []} for c in texts]
        told += [{"kind": "build", "card": c, "loose": texts[:1], "value": 9} for c in texts[:2]]
        return [*told, {"kind": "trail"}, "??", "Zz", 7]

    def commands(self) -> list[dict[str, object]]:
        at_version = [{"version": self.version, "move": move} for move in self.moves()]
        stale = [{"version": 1, "move": self.moves()[0]}, {"version": -1, "move": "Ac"}]
        return [
            {"command_id": f"probe-{number}", **command}
            for number, command in enumerate([*at_version, *stale])
        ]


def refusals(house: House, client: Client, probes: Probes) -> Seen:
    match = f"/api/v1/matches/{house.match_id.hex}/"
    asked = [(f"{match}moves/", command) for command in probes.commands()[::2]]
    cuts = [{"cut": "00" * 16}, {"cut": "x"}, {"digest": "00" * 32}, {"spare": True}]
    asked += [(f"{match}cut/", cut) for cut in cuts]
    asked += [(f"{match}resign/", {"command_id": "!"}), (f"{match}moves/", [])]
    return {
        f"refused {number}: POST {address} {body}": answer_to(client, "POST", address, body)
        for number, (address, body) in enumerate(asked)
    }


async def socket_refusals(socket: Socket, probes: Probes) -> None:
    frames = [{"type": "move", **command} for command in probes.commands()]
    frames += [{"type": "unknown"}, {"type": "cut", "cut": "00" * 16}, {"type": "move"}]
    frames += [{"type": "cut", "digest": "00" * 32}, {"type": "cut", "spare": True}]
    for frame in frames:
        await socket.say(**frame)
        await socket.hear("refused")
    texts = [card_text(card) for card in probes.cards]
    for card in texts:
        await socket.say(type="consider", card=card, loose=texts[:1], builds=[9], request=card)
        await socket.hear("options")


# A viewer's evening.


async def watched(house: House, world: World, viewer: int | None, probes: Probes) -> Seen:
    """What the viewer's people get before, during and after the plays of the world."""
    spending.forget_all()
    wall.forget()
    await in_db(write)(house, world)
    clients = {name: await in_db(signed_in)(who) for name, who in house.people(viewer).items()}
    asked = {name: looked_at_by(house, number, len(clients)) for number, name in enumerate(clients)}
    seen: Seen = {}
    with Wire(house.match_id.hex).listening() as wire:
        async with AsyncExitStack() as open_sockets:
            sockets = {}
            for name, client in clients.items():
                seen |= _named(name, await in_db(looks)(house, client, "before", asked[name]))
                if house.is_closed_to(viewer):
                    seen[f"{name}, socket before"] = await _knock(house, client)
                else:
                    sockets[name] = await open_sockets.enter_async_context(_socket(house, client))
                    await _join(sockets[name])
                    await socket_refusals(sockets[name], probes)
                seen |= _named(name, await in_db(refusals)(house, client, probes))
            for number in range(len(world.plays)):
                answer = await play(house, world, number)
                if world.plays[number].seat == viewer:
                    seen[f"answer {number}"] = answer
            for name, client in clients.items():
                late = await _afterwards(house, world, client, sockets.get(name), asked[name])
                seen |= _named(name, late)
        await in_db(wire.hear)(len(world.past) + len(world.future))
    return seen | await in_db(_behind)(house, wire)


async def _afterwards(
    house: House, world: World, client: Client, socket: Socket | None, asked: Sequence[str]
) -> Seen:
    """What is still told, and what somebody gets who comes only now; without a socket they are shut
    out.
    """
    version = len(world.past) + len(world.future)
    seen: Seen = {}
    if socket is None:
        seen["late socket"] = await _knock(house, client)
    else:
        await _until(socket, version)
        await socket.say(type="ping")
        await socket.hear("pong")
        async with _socket(house, client) as late:
            await _join(late, after=0)
            await _until(late, version)
            seen["late socket"] = late.texts
        seen["socket"] = socket.texts
    seen["wall"] = await _on_a_wall(house, client)
    seen |= await in_db(looks)(house, client, "after", asked)
    if house.tournament:
        async with _socket(house, client, "tournaments") as tournament:
            await _join(tournament)
            seen["tournament's socket"] = tournament.texts
    return seen


def signed_in(who: Player | None) -> Client:
    client = Client(raise_request_exception=False)
    if who is not None:
        client.force_login(who)
    return client


def _socket(house: House, client: Client, kind: str = "matches") -> Any:
    """A socket of a page of ours, with its session."""
    names = {"matches": house.match_id.hex, "tournaments": house.tournament.get("slug")}
    cookies = "; ".join(f"{name}={morsel.value}" for name, morsel in client.cookies.items())
    headers = [
        (b"host", b"testserver"),
        (b"origin", b"http://testserver"),
        (b"cookie", cookies.encode()),
    ]
    return open_socket(f"/ws/{kind}/{names[kind]}/" if kind in names else f"/ws/{kind}/", *headers)


async def _on_a_wall(house: House, client: Client) -> list[str]:
    """What a socket of many streams tells of the match, and of its tournament."""
    streams = [f"match/{house.match_id.hex}"]
    if house.tournament:
        streams.append(f"tournament/{house.tournament['name']}")
    async with _socket(house, client, "watch") as socket:
        await _join(socket)
        for stream in streams:
            await socket.say(type="follow", streams=[stream])
            await socket.hear()
        await socket.say(type="ping")
        await socket.hear("pong")
        return socket.texts


async def _join(socket: Socket, **frame: int) -> None:
    await socket.say(type="join", **frame)
    await socket.hear()


async def _knock(house: House, client: Client) -> list[str]:
    """What a socket tells somebody who may not look on."""
    async with _socket(house, client) as socket:
        await _join(socket)
        return socket.texts


async def _until(socket: Socket, version: int) -> None:
    while socket.heard[-1]["version"] < version:
        await socket.hear()


def play_as_bot(house: House, move: Move) -> None:
    head = match_log.head(house.match_id)
    commands.play_for_bots(house.match_id, head, lambda state: move, 1, lambda: NOON)


async def play(house: House, world: World, number: int) -> object:
    """Plays as the seat's person does, by turns over a socket and over REST, or as its bot."""
    wanted = world.plays[number]
    player = house.seats[wanted.seat]
    if player.kind == Player.Kind.BOT:
        await in_db(play_as_bot)(house, wanted.move)
        return None
    if number % 2:
        return await in_db(play_over_rest)(house, world, number)
    body = await in_db(move_of)(house, world, number)
    async with _socket(house, await in_db(signed_in)(player)) as socket:
        await _join(socket)
        await socket.say(type="move", **body)
        return await socket.hear("accepted")


def play_over_rest(house: House, world: World, number: int) -> object:
    player = house.seats[world.plays[number].seat]
    address = f"/api/v1/matches/{house.match_id.hex}/moves/"
    return answer_to(signed_in(player), "POST", address, move_of(house, world, number))


def move_of(house: House, world: World, number: int) -> dict[str, object]:
    version = match_log.load(house.match_id).version
    move = move_to_json(world.plays[number].move)
    return {"command_id": f"play-{number}", "version": version, "move": move}


def _behind(house: House, wire: Wire) -> Seen:
    """What nobody gets, and must be alike all the same or be sealed: what Redis carries, tasks,
    rows, and the lengths of what is sealed.
    """
    sealed = Row.objects.filter(stream=house.stream).order_by("version")
    return {
        "published": wire.published,
        "queued": wire.queued,
        "match": list(Match.objects.filter(id=house.match_id).values()),
        "sealed lengths": [row.secret and len(row.secret) for row in sealed],
    }


def _named(name: str, seen: Seen) -> Seen:
    return {f"{name}, {where}": what for where, what in seen.items()}
