"""What a person says of a bot of theirs."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.accounts import bot_accounts, tokens
from games.texts import seen
from games.web.forms import handle_field
from games.web.tokens import DAYS


class BotAccountForm(forms.Form):
    handle = handle_field()
    program = forms.CharField(
        label=_("Program"),
        required=False,
        max_length=bot_accounts.LENGTHS["program"],
        validators=[seen],
        help_text=_("What plays, and in which version: others may like to know."),
    )
    description = forms.CharField(
        label=_("What you say of it"),
        required=False,
        max_length=bot_accounts.LENGTHS["description"],
        validators=[seen],
        widget=forms.Textarea(attrs={"rows": 3}),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["handle"].widget.attrs["autocomplete"] = "off"

    def refused(self, refused: ValidationError) -> None:
        for field, messages in refused.message_dict.items():
            self.add_error(field if field in self.fields else None, messages)


class BotTokenForm(forms.Form):
    name = forms.CharField(
        label=_("Where it runs"),
        required=False,
        max_length=tokens.NAME_LENGTH,
        validators=[seen],
        help_text=_("So that you know the token again."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    days = forms.TypedChoiceField(
        label=_("It ends in"),
        coerce=int,
        initial=365,
        choices=lambda: [(days, gettext("%(days)d days") % {"days": days}) for days in DAYS],
    )
