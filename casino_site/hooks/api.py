"""The caller's webhooks over REST."""

from typing import Any

from django.http import HttpResponseBase
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from casino_site.hooks import paged_deliveries, redelivery, subscriptions
from casino_site.hooks.documents import (
    DELIVERY_STATES,
    DeliveryDocument,
    DeliveryList,
    MadeWebhook,
    RedeliveredDocument,
    WebhookDocument,
    WebhookList,
    delivery_document,
    webhook_document,
    webhook_documents,
)
from casino_site.hooks.models import DESCRIPTION_LENGTH, URL_LENGTH, Webhook
from casino_site.hooks.tasks import deliver_soon
from games.accounts.callers import signed_in
from games.accounts.scopes import Scope, Scopes
from games.api.kept import document, sent
from games.api.queries import Paged, Queries, asked
from games.api.serializers_of_documents import serializer_of
from games.api.strict import StrictSerializer, check_body
from games.paging import LARGEST_NUMBER

FOR_THE_ACCOUNT = frozenset({Scope.ACCOUNT})
OF_ACCOUNT: Scopes = dict.fromkeys(("GET", "POST", "PATCH", "DELETE"), FOR_THE_ACCOUNT)
LONGEST_TYPE, MOST_TYPES = 40, 60


def _types(**said: Any) -> serializers.ListField:
    return serializers.ListField(
        child=serializers.CharField(max_length=LONGEST_TYPE), max_length=MOST_TYPES, **said
    )


class NewWebhook(StrictSerializer):
    url = serializers.CharField(max_length=URL_LENGTH)
    event = serializers.CharField(
        max_length=64,
        required=False,
        allow_null=True,
        help_text="The id or slug of an event; without it, it follows the caller's own account.",
    )
    types = _types(default=[], help_text="Types of facts, or of what `me/stream/` tells.")
    description = serializers.CharField(default="", max_length=DESCRIPTION_LENGTH, allow_blank=True)
    after = serializers.IntegerField(
        required=False,
        min_value=0,
        max_value=LARGEST_NUMBER,
        help_text="Of an event: what comes after this version; from now on if not given.",
    )


class ChangedWebhook(StrictSerializer):
    url = serializers.CharField(max_length=URL_LENGTH, required=False)
    types = _types(required=False)
    description = serializers.CharField(
        max_length=DESCRIPTION_LENGTH, allow_blank=True, required=False
    )
    on = serializers.BooleanField(required=False, help_text="Whether anything is sent.")


class Again(StrictSerializer):
    after = serializers.IntegerField(
        min_value=0, max_value=LARGEST_NUMBER, help_text="What came after this version."
    )


class DeliveriesQuery(Paged):
    state = serializers.ChoiceField(DELIVERY_STATES, required=False)


class HooksView(APIView):
    permission_classes = (IsAuthenticated,)
    scopes: Scopes = OF_ACCOUNT

    def hook(self, request: Request, webhook: str) -> Webhook:
        """The caller's own. Refuses `unknown_webhook`."""
        return subscriptions.of_owner(signed_in(request.user), webhook)


class WebhooksView(HooksView):
    answers_secrets = True

    @extend_schema(operation_id="webhooks", responses=serializer_of(WebhookList))
    def get(self, request: Request) -> Response:
        """The caller's webhooks, newest first."""
        mine = list(subscriptions.mine(signed_in(request.user)))
        return Response({"results": webhook_documents(mine), "next": None})

    @extend_schema(
        operation_id="make_webhook", request=NewWebhook, responses={201: serializer_of(MadeWebhook)}
    )
    def post(self, request: Request) -> Response:
        """Has an address told what is new in an event, or for the caller."""
        given = NewWebhook(data=request.data)
        given.is_valid(raise_exception=True)
        hook, secret = subscriptions.create(
            signed_in(request.user), now=timezone.now(), **given.validated_data
        )
        told = {**webhook_document(hook), "secret": secret}
        return Response(told, 201, headers={"Location": f"{request.path}{hook.pk.hex}/"})


