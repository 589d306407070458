"""A person's own bots: made, looked after, given tokens, and retired."""

from datetime import timedelta
from typing import Any

from django.contrib import messages
from django.contrib.auth.mixins import LoginRequiredMixin
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.decorators import method_decorator
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.generic import TemplateView, View

from engine.errors import Refusal
from games.accounts import bot_accounts, tokens
from games.accounts.callers import signed_in
from games.limits.budgets import BOT_ACCOUNTS_AT_ONCE
from games.limits.spending import limit
from games.models import BotAccount
from games.web.guests import KeptOnly
from tournaments.actions import standing_arena
from tournaments.ratings import queries as ratings
from tournaments.read import bots
from tournaments.web.bots.forms import BotAccountForm, BotTokenForm
from tournaments.web.public.names_of_ladders import NAMES

# Of so many rated matches it is said how many were won.
LAST = 100
USUAL = timedelta(days=365)


@method_decorator(never_cache, name="dispatch")
class OwnPage(LoginRequiredMixin, KeptOnly, TemplateView):
    """For who has an account."""

    def account(self) -> BotAccount:
        return own_or_404(self.request, self.kwargs["handle"])


class MyBotsView(OwnPage):
    """POST makes a bot, with a token, and leads to its page, where the token is seen this once."""

    template_name = "bots/my_bots.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        owner = signed_in(self.request.user)
        mine = bots.shown(list(bot_accounts.living(owner=owner)), timezone.now())
        kwargs.setdefault("form", BotAccountForm())
        most = limit(BOT_ACCOUNTS_AT_ONCE).amount
        return super().get_context_data(bots=mine, most=most, may_make=len(mine) < most, **kwargs)

    def post(self, request: HttpRequest) -> HttpResponse:
        form = BotAccountForm(request.POST)
        if form.is_valid():
            try:
                made = bot_accounts.create(
                    signed_in(request.user), now=timezone.now(), **form.cleaned_data
                )
                token = bot_accounts.issue(made, ends=timezone.now() + USUAL).token
            except ValidationError as refused:
                form.refused(refused)
            except Refusal as refused:
                form.add_error(None, refused.detail)
            else:
                return _page_of(request, made, token=token, is_new=True)
        return self.render_to_response(self.get_context_data(form=form))


class MyBotView(OwnPage):
    """POST says something else of it."""

    template_name = "bots/my_bot.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        account = kwargs.pop("account", None) or self.account()
        kwargs.setdefault("form", BotAccountForm(initial=_said(account)))
        kwargs.setdefault("token_form", BotTokenForm())
        found = ratings.ratings_of(account.player, None, LAST)
        return super().get_context_data(
            account=account,
            online=bot_accounts.is_online(account, timezone.now()),
            ratings=[
                {**line, "name": NAMES[line["ladder"]], **bots.tally(line["history"])}
                for line in found
            ],
            tokens=tokens.living(account.player),
            arena=standing_arena.current(),
            address=self.request.build_absolute_uri("/").rstrip("/"),
            **kwargs,
        )

    def post(self, request: HttpRequest, handle: str) -> HttpResponse:
        account, form = self.account(), BotAccountForm(request.POST)
        if form.is_valid():
            try:
                bot_accounts.change(account, form.cleaned_data)
            except ValidationError as refused:
                form.refused(refused)
            except Refusal as refused:
                form.add_error(None, refused.detail)
            else:
                messages.success(request, _("It is so from now on."))
                return redirect("my-bot", account.player.handle)
        return self.render_to_response(self.get_context_data(account=account, form=form))


class NewTokenView(OwnPage):
    """POST makes a token and shows it: this once, since only its digest is kept."""

    http_method_names = ["post", "options"]

    def post(self, request: HttpRequest, handle: str) -> HttpResponse:
        account, form = self.account(), BotTokenForm(request.POST)
        if not form.is_valid():
            return _page_of(request, account, token_form=form)
        asked = form.cleaned_data
        ends = timezone.now() + timedelta(days=asked["days"])
        try:
            issued = bot_accounts.issue(account, name=asked["name"], ends=ends)
        except Refusal as refused:
            messages.error(request, refused.detail)
            return redirect("my-bot", handle)
        return _page_of(request, account, token=issued.token)


class RevokeView(LoginRequiredMixin, View):
    http_method_names = ["post", "options"]

    def post(self, request: HttpRequest, handle: str, key: str) -> HttpResponse:
        tokens.revoke(own_or_404(request, handle).player, key)
        messages.success(request, _("The token is revoked."))
        return redirect("my-bot", handle)


class RetireView(OwnPage):
    """Asks once more; POST takes the bot away, for ever."""

    template_name = "bots/retire.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return super().get_context_data(account=self.account(), **kwargs)

    def post(self, request: HttpRequest, handle: str) -> HttpResponse:
        account = self.account()
        name = account.player.handle
        bot_accounts.retire(account, timezone.now())
        messages.success(request, _("%(name)s is retired.") % {"name": name})
        return redirect("my-bots")


def own_or_404(request: HttpRequest, handle: str) -> BotAccount:
    try:
        return bot_accounts.of_owner(signed_in(request.user), handle)
    except bot_accounts.UnknownBotAccount as unknown:
        raise Http404(unknown.detail) from unknown


def _page_of(request: HttpRequest, account: BotAccount, **shown: Any) -> HttpResponse:
    """The page of the bot, with what is to be seen on it this once."""
    page = MyBotView()
    page.setup(request, handle=account.player.handle)
    return page.render_to_response(page.get_context_data(account=account, **shown))


def _said(account: BotAccount) -> dict[str, str]:
    return {
        "handle": account.player.handle,
        "program": account.program,
        "description": account.description,
    }
