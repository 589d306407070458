"""Which handles are refused: the house's, those of bots, and those taken for another's."""

from importlib import import_module

import pytest
from django.apps import apps
from django.core.exceptions import ValidationError

from games.accounts.sign_up import sign_up
from games.lookalikes import skeleton
from games.models import Player

PASSWORD = "a long enough word"
HOUSES = (
    "admin", "Admin", "ADM1N", "Administrator", "admin-1", "staff", "Staff2", "moderator", "mods",
    "goodten", "Good-Ten", "g00d_ten", "house", "system", "support", "root", "ap1", "guest",
    "Guest7", "guest-house", "greedy", "greedy-12", "Greedy_12", "greedyl2", "random-3", "raηdom-3",
    "former-player", "nobody", "bots",
)  # fmt: skip
FREE = ("ann", "adam", "rooted", "supporter-9", "greedily", "randomness", "houseman", "Guido")


def refused(handle: str) -> str:
    with pytest.raises(ValidationError) as refusal:
        sign_up(handle, PASSWORD)
    assert list(refusal.value.message_dict) == ["handle"]
    return " ".join(refusal.value.message_dict["handle"])


@pytest.mark.django_db
@pytest.mark.parametrize("handle", HOUSES)
def test_a_name_of_the_house_or_of_a_bot_is_refused(handle: str) -> None:
    said = refused(handle)
    assert "kept for the house" in said or "A handle has 2 to 24 letters" in said


@pytest.mark.django_db
@pytest.mark.parametrize("handle", FREE)
def test_a_name_that_only_begins_like_one_is_free(handle: str) -> None:
    assert sign_up(handle, PASSWORD).handle == handle


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("here", "alike"),
    [
        ("Billy", "BiIIy"), ("billy", "bi11y"), ("joe", "j0e"), ("warner", "wamer"),
        ("owen", "ovven"), ("a_b", "a-b"), ("Ilona", "llona"), ("IO", "l0"),
    ],
)  # fmt: skip
def test_a_name_that_is_taken_for_anothers_is_refused(here: str, alike: str) -> None:
    sign_up(here, PASSWORD)
    said = refused(alike)
    assert f"This looks like {here}" in said
    assert "l, I and 1 look alike" in said


@pytest.mark.django_db
def test_the_same_name_in_other_letters_is_taken() -> None:
    sign_up("ann", PASSWORD)
    assert refused("ANN") == "This handle is taken."


def test_letters_of_other_scripts_are_taken_for_those_that_they_look_like() -> None:
    assert skeleton("\u0430nn") == skeleton("ann")  # Cyrillic
    assert skeleton("\uff41nn") == skeleton("ann")  # of full width
    assert skeleton("ann") != skeleton("anna")


@pytest.mark.django_db
def test_people_of_before_keep_their_names_and_what_they_are_taken_for() -> None:
    names = ("billy", "bi11y", "admin", "greedy-12")
    before = [Player.objects.create(handle=name) for name in names]
    bot = Player.objects.create(handle="random-1", kind=Player.Kind.BOT, bot="random")
    import_module("games.migrations.0007_skeletons").fill(apps, None)
    for player in (*before, bot):
        player.refresh_from_db()
    assert [player.skeleton for player in before] == ["bllly", None, "admln", "greedy-l2"]
    assert [player.handle for player in before] == list(names)
    assert bot.skeleton is None
    assert "This looks like billy" in refused("b1lly")
