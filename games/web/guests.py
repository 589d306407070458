"""Playing as a guest, and keeping the guest's account."""

from typing import Any

from allauth.account.models import EmailAddress
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import login, update_session_auth_hash
from django.contrib.auth.mixins import LoginRequiredMixin
from django.contrib.auth.views import RedirectURLMixin
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, resolve_url
from django.urls import reverse_lazy
from django.utils.decorators import method_decorator
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.generic import FormView, View

from games.accounts import guests, sessions
from games.accounts.callers import signed_in
from games.models import Player
from games.web.forms import KeepForm


def playing(request: HttpRequest) -> Player:
    """Who plays: the player who is signed in, or a new guest, who is from then on in this browser.

    Refuses `throttled`.
    """
    if not isinstance(request.user, Player):
        login(request, guests.play_as_guest(), backend=settings.AUTHENTICATION_BACKENDS[0])
        request.session.set_expiry(guests.LASTS)
        sessions.note(request)
    return signed_in(request.user)


class GuestView(RedirectURLMixin, View):
    """Who presses the button is a guest from then on, in this browser."""

    http_method_names = ["post", "options"]
    next_page = "home"

    def post(self, request: HttpRequest) -> HttpResponse:
        playing(request)
        return redirect(self.get_success_url())


@method_decorator(never_cache, name="dispatch")
class KeepView(LoginRequiredMixin, FormView):  # type: ignore[type-arg]
    form_class = KeepForm
    template_name = "games/keep.html"
    success_url = reverse_lazy("account")

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> Any:
        if isinstance(request.user, Player) and request.user.kind != Player.Kind.GUEST:
            return redirect("account")
        return super().dispatch(request, *args, **kwargs)

    def get_initial(self) -> dict[str, Any]:
        return {"handle": signed_in(self.request.user).handle}

    def form_valid(self, form: KeepForm) -> HttpResponse:
        player, given = signed_in(self.request.user), form.cleaned_data
        try:
            guests.keep(player, given["handle"], given["password"])
        except ValidationError as refused:
            form.refused(refused)
            return self.form_invalid(form)
        update_session_auth_hash(self.request, player)
        self.request.session.set_expiry(None)
        sessions.note(self.request)
        if given["email"]:
            EmailAddress.objects.add_new_email(self.request, player, given["email"])
        messages.success(self.request, _("This account is yours now, with everything played."))
        return super().form_valid(form)


class KeptOnly(View):
    """Pages that guests have no use for lead them to where they keep their account."""

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> Any:
        if isinstance(request.user, Player) and request.user.kind == Player.Kind.GUEST:
            return redirect(resolve_url("keep"))
        return super().dispatch(request, *args, **kwargs)
