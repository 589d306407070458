"""A copy of the database shows no deck, no hand and no seed; the keys outside can be changed."""

import json
from io import StringIO

import pytest
from cryptography.exceptions import InvalidTag
from cryptography.fernet import Fernet, InvalidToken
from django.core.management import call_command
from django.db import connection

from engine.rules.cards import card_text
from games.match.match_log import match_log
from games.models import Event, Player, StreamKey
from games.store import sealing
from games.store.sealing import key_of
from tests.games.tables import OpenMatch

pytestmark = [pytest.mark.store, pytest.mark.django_db]


def test_no_table_holds_a_deck_or_a_seed_in_clear(
    open_match: OpenMatch, alice: Player, bob: Player
) -> None:
    match_id = open_match(alice, bob)
    state = match_log.load(match_id)
    assert state.deal is not None
    stock = json.dumps([card_text(card) for card in state.deal.stock[:3]], separators=(",", ":"))
    rows = ""
    for table in connection.introspection.table_names():
        with connection.cursor() as cursor:
            cursor.execute(f'SELECT * FROM "{table}"')
            rows += repr(
                [
                    [bytes(v) if isinstance(v, memoryview) else v for v in row]
                    for row in cursor.fetchall()
                ]
            )

    assert match_id.hex in rows
    for secret in (state.seed.hex(), stock[1:-1]):
        assert secret not in rows


def test_a_secret_opens_at_its_own_place_only(
    open_match: OpenMatch, alice: Player, bob: Player
) -> None:
    stream = match_log.stream_of(open_match(alice, bob))
    other = match_log.stream_of(open_match(alice, bob))
    first = Event.objects.get(stream=stream, version=1)
    sealed = bytes(first.secret or b"")

    assert "seed" in key_of(stream).unseal(1, sealed)
    for open_elsewhere in (
        lambda: key_of(stream).unseal(2, sealed),
        lambda: key_of(other).unseal(1, sealed),
        lambda: key_of(stream).unseal(1, sealed[:-1] + bytes([sealed[-1] ^ 1])),
    ):
        with pytest.raises(InvalidTag):
            open_elsewhere()


def test_after_a_rotation_the_old_master_key_opens_nothing(
    open_match: OpenMatch, alice: Player, bob: Player, settings
) -> None:  # type: ignore[no-untyped-def]
    old, new = settings.LOG_KEYS[0], Fernet.generate_key().decode()
    match_id = open_match(alice, bob)
    state = match_log.load(match_id)
    log = list(Event.objects.values_list("hash", flat=True))

    settings.LOG_KEYS = [new, old]
    call_command("rotate_log_keys", stdout=StringIO())

    settings.LOG_KEYS = [new]
    match_log.forget()
    key_of.cache_clear()
    assert match_log.load(match_id) == state
    assert list(Event.objects.values_list("hash", flat=True)) == log
    settings.LOG_KEYS = [old]
    key_of.cache_clear()
    with pytest.raises(InvalidToken):
        key_of(match_log.stream_of(match_id))


def test_a_stream_has_one_key_and_keeps_it(
    open_match: OpenMatch, alice: Player, bob: Player
) -> None:
    stream = match_log.stream_of(open_match(alice, bob))

    assert StreamKey.objects.filter(stream=stream).count() == 1
    assert sealing.NONCE_BYTES == 12  # AES-GCM takes no other without hashing it
