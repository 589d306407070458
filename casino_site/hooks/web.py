"""The pages of webhooks: all of them, and one with what was sent to it."""

from collections.abc import Callable
from typing import Any
from uuid import UUID

from django import forms
from django.contrib import messages
from django.contrib.auth.mixins import LoginRequiredMixin
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.urls import path
from django.utils import timezone
from django.utils.decorators import method_decorator
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.generic import TemplateView

import games.identity  # noqa: F401 - registers the id converter
from casino_site.hooks import redelivery, subscriptions
from casino_site.hooks.documents import webhook_documents
from casino_site.hooks.models import DESCRIPTION_LENGTH, URL_LENGTH, Webhook
from casino_site.hooks.tasks import deliver_soon
from engine.errors import Kind, Refusal
from games.accounts.callers import signed_in
from games.texts import seen
from games.web.guests import KeptOnly

SHOWN = 30


class WebhookForm(forms.Form):
    url = forms.CharField(
        label=gettext_lazy("Address"),
        max_length=URL_LENGTH,
        validators=[seen],
        help_text=gettext_lazy("Where to send it: begins with https://."),
        widget=forms.TextInput(attrs={"autocomplete": "off", "inputmode": "url"}),
    )
    event = forms.CharField(
        label=gettext_lazy("Event"),
        required=False,
        max_length=64,
        validators=[seen],
        help_text=gettext_lazy(
            "The last part of the event’s address, as friday-night. Left empty, it is sent what "
            "concerns you: your turns, tables, results and challenges."
        ),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    description = forms.CharField(
        label=gettext_lazy("What it is for"),
        required=False,
        max_length=DESCRIPTION_LENGTH,
        validators=[seen],
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )


@method_decorator(never_cache, name="dispatch")
class WebhooksView(LoginRequiredMixin, KeptOnly, TemplateView):
    """Guests are asked to keep their account first."""

    template_name = "hooks/webhooks.html"

    def post(self, request: HttpRequest) -> HttpResponse:
        """Makes one, and shows its secret: this once."""
        form = WebhookForm(request.POST)
        if not form.is_valid():
            return self.render_to_response(self.get_context_data(form=form))
        asked = form.cleaned_data
        try:
            made = subscriptions.create(
                signed_in(request.user),
                asked["url"].strip(),
                timezone.now(),
                event=asked["event"].strip() or None,
                description=asked["description"],
            )
        except Refusal as refusal:
            form.add_error(_field_of(refusal), refusal.detail)
            return self.render_to_response(self.get_context_data(form=form))
        return OneView.shown(request, made.hook, secret=made.secret)

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        mine = list(subscriptions.mine(signed_in(self.request.user)))
        kwargs.setdefault("form", WebhookForm())
        shown = list(zip(mine, webhook_documents(mine), strict=True))
        return super().get_context_data(webhooks=shown, **kwargs)


def _field_of(refusal: Refusal) -> str | None:
    if refusal.code == "bad_target":
        return "url"
    return "event" if refusal.kind == Kind.UNKNOWN else None


@method_decorator(never_cache, name="dispatch")
class OneView(LoginRequiredMixin, KeptOnly, TemplateView):
    """One webhook. What is pressed there comes as `do`."""

    template_name = "hooks/webhook.html"
    hook: Webhook

    @classmethod
    def shown(cls, request: HttpRequest, hook: Webhook, **more: Any) -> HttpResponse:
        view = cls()
        view.setup(request, webhook=hook.pk)
        view.hook = hook
        return view.render_to_response(view.get_context_data(**more))

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if request.user.is_authenticated:
            try:
                self.hook = subscriptions.of_owner(signed_in(request.user), kwargs["webhook"])
            except Refusal as unknown:
                raise Http404(unknown.detail) from unknown
        return super().dispatch(request, *args, **kwargs)

    def post(self, request: HttpRequest, webhook: UUID) -> HttpResponse:
        do = request.POST.get("do", "")
        try:
            if do == "secret":
                made = subscriptions.rotate(self.hook, timezone.now())
                return self.render_to_response(self.get_context_data(secret=made.secret))
            if do in ACTS:
                messages.success(request, ACTS[do](self.hook, request))
        except Refusal as refusal:
            messages.error(request, refusal.detail)
        return redirect("webhooks") if do == "delete" else redirect("webhook", webhook=webhook)

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        sent = list(subscriptions.deliveries(self.hook)[:SHOWN])
        [told] = webhook_documents([self.hook])
        return super().get_context_data(
            hook=self.hook, event=told["event"], deliveries=sent, **kwargs
        )


def _ping(hook: Webhook, request: HttpRequest) -> str:
    subscriptions.ping(hook, timezone.now())
    deliver_soon(hook)
    return _("A test is on its way. Load the page again to see what became of it.")


def _pause(hook: Webhook, request: HttpRequest) -> str:
    subscriptions.change(hook, {"on": False})
    return _("Nothing is sent until you turn it on again.")


def _turn_on(hook: Webhook, request: HttpRequest) -> str:
    deliver_soon(subscriptions.change(hook, {"on": True}))
    return _("It is on again, and goes on where it left off.")


def _delete(hook: Webhook, request: HttpRequest) -> str:
    subscriptions.delete(hook)
    return _("The webhook is deleted.")


def _again(hook: Webhook, request: HttpRequest) -> str:
    message = subscriptions.delivery_of(hook, request.POST.get("message", ""))
    redelivery.redeliver(message, timezone.now())
    deliver_soon(hook)
    return _("The message is sent again.")


ACTS: dict[str, Callable[[Webhook, HttpRequest], str]] = {
    "ping": _ping,
    "pause": _pause,
    "on": _turn_on,
    "delete": _delete,
    "again": _again,
}

urlpatterns = [
    path("webhooks/", WebhooksView.as_view(), name="webhooks"),
    path("webhooks/<id:webhook>/", OneView.as_view(), name="webhook"),
]
