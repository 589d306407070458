"""Where nothing is sent to: addresses inside of the house, and whatever leads there.

A name is resolved once, every address that it has is judged, and the sender connects to the one
that was judged (`casino_site.hooks.sending`): what the name says a moment later does not matter.
"""

import ipaddress
import socket
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from concurrent.futures import TimeoutError as TooLate
from typing import NamedTuple
from urllib.parse import urlsplit

from casino_site.hooks.models import URL_LENGTH
from casino_site.hooks.refusals import BadTarget

Address = ipaddress.IPv4Address | ipaddress.IPv6Address
PORTS = frozenset({443, 8443})
SECONDS_TO_RESOLVE = 5.0
MOST_ADDRESSES = 4
# What the libraries take for public, and is not to be sent to.
_CLOSED = tuple(
    map(
        ipaddress.ip_network,
        (
            "0.0.0.0/8", "100.64.0.0/10", "168.63.129.16/32", "192.0.0.0/24", "192.88.99.0/24",
            "198.18.0.0/15", "240.0.0.0/4", "::/96", "100::/64", "2001::/23", "3fff::/20",
            "5f00::/16", "fec0::/10",
        ),
    )
)  # fmt: skip
_NAT64 = (ipaddress.IPv6Network("64:ff9b::/96"), ipaddress.IPv6Network("64:ff9b:1::/48"))
_INNER_NAMES = ("localhost", "local", "localdomain", "internal", "intranet", "home.arpa", "onion")
_resolving = ThreadPoolExecutor(16, thread_name_prefix="resolving")


class Rules(NamedTuple):
    """`own` are the names of this house; one that `allows_loopback` is for tests."""

    own: tuple[str, ...] = ()
    allows_loopback: bool = False


class Target(NamedTuple):
    """What an address of a webhook says, checked."""

    scheme: str
    host: str
    port: int
    path: str

    @property
    def authority(self) -> str:
        """The `Host` header."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        usual = 443 if self.scheme == "https" else 80
        return host if self.port == usual else f"{host}:{self.port}"


def target_of(url: str, rules: Rules) -> Target:
    """The parts of an address. Refuses `bad_target` what can be told by the text alone."""
    is_plain = all("!" <= one <= "~" and one != "\\" for one in url)
    if len(url) > URL_LENGTH or not is_plain:
        raise BadTarget(problem=f"an address has at most {URL_LENGTH} characters, all plain")
    try:
        parts = urlsplit(url)
        host, port = (parts.hostname or "").rstrip("."), parts.port
    except ValueError:
        raise BadTarget(problem="it is no address") from None
    if not host or "%" in parts.netloc:
        raise BadTarget(problem="it names no host")
    if parts.username is not None or parts.password is not None:
        raise BadTarget(problem="an address has no name and no password in it")
    if parts.fragment:
        raise BadTarget(problem="an address of a webhook has no part behind a #")
    is_near = rules.allows_loopback and _is_loopback(host)
    if parts.scheme != "https" and not (is_near and parts.scheme == "http"):
        raise BadTarget(problem="it takes an address that begins with https://")
    port = port or (443 if parts.scheme == "https" else 80)
    if port not in PORTS and not is_near:
        raise BadTarget(problem="the port is 443 or 8443")
    if not is_near:
        _check_host(host, rules.own)
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    return Target(parts.scheme, host, port, path)


def _is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def _check_host(host: str, own: Iterable[str]) -> None:
    named = host.lower()
    for one in own:
        bare = one.lower().strip("[]")
        if named == bare.lstrip(".") or (bare.startswith(".") and named.endswith(bare)):
            raise BadTarget(problem="it is this house itself")
    if any(named == inner or named.endswith(f".{inner}") for inner in _INNER_NAMES):
        raise BadTarget(problem="it is an address inside of the house")
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        if "." not in named or named.rsplit(".", 1)[-1][0].isdigit():
            raise BadTarget(problem="it names no host of the Internet") from None
        return
    if not is_public(address):
        raise BadTarget(problem="it is an address inside of the house")


def is_public(address: Address) -> bool:
    """Whether it is a host of the Internet, and nothing behind it is inside of the house."""
    if isinstance(address, ipaddress.IPv6Address):
        if address.scope_id is not None:
            return False
        for inner in _inside(address):
            if not is_public(inner):
                return False
        if address.ipv4_mapped is not None:
            return is_public(address.ipv4_mapped)
        if address in _NAT64[0]:
            return True
    if any(address.version == net.version and address in net for net in _CLOSED):
        return False
    return address.is_global and not (
        address.is_multicast
        or address.is_private
        or address.is_loopback
        or address.is_link_local
        or address.is_reserved
        or address.is_unspecified
    )


def _inside(address: ipaddress.IPv6Address) -> list[Address]:
    """The IPv4 addresses that an IPv6 address carries."""
    found: list[Address] = []
    if address.ipv4_mapped is not None:
        found.append(address.ipv4_mapped)
    if address.sixtofour is not None:
        found.append(address.sixtofour)
    if address.teredo is not None:
        found += address.teredo
    if any(address in net for net in _NAT64):
        found.append(ipaddress.IPv4Address(int(address) & 0xFFFFFFFF))
    return found


def addresses_of(target: Target, rules: Rules) -> Sequence[str]:
    """The addresses to connect to, in the order in which to try them. Refuses `bad_target` a name
    that does not resolve, or of which any address is not public.
    """
    found = [ipaddress.ip_address(one) for one in resolved(target.host, target.port)]
    if not found:
        raise BadTarget(problem="its name leads nowhere")
    for one in found:
        is_near = rules.allows_loopback and one.is_loopback
        if not is_near and not is_public(one):
            raise BadTarget(problem="its name leads inside of the house")
    return [str(one) for one in found[:MOST_ADDRESSES]]


def resolved(host: str, port: int) -> Sequence[str]:
    """The addresses of a name, for which nobody waits longer than a few seconds."""
    asked = _resolving.submit(socket.getaddrinfo, host, port, type=socket.SOCK_STREAM)
    try:
        rows = asked.result(SECONDS_TO_RESOLVE)
    except (OSError, UnicodeError, TooLate):
        asked.cancel()
        return ()
    return list(dict.fromkeys(str(row[4][0]) for row in rows))
