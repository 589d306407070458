"""Sign up, sign in, sign out."""

from typing import Any

from allauth.account.models import Login
from allauth.account.utils import get_next_redirect_url
from allauth.account.views import LoginView, SignupView
from allauth.mfa.webauthn.internal import auth
from allauth.mfa.webauthn.internal.flows import perform_passwordless_login
from allauth.mfa.webauthn.views import LoginWebAuthnView
from allauth.usersessions.models import UserSession
from django.contrib.auth.views import LogoutView
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.utils.decorators import method_decorator
from django.views.decorators.cache import never_cache
from django.views.generic import View

from games.web.forms import SignInForm, SignUpForm
from games.web.passkey_forms import SignInByPasskeyForm


class SignInView(LoginView):
    form_class = SignInForm
    template_name = "games/sign_in.html"


@method_decorator(never_cache, name="dispatch")
class PasskeyView(LoginWebAuthnView):
    """Takes what the passkey has signed; `PasskeyOptionsView` says what it is to sign."""

    http_method_names = ["post", "options"]
    form_class = SignInByPasskeyForm

    def form_valid(self, form: Any) -> HttpResponse:
        authenticator = form.cleaned_data["credential"]
        login = Login(user=authenticator.user, redirect_url=get_next_redirect_url(self.request))
        answer: HttpResponse = perform_passwordless_login(self.request, authenticator, login)
        return answer


@method_decorator(never_cache, name="dispatch")
class PasskeyOptionsView(View):
    """By POST: the challenge is kept in the session, and who looks writes nothing."""

    http_method_names = ["post", "options"]

    def post(self, request: HttpRequest) -> HttpResponse:
        return JsonResponse(auth.begin_authentication(user=None))


class SignOutView(LogoutView):
    http_method_names = ["post", "options"]

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> Any:
        UserSession.objects.filter(session_key=request.session.session_key or "").delete()
        return super().post(request, *args, **kwargs)


class SignUpView(SignupView):
    form_class = SignUpForm
    template_name = "games/sign_up.html"

    def get(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if request.user.is_authenticated:
            return redirect("home")
        page: HttpResponse = super().get(request, *args, **kwargs)
        return page
