"""What allauth, which has the steps of signing in, asks this house: its words, and its players."""

import logging
import smtplib
from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.mfa.adapter import DefaultMFAAdapter
from django.contrib import messages
from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.models import Player

log = logging.getLogger(__name__)
SITE = "Good Ten"
# By the names of allauth's templates, of which none is used: what is not named here is not said.
SAID = {
    "account/messages/email_confirmation_sent.txt": _("A mail is under way."),
    "account/messages/email_confirmed.txt": _("The address is yours now."),
    "account/messages/email_confirmation_failed.txt": _(
        "The address belongs to another account, and stays there."
    ),
    "account/messages/password_changed.txt": _("Your password is changed."),
    "mfa/messages/webauthn_added.txt": _("The passkey is added."),
    "mfa/messages/webauthn_removed.txt": _("The passkey is removed."),
}


class AccountAdapter(DefaultAccountAdapter):
    error_messages = DefaultAccountAdapter.error_messages | {
        "incorrect_code": _("This passkey did not work. Try again, or use your password."),
        "incorrect_password": _("This is not your password."),
    }

    def get_login_stages(self) -> list[str]:
        """A passkey stands beside the password, not behind it: there is no second step."""
        return ["allauth.account.stages.EmailVerificationStage"]

    def get_password_change_redirect_url(self, request: HttpRequest) -> str:
        return reverse("account")

    def get_email_verification_redirect_url(self, email_address: Any) -> str:
        return reverse("account" if self.request.user.is_authenticated else "sign-in")

    def add_message(
        self,
        request: HttpRequest,
        level: int,
        message_template: str | None = None,
        message_context: dict[str, Any] | None = None,
        extra_tags: str = "",
        message: str | None = None,
    ) -> None:
        if said := message or SAID.get(message_template or ""):
            messages.add_message(request, level, said, extra_tags=extra_tags)

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Sends it, or says in the log that it could not: nobody's page fails for a mail."""
        try:
            super().send_mail(template_prefix, email, context)
        except (OSError, smtplib.SMTPException) as fault:
            log.error("could not send a mail (%s): %s", template_prefix, type(fault).__name__)


class PasskeyAdapter(DefaultMFAAdapter):
    error_messages = DefaultMFAAdapter.error_messages | {
        "incorrect_code": AccountAdapter.error_messages["incorrect_code"],
    }

    def generate_authenticator_name(self, user: Player, type: Any) -> str:
        return gettext("Passkey")

    def get_public_key_credential_rp_entity(self) -> dict[str, str]:
        return {**super().get_public_key_credential_rp_entity(), "name": SITE}
