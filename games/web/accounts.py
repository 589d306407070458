"""Sign up, sign in, sign out."""

from typing import TYPE_CHECKING, Any

from django.contrib.auth import login
from django.contrib.auth.views import LoginView, LogoutView, RedirectURLMixin
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.decorators import method_decorator
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.generic import FormView

from games.web.forms import SignInForm, SignUpForm

if TYPE_CHECKING:
    _FormView = FormView[SignUpForm]
else:  # only the stubs' is generic
    _FormView = FormView


class SignInView(LoginView):
    authentication_form = SignInForm
    template_name = "games/sign_in.html"
    redirect_authenticated_user = True

    def get_redirect_url(self, request: HttpRequest | None = None) -> str:
        """Where to go next; never here, which would lead nowhere."""
        wanted = super().get_redirect_url()
        return "" if wanted == self.request.path else wanted


class SignOutView(LogoutView):
    http_method_names = ["post", "options"]


@method_decorator([sensitive_post_parameters("password"), never_cache], name="dispatch")
class SignUpView(RedirectURLMixin, _FormView):
    form_class = SignUpForm
    next_page = "home"
    template_name = "games/sign_up.html"

    def get(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if request.user.is_authenticated:
            return redirect("home")
        return super().get(request, *args, **kwargs)

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return super().get_context_data(next=self.get_redirect_url(), **kwargs)

    def form_valid(self, form: SignUpForm) -> HttpResponse:
        login(self.request, form.player)
        return super().form_valid(form)
