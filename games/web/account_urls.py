"""Pages of an account. The names with an underscore are those that allauth looks for."""

from django.urls import path, re_path
from django.views.generic import RedirectView, TemplateView

from games.web import account, accounts, farewell, guests, passwords

urlpatterns = [
    path("sign-up/", accounts.SignUpView.as_view(), name="account_signup"),
    path("sign-in/", accounts.SignInView.as_view(), name="account_login"),
    path("sign-in/passkey/", accounts.PasskeyView.as_view(), name="mfa_login_webauthn"),
    path("sign-in/passkey/options/", accounts.PasskeyOptionsView.as_view(), name="passkey-options"),
    path("sign-out/", accounts.SignOutView.as_view(), name="account_logout"),
    path("password/forgotten/", passwords.ForgottenView.as_view(), name="account_reset_password"),
    path(
        "password/forgotten/sent/",
        passwords.SentView.as_view(),
        name="account_reset_password_done",
    ),
    re_path(
        r"^password/new/(?P<uidb36>[0-9A-Za-z]+)-(?P<key>.+)/$",
        passwords.NewView.as_view(),
        name="account_reset_password_from_key",
    ),
    path("guest/", guests.GuestView.as_view(), name="guest"),
    path("account/", account.AccountView.as_view(), name="account"),
    path("account/keep/", guests.KeepView.as_view(), name="keep"),
    path("account/keep/", guests.KeepView.as_view(), name="account_set_password"),
    path("account/data/", farewell.MyDataView.as_view(), name="my-data"),
    path("account/delete/", farewell.DeleteView.as_view(), name="delete"),
    path("account/password/", passwords.ChangeView.as_view(), name="account_change_password"),
    path("account/again/", passwords.AgainView.as_view(), name="account_reauthenticate"),
    path(
        "account/again/passkey/",
        account.AgainByPasskeyView.as_view(),
        name="mfa_reauthenticate_webauthn",
    ),
    path("account/again/options/", account.AgainOptionsView.as_view(), name="again-options"),
    path("account/address/", account.AddressView.as_view(), name="account_email"),
    path(
        "account/address/sent/",
        RedirectView.as_view(pattern_name="account_email"),
        name="account_email_verification_sent",
    ),
    re_path(
        r"^account/address/(?P<key>[-:\w]+)/$",
        account.ConfirmView.as_view(),
        name="account_confirm_email",
    ),
    path("account/passkeys/", account.PasskeysView.as_view(), name="mfa_list_webauthn"),
    path("account/passkeys/add/", account.AddPasskeyView.as_view(), name="mfa_add_webauthn"),
    path("account/passkeys/options/", account.AddPasskeyOptionsView.as_view(), name="add-options"),
    path(
        "account/passkeys/<int:pk>/remove/",
        account.RemovePasskeyView.as_view(),
        name="mfa_remove_webauthn",
    ),
    path("account/sessions/", account.SessionsView.as_view(), name="sessions"),
    path("account/", account.AccountView.as_view(), name="mfa_index"),
    # Where allauth sends who may not come in.
    path(
        "account/closed/",
        TemplateView.as_view(template_name="games/account_closed.html"),
        name="account_inactive",
    ),
]
