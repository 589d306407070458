"""What staff see of webhooks: where messages go and what became of them, and no secret."""

from casino_site.hooks.models import Delivery, Webhook
from casino_site.staff.admin.models import LookOnly, show


class Webhooks(LookOnly):
    list_display = ("url", "owner", "state", "why", "failures", "version", "made_at")
    list_filter = ("state", "why")
    search_fields = ("url", "owner__handle")
    list_select_related = ("owner",)
    ordering = ("-made_at",)
    exclude = ("secret", "former_secret", "told", "lease", "leased_until")


class Deliveries(LookOnly):
    list_display = ("message", "webhook", "kind", "state", "tries", "made_at", "ended_at")
    list_filter = ("state", "kind")
    search_fields = ("webhook__url", "webhook__owner__handle")
    list_select_related = ("webhook",)
    ordering = ("-made_at",)
    exclude = ("body",)


show(Webhook, Webhooks)
show(Delivery, Deliveries)
