"""Personal tokens: made, listed and revoked by their person."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.mixins import LoginRequiredMixin
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.decorators import method_decorator
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.generic import TemplateView, View
from knox.models import get_token_model
from knox.settings import knox_settings


@method_decorator(never_cache, name="dispatch")
class TokensView(LoginRequiredMixin, TemplateView):
    template_name = "games/tokens.html"

    def post(self, request: HttpRequest) -> HttpResponse:
        """Makes a token and shows it: this once, since only its digest is kept."""
        if len(_living(request)) >= (knox_settings.TOKEN_LIMIT_PER_USER or float("inf")):
            messages.error(request, _("You have as many tokens as you may: revoke one first."))
            return redirect("tokens")
        _row, token = get_token_model().objects.create(request.user)
        return self.render_to_response(self.get_context_data(made=token))

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return super().get_context_data(tokens=_living(self.request), **kwargs)


class RevokeView(LoginRequiredMixin, View):
    http_method_names = ["post", "options"]

    def post(self, request: HttpRequest, key: str) -> HttpResponse:
        request.user.auth_token_set.filter(token_key=key).delete()
        messages.success(request, _("The token is revoked."))
        return redirect("tokens")


def _living(request: HttpRequest) -> list[Any]:
    """The person's tokens that have not expired, newest first."""
    rows = request.user.auth_token_set.filter(expiry__gt=timezone.now())
    return list(rows.order_by("-created"))
