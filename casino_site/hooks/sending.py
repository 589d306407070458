"""One message over the network: bounded in time and in what is read of the answer."""

import asyncio
import ssl
import time
from collections.abc import Sequence
from contextlib import suppress
from email.utils import parsedate_to_datetime
from functools import cache
from typing import NamedTuple

import httpx
from django.conf import settings
from django.utils import timezone

from casino_site.hooks.refusals import BadTarget
from casino_site.hooks.targets import Rules, Target, addresses_of, target_of
from casino_site.version import VERSION

# Of all of it together, from the connection to the end of what is read.
LONGEST_SECONDS, SECONDS_TO_CONNECT = 10.0, 5.0
MOST_READ = 4096
GONE = 410


class Outcome(NamedTuple):
    """What became of a try. `failed` says in a word what was wrong, and is empty where nothing was.
    `wait`: how many seconds the receiver asks to be left alone.
    """

    status: int | None
    failed: str
    milliseconds: int = 0
    wait: int | None = None


def rules() -> Rules:
    return Rules(tuple(settings.ALLOWED_HOSTS), settings.WEBHOOKS_LOOPBACK)


def send(url: str, headers: dict[str, str], body: str) -> Outcome:
    """Posts the body there. Nothing is raised: whatever goes wrong is an outcome."""
    began = time.monotonic()

    def told(status: int | None, failed: str, wait: int | None = None) -> Outcome:
        return Outcome(status, failed, int((time.monotonic() - began) * 1000), wait)

    try:
        target = target_of(url, rules())
        addresses = addresses_of(target, rules())
    except BadTarget as refusal:
        return told(None, refusal.detail)
    try:
        status, wait = asyncio.run(_post(target, addresses, headers, body))
    except TimeoutError:
        return told(None, "It took too long.")
    except (httpx.HTTPError, httpx.InvalidURL, OSError, ValueError) as fault:
        return told(None, _in_words(fault))
    if 300 <= status < 400:
        return told(status, "Redirects are not followed.")
    return told(status, "" if 200 <= status < 300 else f"It answered {status}.", wait)


async def _post(
    target: Target, addresses: Sequence[str], headers: dict[str, str], body: str
) -> tuple[int, int | None]:
    """The status, and the pause that is asked for, of the first address that can be reached."""
    timeout = httpx.Timeout(LONGEST_SECONDS, connect=SECONDS_TO_CONNECT / len(addresses))
    async with (
        asyncio.timeout(LONGEST_SECONDS),
        httpx.AsyncClient(
            verify=_trusted(), trust_env=False, follow_redirects=False, timeout=timeout
        ) as client,
    ):
        *others, last = addresses
        for address in others:
            with suppress(httpx.ConnectError, httpx.ConnectTimeout):
                return await _answer_of(client, _request(target, address, headers, body))
        return await _answer_of(client, _request(target, last, headers, body))


def _request(target: Target, address: str, headers: dict[str, str], body: str) -> httpx.Request:
    """To the very address that was judged, by the name that the receiver has: its certificate is
    held against that name.
    """
    host = f"[{address}]" if ":" in address else address
    return httpx.Request(
        "POST",
        f"{target.scheme}://{host}:{target.port}{target.path}",
        content=body.encode(),
        headers={
            "Host": target.authority,
            "Content-Type": "application/json",
            "User-Agent": f"GoodTen-Webhooks/{VERSION}",
            "Accept-Encoding": "identity",
            **headers,
        },
        extensions={"sni_hostname": target.host},
    )


async def _answer_of(client: httpx.AsyncClient, request: httpx.Request) -> tuple[int, int | None]:
    answer = await client.send(request, stream=True)
    try:
        read = 0
        async for part in answer.aiter_raw():
            read += len(part)
            if read >= MOST_READ:
                break
    finally:
        await answer.aclose()
    return answer.status_code, _wait_in(answer.headers.get("Retry-After", ""))


@cache
def _trusted() -> ssl.SSLContext:
    """To read all certificates takes longer than a message does."""
    return httpx.create_ssl_context(trust_env=False)


def _wait_in(text: str) -> int | None:
    """`Retry-After` in seconds."""
    if text.isascii() and text.isdigit() and len(text) < 10:
        return int(text)
    try:
        return max(0, int((parsedate_to_datetime(text) - timezone.now()).total_seconds()))
    except (TypeError, ValueError):
        return None


def _in_words(fault: Exception) -> str:
    """What owners are told, without anything that the other side has said."""
    if isinstance(fault, httpx.TimeoutException):
        return "It took too long."
    if "CERTIFICATE" in str(fault).upper():
        return "Its certificate is not good."
    if isinstance(fault, httpx.ConnectError | OSError):
        return "Nobody could be reached there."
    return "It did not answer as HTTP has it."
