"""Forms of passkeys, as allauth has them; what is no passkey at all is refused like a wrong one."""

from allauth.account.adapter import get_adapter
from allauth.mfa.webauthn.forms import (
    AddWebAuthnForm,
    LoginWebAuthnForm,
    ReauthenticateWebAuthnForm,
)
from django import forms

from games.texts import seen


class Strict(forms.Form):
    """Anybody may send anything as a credential; the libraries below look up what is not there."""

    def full_clean(self) -> None:
        try:
            super().full_clean()
        except (AttributeError, KeyError, TypeError, ValueError):
            self.add_error("credential", get_adapter().validation_error("incorrect_code"))


class SignInByPasskeyForm(Strict, LoginWebAuthnForm):
    pass


class AgainByPasskeyForm(Strict, ReauthenticateWebAuthnForm):
    pass


class AddPasskeyForm(Strict, AddWebAuthnForm):
    name = forms.CharField(required=False, max_length=40, validators=[seen])
