"""Times as people write them: a date and a time, and the zone that they mean."""

from datetime import UTC, datetime
from typing import Any
from zoneinfo import ZoneInfo

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

WRITTEN = ("%Y-%m-%dT%H:%M", "%Y-%m-%dT%H:%M:%S", "%Y-%m-%d %H:%M")


class LocalTimeForm(forms.Form):
    """`starts_at` in the zone `time_zone`, which a script sets to the browser's own."""

    starts_at = forms.CharField(
        label=gettext_lazy("Starts at"),
        required=False,
        max_length=40,
        widget=forms.TextInput(attrs={"type": "datetime-local"}),
    )
    time_zone = forms.CharField(
        label=gettext_lazy("Time zone of that"),
        required=False,
        max_length=64,
        initial="UTC",
        help_text=gettext_lazy("As Europe/Vienna or UTC."),
        widget=forms.TextInput(attrs={"data-time-zone": "", "spellcheck": "false"}),
    )

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        text = cleaned.get("starts_at") or ""
        cleaned["moment"] = None
        try:
            if text:
                cleaned["moment"] = moment_in(text, cleaned.get("time_zone") or "UTC")
        except forms.ValidationError as wrong:
            self.add_error(None, wrong)
        return cleaned


def moment_in(text: str, zone_name: str) -> datetime:
    """The moment, in UTC. Raises a `ValidationError` beside the input that is wrong."""
    try:
        zone = ZoneInfo(zone_name)
    except (ValueError, OSError, KeyError):
        raise forms.ValidationError({"time_zone": _("There is no such time zone.")}) from None
    for form in WRITTEN:
        try:
            return datetime.strptime(text, form).replace(tzinfo=zone).astimezone(UTC)
        except (ValueError, OverflowError):
            continue
    raise forms.ValidationError({"starts_at": _("Write a date and a time, as 2027-01-31T19:30.")})


def written(moment: str | None) -> str:
    """The moment as the field shows it, in UTC."""
    if moment is None:
        return ""
    return datetime.fromisoformat(moment).astimezone(UTC).strftime(WRITTEN[0])
