"""Two passwords are hashed at once, others wait for their turn, and not for ever."""

import threading

import pytest

from games.limits.hashing import AT_ONCE, GatedArgon2, Places
from games.limits.refusals import Overloaded
from tests.patience import PATIENCE


def test_the_hashers_of_the_product_are_all_gated(settings) -> None:  # type: ignore[no-untyped-def]
    from casino_site import settings as product

    assert product.PASSWORD_HASHERS == ["games.limits.hashing.GatedArgon2"]
    assert AT_ONCE == 2


def test_a_hash_is_djangos_own() -> None:
    hasher = GatedArgon2()
    encoded = hasher.encode("zebra-crossing-9", hasher.salt())
    assert encoded.startswith("argon2$argon2id$")
    assert hasher.verify("zebra-crossing-9", encoded)
    assert not hasher.verify("zebra-crossing-8", encoded)


def test_no_more_than_two_are_at_it_at_once() -> None:
    places, begun, go_on = Places(2, 8, PATIENCE), threading.Semaphore(0), threading.Event()
    inside: list[int] = []
    most: list[int] = []

    def work() -> None:
        with places.one(), places.one():
            inside.append(1)
            most.append(len(inside))
            begun.release()
            go_on.wait(PATIENCE)
            inside.pop()

    threads = [threading.Thread(target=work) for _ in range(6)]
    for thread in threads:
        thread.start()
    for _ in range(2):
        assert begun.acquire(timeout=PATIENCE)
    assert not begun.acquire(blocking=False)
    go_on.set()
    for thread in threads:
        thread.join(PATIENCE)
    assert (len(most), max(most)) == (6, 2)


def test_who_would_wait_too_long_is_asked_to_come_again() -> None:
    places = Places(1, 1, 0.01)
    with places.one():
        refusals: list[Overloaded] = []

        def too_late() -> None:
            try:
                with places.one():
                    pass
            except Overloaded as refusal:
                refusals.append(refusal)

        thread = threading.Thread(target=too_late)
        thread.start()
        thread.join(PATIENCE)
        [refusal] = refusals
        assert (refusal.kind.status, refusal.code, refusal.wait) == (503, "overloaded", 5)
    with places.one():
        pass


def test_who_finds_many_waiting_does_not_wait_at_all() -> None:
    places = Places(1, 0 + 1, PATIENCE)
    assert places._may_wait.acquire(blocking=False)
    with places.one():
        found: list[str] = []

        def refused() -> None:
            with pytest.raises(Overloaded):
                places._wait()
            found.append("refused")

        thread = threading.Thread(target=refused)
        thread.start()
        thread.join(PATIENCE)
        assert found == ["refused"]
