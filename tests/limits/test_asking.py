"""The client's address is what trusted proxies say, and nobody else."""

import pytest

from casino_site.proxy_gate import seen_through_proxies
from games.limits.asking import Client, client_of, counted_as, networks_of

PROXY, OUTER, STRANGER = "10.0.0.1", "192.0.2.9", "198.51.100.7"
TRUSTED = networks_of(["10.0.0.0/8", OUTER])


def asked(peer: str, *headers: tuple[bytes, bytes]) -> Client:
    return client_of(peer, "http", headers, TRUSTED)


def forwarded(*items: str) -> tuple[bytes, bytes]:
    return b"x-forwarded-for", ", ".join(items).encode()


def test_nobody_is_believed_where_no_proxy_is_trusted() -> None:
    claims = [forwarded("203.0.113.1"), (b"x-forwarded-proto", b"https")]
    assert client_of(PROXY, "http", claims, ()) == Client(PROXY, "http")


def test_who_is_no_proxy_is_the_client_whatever_they_say() -> None:
    claims = [forwarded("203.0.113.1"), (b"x-forwarded-proto", b"https")]
    assert asked(STRANGER, *claims) == Client(STRANGER, "http")


def test_a_trusted_proxy_says_whom_it_heard_and_by_which_scheme() -> None:
    told = asked(PROXY, forwarded(STRANGER), (b"x-forwarded-proto", b"HTTPS"))
    assert told == Client(STRANGER, "https")


@pytest.mark.parametrize(
    "items",
    [
        ["203.0.113.1", STRANGER],
        ["203.0.113.1", STRANGER, OUTER],
        ["203.0.113.1", f"{STRANGER}:4711"],
        [PROXY, "203.0.113.1", STRANGER, OUTER, "10.2.3.4"],
    ],
)
def test_the_walk_ends_at_the_first_hop_that_is_not_trusted(items: list[str]) -> None:
    assert asked(PROXY, forwarded(*items)).address == STRANGER


def test_several_headers_are_one_list() -> None:
    assert asked(PROXY, forwarded("203.0.113.1"), forwarded(STRANGER)).address == STRANGER


def test_what_is_no_address_ends_the_walk() -> None:
    assert asked(PROXY, forwarded(STRANGER, "unknown", OUTER)).address == OUTER
    assert asked(PROXY, forwarded("")).address == PROXY


def test_the_scheme_is_believed_as_far_as_the_addresses_are() -> None:
    schemes = (b"x-forwarded-proto", b"https, http")
    assert asked(PROXY, forwarded(STRANGER), schemes).scheme == "http"
    assert asked(PROXY, forwarded(STRANGER, OUTER), schemes).scheme == "https"
    assert asked(PROXY, (b"x-forwarded-proto", b"gopher")).scheme == "http"


@pytest.mark.parametrize(
    ("address", "counted"),
    [
        (STRANGER, STRANGER),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2:ffff::1", "2001:db8:1:2::/64"),
        ("[2001:db8:1:2::9]:443", "2001:db8:1:2::/64"),
        ("::ffff:198.51.100.7", STRANGER),
        ("fe80::1%eth0", "fe80::/64"),
        ("", "nowhere"),
        ("/run/socket", "nowhere"),
    ],
)
def test_ipv6_is_counted_by_its_network(address: str, counted: str) -> None:
    assert counted_as(address) == counted


def test_ipv4_written_as_ipv6_is_trusted_as_ipv4() -> None:
    assert asked("::ffff:10.0.0.1", forwarded(STRANGER)).address == STRANGER


def test_no_header_of_proxies_reaches_what_is_behind_the_gate(settings) -> None:  # type: ignore[no-untyped-def]
    settings.PROXIES = TRUSTED
    scope = {
        "type": "http",
        "client": (PROXY, 4711),
        "scheme": "http",
        "headers": [(b"host", b"x"), forwarded(STRANGER), (b"x-forwarded-proto", b"https")],
    }
    seen = seen_through_proxies(scope)
    assert (seen["client"], seen["scheme"]) == ((STRANGER, 4711), "https")
    assert seen["headers"] == [(b"host", b"x")]


def test_a_network_that_is_none_is_refused() -> None:
    with pytest.raises(ValueError, match="host bits"):
        networks_of(["10.0.0.1/8"])
