"""Secrets of webhooks, and the signatures that are made with them (Standard Webhooks)."""

import base64
import secrets
from datetime import datetime, timedelta

from standardwebhooks import Webhook as Signer

from casino_site.hooks.models import Delivery, Webhook
from games.master_keys import Sealed, master, register_sealed

PREFIX = "whsec_"
BYTES = 32
# So long the former secret signs beside the new one.
OVERLAP = timedelta(hours=24)


def new_secret() -> str:
    return PREFIX + base64.b64encode(secrets.token_bytes(BYTES)).decode()


def sealed(text: str) -> bytes:
    return master().encrypt(text.encode())


def unsealed(content: "bytes | memoryview[int]") -> str:
    return master().decrypt(bytes(content)).decode()


def rewrap(hook: Webhook) -> None:
    """Seals its secrets with the newest master key."""
    hook.secret = master().rotate(bytes(hook.secret))
    if hook.former_secret is not None:
        hook.former_secret = master().rotate(bytes(hook.former_secret))
    hook.save(update_fields=["secret", "former_secret"])


def rewrap_body(delivery: Delivery) -> None:
    """The same of what a message is kept as."""
    delivery.body = master().rotate(bytes(delivery.body or b""))
    delivery.save(update_fields=["body"])


def register() -> None:
    """Has both sealed anew when the keys outside of the database change."""
    register_sealed(Sealed("webhooks", lambda: Webhook.objects.order_by("pk"), rewrap))
    kept = Delivery.objects.filter(body__isnull=False).order_by("pk")
    register_sealed(Sealed("messages", kept.all, rewrap_body))


def rotate(hook: Webhook, now: datetime) -> str:
    """Gives it another secret; the former one signs as well for a while."""
    made = new_secret()
    hook.former_secret, hook.former_until = hook.secret, now + OVERLAP
    hook.secret = sealed(made)
    hook.save(update_fields=["secret", "former_secret", "former_until"])
    return made


def headers_of(hook: Webhook, message: str, body: str, now: datetime) -> dict[str, str]:
    """The headers by which a receiver knows who sent the body, and when."""
    kept = [hook.secret]
    if hook.former_secret is not None and hook.former_until and hook.former_until > now:
        kept.append(hook.former_secret)
    signed = [Signer(unsealed(one)).sign(message, now, body) for one in kept]
    return {
        "webhook-id": message,
        "webhook-timestamp": str(int(now.timestamp())),
        "webhook-signature": " ".join(signed),
    }
