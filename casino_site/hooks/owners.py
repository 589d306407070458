"""What owners are told about their webhooks, by mail, where they have an address that is theirs."""

import logging

from allauth.account.models import EmailAddress
from django.core.mail import send_mail
from django.utils.translation import gettext as _

from casino_site.hooks.models import Webhook

log = logging.getLogger(__name__)
# They did so themselves, or are not there to read it.
UNTOLD = (Webhook.Why.NO_OWNER,)


def tell_of_end(hook: Webhook) -> None:
    """Says that nothing is sent any more, and why. A mail that fails is no reason to fail."""
    if hook.why in UNTOLD:
        return
    mine = EmailAddress.objects.filter(user=hook.owner_id, verified=True)
    address = mine.order_by("-primary", "pk").values_list("email", flat=True).first()
    if address is None:
        return
    text = _(
        "Nothing is sent to your webhook %(url)s any more: %(why)s.\n\n"
        "You can turn it on again on the page of your webhooks."
    ) % {"url": hook.url, "why": hook.get_why_display()}
    try:
        send_mail(_("Good Ten: a webhook has ended"), text, None, [address])
    except OSError as fault:
        log.warning("could not write to the owner of %s: %s", hook.pk.hex, type(fault).__name__)
