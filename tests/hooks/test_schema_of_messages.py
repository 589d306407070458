"""What is sent has the shape that the schema gives it."""

from typing import Any

import pytest
from django.utils import timezone
from drf_spectacular.drainage import GENERATOR_STATS
from drf_spectacular.generators import SchemaGenerator
from jsonschema import Draft202012Validator

from casino_site.hooks import delivering, subscriptions
from casino_site.hooks.models import Webhook
from games.casual import challenges
from games.models import Player
from tests.hooks.receiver import Receiver

pytestmark = [pytest.mark.django_db]


def test_each_message_has_its_shape(hook: Webhook, olga: Player, receiver: Receiver) -> None:
    own = subscriptions.create(olga, receiver.url, timezone.now()).hook
    asked = challenges.wish_of({"player": "olga"})
    challenges.challenge(Player.objects.get(handle="ann"), *asked, timezone.now())
    subscriptions.ping(own, timezone.now())
    for one in (hook, own):
        delivering.deliver(one.pk, timezone.now)

    with GENERATOR_STATS.silence():
        schema: dict[str, Any] = SchemaGenerator().get_schema(public=True)
    sent = {got.message["type"]: got for got in receiver.got}
    assert sent.keys() == schema["webhooks"].keys()
    for type_, got in sent.items():
        operation = schema["webhooks"][type_]["post"]
        body = operation["requestBody"]["content"]["application/json"]["schema"]
        Draft202012Validator({**body, "components": schema["components"]}).validate(got.message)
        assert {one["name"] for one in operation["parameters"]} <= got.headers.keys()
