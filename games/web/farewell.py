"""What is kept of somebody, to take along; and going for ever."""

from allauth.account.internal.flows.reauthentication import raise_if_reauthentication_required
from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.mixins import LoginRequiredMixin
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.decorators import method_decorator
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.generic import TemplateView, View

from games.accounts import leaving, my_data
from games.accounts.callers import signed_in


@method_decorator(never_cache, name="dispatch")
class MyDataView(LoginRequiredMixin, View):
    def get(self, request: HttpRequest) -> HttpResponse:
        found = my_data.document(signed_in(request.user))
        headers = {"Content-Disposition": 'attachment; filename="good-ten-my-data.json"'}
        return JsonResponse(found, headers=headers, json_dumps_params={"indent": 2})


@method_decorator(never_cache, name="dispatch")
class DeleteView(LoginRequiredMixin, TemplateView):
    template_name = "games/delete.html"

    def post(self, request: HttpRequest) -> HttpResponse:
        """Asks for the password or a passkey first, unless that was done just now."""
        raise_if_reauthentication_required(request, app="allauth.account")
        player = signed_in(request.user)
        leaving.leave(player, timezone.now())
        logout(request)
        messages.success(request, _("Your account is gone. Farewell!"))
        return redirect("home")
