"""Personal tokens: what a script signs in with; at rest there is only their hash (knox)."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.utils import timezone
from knox.models import get_digest_token
from knox.settings import CONSTANTS, knox_settings

from engine.errors import Kind, Refusal
from games.accounts.scopes import ALL, Scope, ScopeMissing, scopes_of
from games.models import Player, Token
from games.texts import is_seen

USUAL = timedelta(days=90)
LONGEST = timedelta(days=365)
# A request that asks for a year is under way for a while.
SLACK = timedelta(minutes=5)
NAME_LENGTH = 40
# What tokens of bot accounts may do at the most: these neither organise nor look after accounts.
OF_PROGRAMS = frozenset({Scope.READ, Scope.PLAY})


class TooManyTokens(Refusal):
    code = "too_many_tokens"
    kind = Kind.CONFLICT
    template = "You have {limit} tokens, and more are not given: revoke one first."


class TokenOutlives(Refusal):
    code = "token_outlives"
    kind = Kind.NOT_ALLOWED
    template = "A token makes none that ends after itself, which is at {latest}."


class BadToken(Refusal):
    code = "bad_token"
    kind = Kind.CONFLICT
    template = "{field}: {problem}."


@dataclass(frozen=True, slots=True)
class Issued:
    """A token in clear, which nobody can show again, and its row."""

    token: str
    row: Token

    @property
    def expires(self) -> datetime:
        ends: datetime = self.row.expiry
        return ends


def issue(
    player: Player,
    *,
    name: str = "",
    scopes: Collection[Scope] = ALL,
    ends: datetime | None = None,
    by: Token | None = None,
) -> Issued:
    """A new token for the player, who asks for it by the token `by`, or else in person.

    Refuses `bad_token`, `too_many_tokens`, and what is stronger than `by` or than a bot account
    (`scope_missing`) or ends after `by` (`token_outlives`).
    """
    now = timezone.now()
    if player.kind == Player.Kind.PROGRAM:
        for scope in sorted({*scopes} - OF_PROGRAMS):
            raise ScopeMissing(scope=scope)
    if by is not None:
        _check_weaker(by, scopes, ends)
        ends = ends or min(now + USUAL, by.expiry)
    ends = ends or now + USUAL
    _check(name, scopes, ends - now)
    limit = knox_settings.TOKEN_LIMIT_PER_USER
    if len(living(player)) >= limit:
        raise TooManyTokens(limit=limit)
    digest, token = get_digest_token()
    row = Token(
        digest=digest,
        token_key=token[: CONSTANTS.TOKEN_KEY_LENGTH],
        user=player,
        expiry=ends,
        name=name,
        scopes=" ".join(sorted(scopes)),
    )
    row.save(force_insert=True)
    return Issued(token, row)


def _check_weaker(by: Token, scopes: Collection[Scope], ends: datetime | None) -> None:
    for scope in sorted({*scopes} - scopes_of(by)):
        raise ScopeMissing(scope=scope)
    if ends is not None and ends > by.expiry:
        raise TokenOutlives(latest=by.expiry.isoformat())


def _check(name: str, scopes: Collection[Scope], lives: timedelta) -> None:
    if len(name) > NAME_LENGTH or not is_seen(name):
        raise BadToken(field="name", problem=f"it takes {NAME_LENGTH} characters, all to be seen")
    if not scopes:
        raise BadToken(field="scopes", problem="it takes one at least")
    if not timedelta(0) < lives <= LONGEST + SLACK:
        raise BadToken(field="expires", problem="it takes a moment within a year from now")


def living(player: Player) -> list[Token]:
    """The player's tokens that have not expired, newest first."""
    rows = Token.objects.filter(user=player, expiry__gt=timezone.now())
    return list(rows.order_by("-created"))


def revoke(player: Player, key: str) -> bool:
    """Ends the player's token of this key; False where they have none."""
    gone, _rows = Token.objects.filter(user=player, token_key=key).delete()
    return bool(gone)


def revoke_all(player: Player) -> None:
    Token.objects.filter(user=player).delete()