class WebhookView(HooksView):
    @extend_schema(operation_id="webhook", responses=serializer_of(WebhookDocument))
    def get(self, request: Request, webhook: str) -> Response:
        """A webhook of the caller's."""
        return Response(webhook_document(self.hook(request, webhook)))

    @extend_schema(
        operation_id="change_webhook",
        request=ChangedWebhook,
        responses=serializer_of(WebhookDocument),
    )
    def patch(self, request: Request, webhook: str) -> Response:
        """Changes where it leads, what it is told, and whether it is on."""
        given = ChangedWebhook(data=request.data)
        given.is_valid(raise_exception=True)
        hook = subscriptions.change(self.hook(request, webhook), given.validated_data)
        return Response(webhook_document(hook))

    @extend_schema(operation_id="delete_webhook", request=None, responses={204: None})
    def delete(self, request: Request, webhook: str) -> Response:
        """Ends it, and forgets what was sent."""
        check_body(request)
        subscriptions.delete(self.hook(request, webhook))
        return Response(status=204)


class SecretView(HooksView):
    answers_secrets = True

    @extend_schema(
        operation_id="rotate_webhook_secret",
        request=None,
        responses=serializer_of(MadeWebhook),
    )
    def post(self, request: Request, webhook: str) -> Response:
        """Gives it another secret; the former one signs beside it for a day."""
        check_body(request)
        hook, secret = subscriptions.rotate(self.hook(request, webhook), timezone.now())
        return Response({**webhook_document(hook), "secret": secret})


class PingView(HooksView):
    @extend_schema(
        operation_id="ping_webhook", request=None, responses={201: serializer_of(DeliveryDocument)}
    )
    def post(self, request: Request, webhook: str) -> Response:
        """Sends a test, at once and before all else; it is tried once."""
        check_body(request)
        hook = self.hook(request, webhook)
        made = subscriptions.ping(hook, timezone.now())
        deliver_soon(hook)
        place = request.path.removesuffix("ping/") + f"deliveries/{made.message}/"
        return Response(delivery_document(made), 201, headers={"Location": place})


class DeliveriesView(HooksView):
    queries: Queries = {"GET": DeliveriesQuery}

    @extend_schema(
        operation_id="webhook_deliveries", responses={200: serializer_of(DeliveryList), 304: None}
    )
    def get(self, request: Request, webhook: str) -> HttpResponseBase:
        """The messages of a webhook, newest first; `?state=parked`: those that were given up."""
        page = paged_deliveries.page(self.hook(request, webhook), **asked(self, request))
        return sent(request, document(page.start, page.cursor), private=True)


class DeliveryView(HooksView):
    @extend_schema(operation_id="webhook_delivery", responses=serializer_of(DeliveryDocument))
    def get(self, request: Request, webhook: str, message: str) -> Response:
        """A message, and what became of it."""
        hook = self.hook(request, webhook)
        return Response(delivery_document(subscriptions.delivery_of(hook, message)))


class RedeliverOneView(HooksView):
    @extend_schema(
        operation_id="redeliver_message",
        request=None,
        responses=serializer_of(DeliveryDocument),
    )
    def post(self, request: Request, webhook: str, message: str) -> Response:
        """Sends a message once more, under the same id."""
        check_body(request)
        hook = self.hook(request, webhook)
        again = redelivery.redeliver(subscriptions.delivery_of(hook, message), timezone.now())
        deliver_soon(hook)
        return Response(delivery_document(again))


class RedeliverView(HooksView):
    @extend_schema(
        operation_id="redeliver_after",
        request=Again,
        responses=serializer_of(RedeliveredDocument),
    )
    def post(self, request: Request, webhook: str) -> Response:
        """Sends everything after a version once more."""
        given = Again(data=request.data)
        given.is_valid(raise_exception=True)
        hook = self.hook(request, webhook)
        version = redelivery.redeliver_after(hook, given.validated_data["after"], timezone.now())
        deliver_soon(hook)
        return Response({"version": version})
