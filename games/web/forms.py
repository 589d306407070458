"""Forms of people's accounts."""

from typing import Any

from django import forms
from django.contrib.auth.forms import AuthenticationForm
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from games.accounts.sign_up import sign_up
from games.models import Player

LONGEST_PASSWORD = 128


class SignUpForm(forms.Form):
    """Makes the person while it is validated: what the account refuses are errors of its fields."""

    handle = forms.CharField(
        label=_("Handle"),
        min_length=2,
        max_length=24,
        help_text=_("How others see you: 2 to 24 letters, digits, - or _."),
        widget=forms.TextInput(
            attrs={"autocomplete": "username", "autocapitalize": "none", "spellcheck": "false"}
        ),
    )
    password = forms.CharField(
        label=_("Password"),
        max_length=LONGEST_PASSWORD,
        strip=False,
        help_text=_("At least 8 characters."),
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
    )

    player: Player

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if not self.errors:
            try:
                self.player = sign_up(cleaned["handle"], cleaned["password"])
            except ValidationError as refused:
                self._refused(refused)
        return cleaned

    def _refused(self, refused: ValidationError) -> None:
        for field, messages in refused.message_dict.items():
            self.add_error(field if field in self.fields else None, messages)


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
