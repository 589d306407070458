"""Addresses of webhooks, below those of the caller."""

from django.urls import path

from casino_site.hooks import api

ONE = "<str:webhook>/"
MESSAGE = ONE + "deliveries/<str:message>/"

urlpatterns = [
    path("", api.WebhooksView.as_view(), name="api-webhooks"),
    path(ONE, api.WebhookView.as_view(), name="api-webhook"),
    path(ONE + "secret/", api.SecretView.as_view(), name="api-webhook-secret"),
    path(ONE + "ping/", api.PingView.as_view(), name="api-webhook-ping"),
    path(ONE + "redeliver/", api.RedeliverView.as_view(), name="api-webhook-redeliver"),
    path(ONE + "deliveries/", api.DeliveriesView.as_view(), name="api-webhook-deliveries"),
    path(MESSAGE, api.DeliveryView.as_view(), name="api-webhook-delivery"),
    path(MESSAGE + "redeliver/", api.RedeliverOneView.as_view(), name="api-redeliver-message"),
]
