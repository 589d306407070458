"""Personal tokens: made, listed and revoked by their person."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.mixins import LoginRequiredMixin
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.decorators import method_decorator
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.generic import TemplateView, View

from games.accounts import tokens
from games.accounts.callers import signed_in


@method_decorator(never_cache, name="dispatch")
class TokensView(LoginRequiredMixin, TemplateView):
    template_name = "games/tokens.html"

    def post(self, request: HttpRequest) -> HttpResponse:
        """Makes a token and shows it: this once, since only its digest is kept."""
        try:
            issued = tokens.issue(signed_in(request.user))
        except tokens.TooManyTokens as refusal:
            messages.error(request, refusal.detail)
            return redirect("tokens")
        return self.render_to_response(self.get_context_data(made=issued.token))

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        mine = tokens.living(signed_in(self.request.user))
        return super().get_context_data(tokens=mine, **kwargs)


class RevokeView(LoginRequiredMixin, View):
    http_method_names = ["post", "options"]

    def post(self, request: HttpRequest, key: str) -> HttpResponse:
        tokens.revoke(signed_in(request.user), key)
        messages.success(request, _("The token is revoked."))
        return redirect("tokens")
