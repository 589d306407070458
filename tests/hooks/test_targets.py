"""Nothing is sent to addresses inside of the house, however they are written or reached."""

import ipaddress
import socket
from collections.abc import Callable
from typing import Any

import httpcore
import pytest

from casino_site.hooks import sending, targets
from casino_site.hooks.refusals import BadTarget
from casino_site.hooks.targets import Rules, addresses_of, is_public, target_of
from tests.hooks.receiver import Receiver

HOUSE = Rules(own=("play.example", ".house.example", "198.51.100.7"))
INSIDE = (
    "127.0.0.1", "127.8.9.1", "0.0.0.0", "10.0.0.1", "172.16.5.4", "172.31.255.255", "192.168.1.1",
    "169.254.169.254", "100.64.0.1", "100.127.255.255", "168.63.129.16", "192.0.0.192",
    "192.0.2.1", "198.18.0.1", "198.51.100.1", "203.0.113.9", "224.0.0.1", "239.255.255.255",
    "240.0.0.1", "255.255.255.255", "192.88.99.1",
    "::", "::1", "::127.0.0.1", "::ffff:127.0.0.1", "::ffff:10.0.0.1", "::ffff:169.254.169.254",
    "64:ff9b::7f00:1", "64:ff9b::a9fe:a9fe", "64:ff9b:1::a00:1", "2002:7f00:1::", "2002:a00:1::1",
    "2001:0:5ef5:79fb:0:0:80ff:fffe", "fe80::1", "fe80::1%eth0", "fc00::1", "fd00:ec2::254",
    "ff02::1", "fec0::1", "100::1", "2001:db8::1", "3fff::1",
)  # fmt: skip
OUTSIDE = ("1.1.1.1", "93.184.215.14", "172.32.0.1", "100.128.0.1", "2606:4700:4700::1111",
           "::ffff:1.1.1.1", "64:ff9b::101:101", "2002:101:101::1")  # fmt: skip
BAD = (
    "http://example.com/", "ftp://example.com/", "//example.com", "example.com", "", "https://",
    "https://user:password@example.com/", "https://user@example.com/", "https://example.com/#part",
    "https://example.com:80/", "https://example.com:22/", "https://example.com:6379/",
    "https://example.com:99999/", "https://exa mple.com/", "https://example.com/\n",
    "https://example.com\\@10.0.0.1/", "https://ex%61mple.com/", "https://bücher.example/",
    "https://localhost/", "https://LOCALHOST./", "https://a.localhost/", "https://db.internal/",
    "https://printer.local/", "https://intranet/", "https://2130706433/", "https://0x7f000001/",
    "https://0177.0.0.1/", "https://127.1/", "https://[::1]/", "https://[::ffff:10.0.0.1]/",
    "https://[fe80::1%25eth0]/", "https://play.example/", "https://PLAY.example./",
    "https://a.house.example/", "https://house.example/", "https://198.51.100.7/",
    "https://" + "a" * 500 + ".example/",
)  # fmt: skip


@pytest.mark.parametrize("text", INSIDE)
def test_an_address_inside_is_refused(text: str) -> None:
    assert not is_public(ipaddress.ip_address(text))
    shown = f"[{text}]" if ":" in text else text
    with pytest.raises(BadTarget):
        target_of(f"https://{shown}/", HOUSE)


@pytest.mark.parametrize("text", OUTSIDE)
def test_an_address_of_the_internet_is_taken(text: str) -> None:
    shown = f"[{text}]" if ":" in text else text
    assert target_of(f"https://{shown}:8443/a?b=c", HOUSE).path == "/a?b=c"


@pytest.mark.parametrize("url", BAD)
def test_what_is_no_address_of_a_receiver_is_refused(url: str) -> None:
    with pytest.raises(BadTarget):
        target_of(url, HOUSE)


@pytest.mark.parametrize("url", ["http://127.0.0.1:8000/", "http://localhost/", "https://[::1]/"])
def test_this_machine_is_a_receiver_only_where_a_setting_says_so(url: str) -> None:
    assert target_of(url, Rules(allows_loopback=True))
    with pytest.raises(BadTarget):
        target_of(url, Rules())


@pytest.mark.parametrize("url", ["http://10.0.0.1/", "http://example.com/", "https://10.0.0.1/"])
def test_the_setting_opens_nothing_else(url: str) -> None:
    with pytest.raises(BadTarget):
        target_of(url, Rules(allows_loopback=True))


@pytest.fixture
def names(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Has every name lead to these addresses, and to the next ones when it is asked again."""

    def lead_to(*answers: list[str]) -> None:
        left = list(answers)

        def getaddrinfo(host: str, port: int, *args: Any, **kwargs: Any) -> Any:
            found = left.pop(0) if len(left) > 1 else left[0]
            return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (one, port)) for one in found]

        monkeypatch.setattr(targets.socket, "getaddrinfo", getaddrinfo)

    return lead_to


def test_a_name_of_which_any_address_is_inside_is_refused(names: Callable[..., None]) -> None:
    target = target_of("https://rebind.example/", HOUSE)
    names(["1.1.1.1", "10.0.0.1"])
    with pytest.raises(BadTarget):
        addresses_of(target, HOUSE)
    names([])
    with pytest.raises(BadTarget):
        addresses_of(target, HOUSE)


def test_a_name_that_changes_its_mind_is_connected_to_where_it_led_when_it_was_judged(
    names: Callable[..., None], monkeypatch: pytest.MonkeyPatch
) -> None:
    """First it leads to the Internet, and a moment later to this machine."""
    asked: list[tuple[str, str, Any]] = []

    async def connect(self: Any, host: str, port: int, **kwargs: Any) -> Any:
        asked.append((host, str(port), kwargs.get("timeout") is not None))
        raise httpcore.ConnectError

    monkeypatch.setattr("httpcore.AnyIOBackend.connect_tcp", connect)
    names(["1.1.1.1", "1.0.0.1"], ["127.0.0.1"])
    outcome = sending.send("https://rebind.example/hook", {}, "{}")
    assert outcome.failed == "Nobody could be reached there."
    assert asked == [("1.1.1.1", "443", True), ("1.0.0.1", "443", True)]


def test_the_receiver_is_called_by_its_name_though_its_address_is_connected_to(
    receiver: Receiver,
) -> None:
    port = receiver.url.rpartition(":")[2]
    assert sending.send(f"http://localhost:{port}?a=b", {}, "{}").status == 204
    assert receiver.got[0].headers["host"] == f"localhost:{port.partition('/')[0]}"


def test_nobody_is_asked_for_a_way_by_the_environment(
    receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "http_proxy"):
        monkeypatch.setenv(name, "http://127.0.0.1:1")
    assert sending.send(receiver.url, {}, "{}").status == 204


def test_a_receiver_that_never_answers_is_given_up(
    receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sending, "LONGEST_SECONDS", 0.2)
    receiver.is_mute = True
    assert sending.send(receiver.url, {}, "{}")[:2] == (None, "It took too long.")


def test_where_nobody_listens_nobody_is_reached() -> None:
    outcome = sending.send("http://127.0.0.1:1/", {}, "{}")
    assert outcome[:2] == (None, "Nobody could be reached there.")
