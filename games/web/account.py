"""The account's own pages: what it has, its address, its passkeys, where it is signed in."""

from typing import Any

from allauth.account.internal.flows.reauthentication import raise_if_reauthentication_required
from allauth.account.models import EmailAddress
from allauth.account.views import ConfirmEmailView, EmailView
from allauth.mfa.models import Authenticator
from allauth.mfa.webauthn.internal import auth
from allauth.mfa.webauthn.views import (
    AddWebAuthnView,
    ReauthenticateWebAuthnView,
    RemoveWebAuthnView,
)
from django.contrib import messages
from django.contrib.auth import update_session_auth_hash
from django.contrib.auth.mixins import LoginRequiredMixin
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.urls import reverse, reverse_lazy
from django.utils.decorators import method_decorator
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.generic import FormView, TemplateView, View

from games.accounts import bot_accounts, sessions, tokens
from games.accounts.callers import signed_in
from games.web import browsers
from games.web.forms import NewAddressForm
from games.web.guests import KeptOnly
from games.web.passkey_forms import AddPasskeyForm, AgainByPasskeyForm


@method_decorator(never_cache, name="dispatch")
class AccountView(LoginRequiredMixin, TemplateView):
    template_name = "games/account.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        player = signed_in(self.request.user)
        key = self.request.session.session_key
        return super().get_context_data(
            address=EmailAddress.objects.get_verified(player),
            passkeys=passkeys_of(self.request).count(),
            sessions=len(sessions.living(player, key)),
            tokens=len(tokens.living(player)),
            bots=bot_accounts.living(owner=player).count(),
            **kwargs,
        )


@method_decorator(never_cache, name="dispatch")
class AddressView(KeptOnly, EmailView):
    """One address, which another replaces once it is verified; or none."""

    form_class = NewAddressForm
    template_name = "games/address.html"

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if "remove" not in request.POST:
            return FormView.post(self, request, *args, **kwargs)
        raise_if_reauthentication_required(request, app="allauth.account")
        EmailAddress.objects.filter(user=signed_in(request.user)).delete()
        messages.success(request, _("Your account has no address any more."))
        return redirect("account_email")

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        player = signed_in(self.request.user)
        return FormView.get_context_data(
            self,
            address=EmailAddress.objects.get_verified(player),
            waiting=EmailAddress.objects.get_new(player),
            **kwargs,
        )


@method_decorator(never_cache, name="dispatch")
class ConfirmView(ConfirmEmailView):
    template_name = "games/address_confirm.html"


def passkeys_of(request: HttpRequest) -> Any:
    rows = Authenticator.objects.filter(user=request.user, type=Authenticator.Type.WEBAUTHN)
    return rows.order_by("created_at")


@method_decorator(never_cache, name="dispatch")
class PasskeysView(LoginRequiredMixin, TemplateView):
    template_name = "games/passkeys.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return super().get_context_data(passkeys=passkeys_of(self.request), **kwargs)


@method_decorator(never_cache, name="dispatch")
class AddPasskeyView(LoginRequiredMixin, KeptOnly, AddWebAuthnView):
    """The page asks for what is to be signed when its button is pressed."""

    form_class = AddPasskeyForm
    template_name = "games/passkey_add.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return FormView.get_context_data(self, **kwargs)

    def get_success_url(self) -> str:
        return reverse("mfa_list_webauthn")


@method_decorator(never_cache, name="dispatch")
class AddPasskeyOptionsView(LoginRequiredMixin, View):
    http_method_names = ["post", "options"]

    def post(self, request: HttpRequest) -> HttpResponse:
        raise_if_reauthentication_required(request, app="allauth.mfa")
        return JsonResponse(auth.begin_registration(signed_in(request.user), True))


class RemovePasskeyView(LoginRequiredMixin, RemoveWebAuthnView):
    http_method_names = ["post", "options"]


@method_decorator(never_cache, name="dispatch")
class AgainByPasskeyView(ReauthenticateWebAuthnView):
    form_class = AgainByPasskeyForm
    template_name = "games/again_passkey.html"
    success_url = reverse_lazy("account")

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        context = FormView.get_context_data(self, **kwargs)
        return context | {"redirect_field_value": self.request.GET.get("next", "")}

    def form_invalid(self, form: Any) -> HttpResponse:
        for message in form.errors.get("credential", []):
            messages.error(self.request, message)
        return redirect(self.request.get_full_path())


@method_decorator(never_cache, name="dispatch")
class AgainOptionsView(LoginRequiredMixin, View):
    http_method_names = ["post", "options"]

    def post(self, request: HttpRequest) -> HttpResponse:
        return JsonResponse(auth.begin_authentication(signed_in(request.user)))


@method_decorator(never_cache, name="dispatch")
class SessionsView(LoginRequiredMixin, TemplateView):
    template_name = "games/sessions.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        player, key = signed_in(self.request.user), self.request.session.session_key
        return super().get_context_data(
            sessions=[
                (row, browsers.in_words(row.user_agent)) for row in sessions.living(player, key)
            ],
            current=key,
            **kwargs,
        )

    def post(self, request: HttpRequest) -> HttpResponse:
        """Signs out everywhere else."""
        player = signed_in(request.user)
        sessions.end_all(player, but=request.session.session_key)
        update_session_auth_hash(request, player)
        sessions.note(request)
        messages.success(request, _("You are signed out everywhere else."))
        return redirect("sessions")
