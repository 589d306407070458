"""Forms of people's accounts."""

from typing import Any

from allauth.account.adapter import get_adapter
from allauth.account.internal.flows.login import perform_password_login
from allauth.account.models import EmailAddress, Login
from allauth.account.utils import setup_user_email
from allauth.core import context
from django import forms
from django.contrib.auth.forms import AuthenticationForm
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext_lazy as _

from games.accounts.passwords import knows_password
from games.accounts.sign_up import sign_up
from games.limits.asked import spend_here, spend_of
from games.limits.browsers import digest_of
from games.limits.budgets import MAILS, MAILS_TO
from games.models import Player

LONGEST_PASSWORD = 128


def password_field(label: Any, *, is_new: bool) -> forms.CharField:
    return forms.CharField(
        label=label,
        max_length=LONGEST_PASSWORD,
        strip=False,
        help_text=_("At least 8 characters.") if is_new else "",
        widget=forms.PasswordInput(
            attrs={"autocomplete": "new-password" if is_new else "current-password"}
        ),
    )


def handle_field() -> forms.CharField:
    return forms.CharField(
        label=_("Handle"),
        min_length=2,
        max_length=24,
        help_text=_("How others see you: 2 to 24 letters, digits, - or _."),
        widget=forms.TextInput(
            attrs={"autocomplete": "username", "autocapitalize": "none", "spellcheck": "false"}
        ),
    )


class KeepForm(forms.Form):
    """What an account is to be called, and what opens it."""

    handle = handle_field()
    password = password_field(_("Password"), is_new=True)
    email = forms.EmailField(
        label=_("E-mail"),
        required=False,
        help_text=_("If you like: only for a forgotten password. Nobody else ever sees it."),
        widget=forms.EmailInput(attrs={"autocomplete": "email"}),
    )

    def clean_email(self) -> str:
        return str(self.cleaned_data["email"]).lower()

    def refused(self, refused: ValidationError) -> None:
        for field, messages in refused.message_dict.items():
            self.add_error(field if field in self.fields else None, messages)


class SignUpForm(KeepForm):
    """Makes the person while it is validated: what the account refuses are errors of its fields."""

    # What the view of allauth asks of a form.
    by_passkey = False
    player: Player

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if not self.errors:
            try:
                self.player = sign_up(cleaned["handle"], cleaned["password"])
            except ValidationError as refused:
                self.refused(refused)
        return cleaned

    def try_save(self, request: HttpRequest) -> tuple[Player, None]:
        if email := self.cleaned_data["email"]:
            setup_user_email(request, self.player, [EmailAddress(email=email)])
        return self.player, None


class SignInForm(AuthenticationForm):
    error_messages = {
        "invalid_login": _("This handle and password do not belong together."),
        "inactive": _("This account is closed."),
    }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["username"].widget.attrs["spellcheck"] = "false"
        password = self.fields["password"]
        assert isinstance(password, forms.CharField)
        password.max_length = LONGEST_PASSWORD

    def login(self, request: HttpRequest, redirect_url: str | None = None) -> HttpResponse:
        """Signs in who was found, and leads on."""
        login = Login(user=self.get_user(), redirect_url=redirect_url)
        answer: HttpResponse = perform_password_login(request, {}, login)
        return answer


class NewPasswordForm(forms.Form):
    """A new password for who has shown by a mail whose it is."""

    password = password_field(_("New password"), is_new=True)

    def __init__(self, *args: Any, user: Player, temp_key: str = "", **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.user = user

    def clean_password(self) -> str:
        password: str = self.cleaned_data["password"]
        validate_password(password, self.user)
        return password

    def save(self) -> None:
        self.user.set_password(self.cleaned_data["password"])
        self.user.save(update_fields=["password"])


class ChangePasswordForm(NewPasswordForm):
    current = password_field(_("Your password now"), is_new=False)
    field_order = ["current", "password"]

    def clean_current(self) -> str:
        current: str = self.cleaned_data["current"]
        if not knows_password(context.request, self.user, current):
            raise ValidationError(_("This is not your password."))
        return current


class PasswordAgainForm(forms.Form):
    """Asks once more for the password, before what matters."""

    password = password_field(_("Your password"), is_new=False)

    def __init__(self, *args: Any, user: Player, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.user = user

    def clean_password(self) -> str:
        password: str = self.cleaned_data["password"]
        if not knows_password(context.request, self.user, password):
            raise get_adapter().validation_error("incorrect_password")
        return password


class AddressForm(forms.Form):
    email = forms.EmailField(
        label=_("E-mail"), widget=forms.EmailInput(attrs={"autocomplete": "email"})
    )

    def clean_email(self) -> str:
        return str(self.cleaned_data["email"]).lower()


class NewAddressForm(AddressForm):
    """The address that an account is to have; it has it once a mail to it was answered."""

    def __init__(self, *args: Any, user: Player, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.user = user

    def save(self, request: HttpRequest) -> EmailAddress:
        email = self.cleaned_data["email"]
        spend_here(MAILS)
        spend_of(MAILS_TO, digest_of(email))
        return EmailAddress.objects.add_new_email(request, self.user, email)
