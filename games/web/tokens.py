"""Personal tokens: made, listed and revoked by their person."""

from datetime import timedelta
from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth.mixins import LoginRequiredMixin
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.decorators import method_decorator
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.generic import TemplateView, View

from engine.errors import Refusal
from games.accounts import tokens
from games.accounts.callers import signed_in
from games.accounts.scopes import Scope
from games.texts import seen

DAYS = (7, 30, 90, 180, 365)
SCOPES = {
    Scope.READ: gettext_lazy("read what you may see"),
    Scope.PLAY: gettext_lazy("play: enter events, cut, move, resign"),
    Scope.ORGANISE: gettext_lazy("organise events of yours"),
    Scope.ACCOUNT: gettext_lazy("manage your account and its tokens"),
}


class TokenForm(forms.Form):
    name = forms.CharField(
        label=gettext_lazy("Name"),
        required=False,
        max_length=tokens.NAME_LENGTH,
        validators=[seen],
        help_text=gettext_lazy("What it is for, so that you know it again."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    scopes = forms.MultipleChoiceField(
        label=gettext_lazy("It may"),
        choices=[(scope.value, words) for scope, words in SCOPES.items()],
        initial=[Scope.READ.value, Scope.PLAY.value],
        widget=forms.CheckboxSelectMultiple,
    )
    days = forms.TypedChoiceField(
        label=gettext_lazy("It ends in"),
        coerce=int,
        initial=90,
        choices=lambda: [(days, _("%(days)d days") % {"days": days}) for days in DAYS],
    )


@method_decorator(never_cache, name="dispatch")
class TokensView(LoginRequiredMixin, TemplateView):
    template_name = "games/tokens.html"

    def post(self, request: HttpRequest) -> HttpResponse:
        """Makes a token and shows it: this once, since only its digest is kept."""
        form = TokenForm(request.POST)
        if not form.is_valid():
            return self.render_to_response(self.get_context_data(form=form))
        asked = form.cleaned_data
        try:
            issued = tokens.issue(
                signed_in(request.user),
                name=asked["name"],
                scopes={Scope(one) for one in asked["scopes"]},
                ends=timezone.now() + timedelta(days=asked["days"]),
            )
        except Refusal as refusal:
            messages.error(request, refusal.detail)
            return redirect("tokens")
        return self.render_to_response(self.get_context_data(made=issued.token))

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        mine = tokens.living(signed_in(self.request.user))
        kwargs.setdefault("form", TokenForm())
        return super().get_context_data(tokens=mine, **kwargs)


class RevokeView(LoginRequiredMixin, View):
    http_method_names = ["post", "options"]

    def post(self, request: HttpRequest, key: str) -> HttpResponse:
        tokens.revoke(signed_in(request.user), key)
        messages.success(request, _("The token is revoked."))
        return redirect("tokens")
