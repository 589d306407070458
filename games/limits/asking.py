"""Who is asking: the client's address as proxies that are trusted say it, and nobody else.

A proxy adds the address that it heard from at the right end of `X-Forwarded-For`; whatever stands
to the left of the last proxy that is trusted may have been written by anybody.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from ipaddress import (
    IPv4Address,
    IPv4Network,
    IPv6Address,
    IPv6Network,
    ip_address,
    ip_network,
)

Address = IPv4Address | IPv6Address
Network = IPv4Network | IPv6Network
Headers = Iterable[tuple[bytes, bytes]]

FOR, PROTOCOL = b"x-forwarded-for", b"x-forwarded-proto"
SCHEMES = ("http", "https")
# A household or a phone has a network of this size to itself.
COUNTED_BITS = 64


@dataclass(frozen=True, slots=True)
class Client:
    """Where a request comes from, and by which scheme it left there: http or https."""

    address: str
    scheme: str


def networks_of(texts: Iterable[str]) -> tuple[Network, ...]:
    """Networks and single addresses as people write them. Raises ValueError."""
    return tuple(ip_network(text.strip()) for text in texts)


def client_of(peer: str, scheme: str, headers: Headers, trusted: Sequence[Network]) -> Client:
    """The client behind the socket's `peer`: the peer itself unless that is a trusted proxy."""
    nearest = _address(peer)
    if nearest is None or not _is_in(nearest, trusted):
        return Client(peer, scheme)
    told = list(headers)
    hops = 1
    for text in reversed(_listed(told, FOR)):
        heard = _address(text)
        if heard is None:
            break
        nearest = heard
        if not _is_in(nearest, trusted):
            break
        hops += 1
    schemes = _listed(told, PROTOCOL)
    said = schemes[-min(hops, len(schemes))].lower() if schemes else ""
    return Client(str(nearest), said if said in SCHEMES else scheme)


def counted_as(address: str) -> str:
    """Under what an address is counted: itself, or the network of 64 bits for IPv6."""
    parsed = _address(address)
    if parsed is None:
        return "nowhere"
    if isinstance(parsed, IPv6Address):
        return str(IPv6Network((int(parsed), COUNTED_BITS), strict=False))
    return str(parsed)


def _is_in(address: Address, networks: Sequence[Network]) -> bool:
    return any(address in network for network in networks)


def _listed(headers: Headers, wanted: bytes) -> list[str]:
    """The items of a list that may be spread over several headers."""
    lines = [value.decode("latin-1") for name, value in headers if name == wanted]
    return [item for item in (item.strip() for item in ",".join(lines).split(",")) if item]


def _address(text: str) -> Address | None:
    """An address as proxies write it, with or without a port; IPv4 within IPv6 is IPv4."""
    bare = text
    if text.startswith("["):
        bare = text[1:].partition("]")[0]
    elif text.count(":") == 1:
        bare = text.partition(":")[0]
    try:
        parsed = ip_address(bare.partition("%")[0])
    except ValueError:
        return None
    if isinstance(parsed, IPv6Address) and parsed.ipv4_mapped:
        return parsed.ipv4_mapped
    return parsed
