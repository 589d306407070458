"""What nobody sees is refused in every text that people give, whichever way it comes."""

from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from engine.errors import Refusal
from games.models import Player
from games.texts import is_seen
from games.web.passkey_forms import AddPasskeyForm
from games.web.tokens import TokenForm
from tests.noon import NOON
from tests.tournaments.factories import opened
from tournaments.actions import services
from tournaments.actions.fields import Text
from tournaments.actions.registry import ACTIONS
from tournaments.domain.settings import Settings, StageSettings
from tournaments.models import Tournament

UNSEEN = {
    "zero-width space": "an\u200bn", "zero-width joiner": "an\u200dn", "soft hyphen": "an\u00adn",
    "byte order mark": "an\ufeffn", "override": "a\u202en", "isolate": "a\u2066n",
    "mark": "a\u200fn", "Hangul filler": "an\u3164n", "half Hangul filler": "an\uffa0n",
    "Hangul vowel filler": "an\u1160n", "joiner of graphemes": "an\u034fn",
    "Khmer vowel": "an\u17b4n", "blank of Braille": "an\u2800n", "variation": "an\ufe01n",
    "picture of a letter": "an\ufe0fn", "tag": "an\U000e0061n", "control": "an\x07n",
    "line": "an\u2028n", "half of a pair": "an\ud800n",
}  # fmt: skip
SEEN = ("ann", "Ann O’Neil", "安娜", "Ане́та", "أنَّا", "अन्ना", "한글", "♥️ and 1️⃣", "🂡", "a\u00a0b")


@pytest.fixture
def olga(db: None) -> Player:
    return Player.objects.create_person("olga", "a password of olga")


@pytest.fixture
def event(olga: Player) -> Tournament:
    return opened(olga, olga)


@pytest.mark.parametrize("text", UNSEEN.values(), ids=UNSEEN)
def test_what_nobody_sees_is_told_apart(text: str) -> None:
    assert not is_seen(text)


@pytest.mark.parametrize("text", SEEN)
def test_any_script_can_be_written(text: str) -> None:
    assert is_seen(text)


TEXTS = [
    pytest.param(field, id=f"{action.name}-{field.name}")
    for action in ACTIONS.values()
    for field in action.fields
    if isinstance(field, Text)
]


@pytest.mark.parametrize("field", TEXTS)
def test_every_text_of_every_action_is_held_to_the_rule(field: Text) -> None:
    assert field.problem("ann") is None
    assert "nobody sees" in (field.problem("an\u200bn") or "")


def test_every_text_of_every_body_of_the_api_is_held_to_the_rule(client: Client) -> None:
    body = {"deep": [{"an\\u200bn": 1}]}
    for address in ("tournaments/", "players/", "matches/" + "0" * 32 + "/resign/"):
        text = str(body).replace("'", '"').replace("\\\\", "\\")
        answer = client.post(f"/api/v1/{address}", text, "application/json")
        assert answer.status_code in (400, 401, 404), address
        if answer.status_code == 400:
            assert answer.json()["code"] == "malformed_json"


@pytest.mark.parametrize(
    "settings",
    [Settings("An\u200bn"), Settings("Ann", stages=(StageSettings(name="an\u200bn"),))],
)
def test_the_names_of_an_event_are_held_to_the_rule(olga: Player, settings: Settings) -> None:
    with pytest.raises(Refusal) as refused:
        services.create(olga, settings, now=NOON)
    assert "nobody sees" in refused.value.detail


def test_a_file_and_a_form_of_entrants_are_held_to_the_rule(
    olga: Player, event: Tournament
) -> None:
    client = Client()
    client.force_login(olga)
    text = "handle,name\nolga,O\u200blga\n"
    page = f"/tournaments/{event.slug}/console/entrants/import/"
    ways: tuple[dict[str, Any], ...] = (
        {"text": text},
        {"file": SimpleUploadedFile("a.csv", text.encode())},
    )
    for way in ways:
        assert "nobody sees" in client.post(page, way).content.decode()
    answer = client.post(f"/api/v1/tournaments/{event.slug}/entrants/", text, "text/csv")
    assert answer.json()["params"]["rows"] == [
        "row 2, name: it has a control character, or one that nobody sees"
    ]


@pytest.mark.parametrize("form", [TokenForm, AddPasskeyForm])
def test_the_names_that_people_give_their_keys_are_held_to_the_rule(
    form: Any, olga: Player
) -> None:
    more = {"user": olga} if form is AddPasskeyForm else {}
    assert "nobody sees" in str(form({"name": "an\u200bn"}, **more).errors["name"])
