"""Pages of passwords: a new one for the old one, or for a mail."""

from typing import Any

from allauth.account.forms import default_token_generator
from allauth.account.internal.flows.password_reset import request_password_reset
from allauth.account.models import EmailAddress
from allauth.account.views import (
    PasswordChangeView,
    PasswordResetFromKeyView,
    PasswordResetView,
    ReauthenticateView,
)
from django.http import HttpResponse
from django.urls import reverse_lazy
from django.utils.decorators import method_decorator
from django.views.decorators.cache import never_cache
from django.views.generic import TemplateView

from games.accounts import sessions
from games.limits.asked import spend_here, spend_of
from games.limits.browsers import digest_of
from games.limits.budgets import MAILS, MAILS_TO
from games.web.forms import AddressForm, ChangePasswordForm, NewPasswordForm, PasswordAgainForm
from games.web.guests import KeptOnly


@method_decorator(never_cache, name="dispatch")
class ChangeView(KeptOnly, PasswordChangeView):
    """Who changes the password goes on here, and is signed out everywhere else."""

    form_class = ChangePasswordForm
    template_name = "games/password_change.html"

    def form_valid(self, form: Any) -> HttpResponse:
        answer: HttpResponse = super().form_valid(form)
        sessions.end_listed(form.user, but=self.request.session.session_key)
        return answer


class ForgottenForm(AddressForm):
    """A mail goes to every address, known or not, so that neither page nor pause tells which."""

    def save(self, request: Any) -> None:
        email = self.cleaned_data["email"]
        spend_here(MAILS)
        spend_of(MAILS_TO, digest_of(email))
        rows = EmailAddress.objects.filter(email=email, verified=True).select_related("user")
        users = [row.user for row in rows if row.user.is_active]
        request_password_reset(request, email, users, default_token_generator)


class ForgottenView(PasswordResetView):
    form_class = ForgottenForm
    template_name = "games/password_forgotten.html"
    success_url = reverse_lazy("account_reset_password_done")


class SentView(TemplateView):
    template_name = "games/password_sent.html"


@method_decorator(never_cache, name="dispatch")
class NewView(PasswordResetFromKeyView):
    """Behind the link of the mail, which works once and for three days at most."""

    form_class = NewPasswordForm
    template_name = "games/password_new.html"
    success_url = reverse_lazy("sign-in")

    def form_valid(self, form: Any) -> HttpResponse:
        answer: HttpResponse = super().form_valid(form)
        sessions.end_all(form.user)
        return answer


@method_decorator(never_cache, name="dispatch")
class AgainView(ReauthenticateView):
    form_class = PasswordAgainForm
    template_name = "games/again.html"
