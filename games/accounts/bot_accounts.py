"""Bot accounts: players that are programs of a person, and come by tokens of their own."""

import secrets
from collections.abc import Collection, Mapping
from datetime import datetime, timedelta
from typing import Any

from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.db.models import QuerySet

from engine.errors import Kind, Refusal
from games.accounts import handles, leaving, naming, tokens
from games.accounts.scopes import Scope
from games.accounts.tokens import Issued
from games.limits.asked import spend_here
from games.limits.budgets import BOT_ACCOUNTS_AT_ONCE, SIGN_UPS
from games.limits.spending import limit
from games.lookalikes import skeleton
from games.models import BotAccount, FormerHandle, Player, Token
from games.texts import is_seen

SCOPES = tokens.OF_PROGRAMS
LENGTHS = {"description": 300, "program": 80}
RETIRED = "retired-bot"
TAKEN = "This handle is taken."
WAS_TAKEN_AWAY = "Staff have taken this name away from it. Choose another."
# Who listened so lately is online.
ONLINE = timedelta(seconds=90)


class PeopleOnly(Refusal):
    code = "people_only"
    kind = Kind.NOT_ALLOWED
    template = "This is for people who have signed up, and not for bots or guests."


class TooManyBotAccounts(Refusal):
    code = "too_many_bot_accounts"
    kind = Kind.CONFLICT
    template = "You have {limit} bots, and more are not given: retire one first."


class UnknownBotAccount(Refusal):
    code = "unknown_bot_account"
    kind = Kind.UNKNOWN
    template = "There is no such bot account."


def require_person(player: Player) -> None:
    """Refuses `people_only` who is a bot or a guest."""
    if player.kind != Player.Kind.PERSON:
        raise PeopleOnly()


def refuse_programs(player: Player) -> None:
    """Refuses `people_only` a bot account: what guests may, too, is not for it."""
    if player.kind == Player.Kind.PROGRAM:
        raise PeopleOnly()


def create(
    owner: Player, handle: str, now: datetime, *, description: str = "", program: str = ""
) -> BotAccount:
    """A new bot of the person's; `ValidationError` by field where it may not be called so.

    Refuses `people_only`, `too_many_bot_accounts` and `throttled`.
    """
    require_person(owner)
    faults = _faults(description=description, program=program)
    player = Player(handle=handle, kind=Player.Kind.PROGRAM, skeleton=skeleton(handle))
    player.set_unusable_password()
    try:
        player.full_clean(exclude=["password"])
        handles.check(handle)
    except ValidationError as error:
        faults["handle"] = error.messages
    if faults:
        raise ValidationError(faults)
    spend_here(SIGN_UPS)
    try:
        with transaction.atomic():
            # One after another: nobody has more than they may by asking for many at once.
            Player.objects.select_for_update().get(pk=owner.pk)
            most = limit(BOT_ACCOUNTS_AT_ONCE).amount
            if owner.bot_accounts.filter(player__is_active=True).count() >= most:
                raise TooManyBotAccounts(limit=most)
            player.save()
            return BotAccount.objects.create(
                player=player, owner=owner, description=description, program=program, made_at=now
            )
    except IntegrityError as error:
        raise ValidationError({"handle": [TAKEN]}) from error


def of_owner(owner: Player, handle: str) -> BotAccount:
    """The person's bot of this handle. Refuses `unknown_bot_account`."""
    found = living(owner=owner).filter(player__handle__iexact=handle).first()
    if found is None:
        raise UnknownBotAccount()
    return found


def living(**of: Any) -> QuerySet[BotAccount]:
    """Bot accounts that are not retired, by their handles."""
    rows = BotAccount.objects.filter(player__is_active=True, **of)
    return rows.select_related("player", "owner").order_by("player__handle")


def listening(rows: QuerySet[BotAccount], now: datetime) -> QuerySet[BotAccount]:
    """Those of them that are online."""
    return rows.filter(seen_at__gt=now - ONLINE)


def is_online(account: BotAccount, now: datetime) -> bool:
    return account.seen_at is not None and now - account.seen_at < ONLINE


def change(account: BotAccount, said: Mapping[str, str]) -> BotAccount:
    """Says something else of it, or calls it something else; `ValidationError` by field. Refuses
    `throttled`.
    """
    texts = {name: text for name, text in said.items() if name != "handle"}
    faults = _faults(**texts)
    handle = said.get("handle", account.player.handle)
    if handle != account.player.handle and not faults:
        faults = _rename(account.player, handle)
    if faults:
        raise ValidationError(faults)
    for name, text in texts.items():
        setattr(account, name, text)
    account.save(update_fields=list(texts))
    return account


def _rename(player: Player, handle: str) -> dict[str, list[str]]:
    """Calls the bot so from now on, or says why it may not be. Its name of before is free."""
    before = player.handle
    player.handle = handle
    try:
        player.full_clean(exclude=["password"])
        handles.check(handle, player)
        if FormerHandle.objects.filter(skeleton=skeleton(handle), player=player).exists():
            raise ValidationError(WAS_TAKEN_AWAY)
        spend_here(SIGN_UPS)
        naming.rename(player, handle, player.kind)
    except (ValidationError, IntegrityError) as error:
        player.handle = before
        return {"handle": error.messages if isinstance(error, ValidationError) else [TAKEN]}
    except Refusal:
        player.handle = before
        raise
    return {}


def issue(
    account: BotAccount,
    *,
    name: str = "",
    scopes: Collection[Scope] = SCOPES,
    ends: datetime | None = None,
    by: Token | None = None,
) -> Issued:
    """A token for the bot, as `tokens.issue`."""
    return tokens.issue(account.player, name=name, scopes=scopes, ends=ends, by=by)


def retire(account: BotAccount, now: datetime) -> None:
    """Takes the bot away: name, tokens, what was said of it, and what it plays in. What it has
    played stays, by a retired bot. Done twice it is as done once.
    """
    player = account.player
    leaving.stop_playing(player, now)
    with transaction.atomic():
        tokens.revoke_all(player)
        player.is_active = False
        player.save(update_fields=["is_active"])
        naming.rename(player, f"{RETIRED}-{player.pk.hex[-4:]}{secrets.token_hex(2)}", player.kind)
        account.description = account.program = ""
        account.save(update_fields=["description", "program"])


def follow_owner(sender: object, player: Player, now: datetime, **kwargs: Any) -> None:
    """Whose owner is banned stops playing, and has to be given tokens anew."""
    for account in living(owner=player):
        tokens.revoke_all(account.player)
        leaving.stop_playing(account.player, now)


def retire_all(sender: object, player: Player, now: datetime, **kwargs: Any) -> None:
    """Whose owner is gone for ever is retired."""
    for account in living(owner=player):
        retire(account, now)


def mine(player: Player) -> list[dict[str, Any]]:
    """What is kept of a person's bots, for the person."""
    return [
        {
            "handle": one.player.handle,
            "description": one.description,
            "program": one.program,
            "made": one.made_at,
            "seen": one.seen_at,
        }
        for one in living(owner=player)
    ]


def _faults(**said: str) -> dict[str, list[str]]:
    found = {}
    for name, text in said.items():
        if len(text) > LENGTHS[name] or not is_seen(text):
            found[name] = [f"It takes {LENGTHS[name]} characters, all to be seen."]
    return found
