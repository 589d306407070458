"""Why two meet, in a sentence."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _

_SENTENCES: Mapping[str, object] = {
    "overridden": _("Set by a director."),
}


def sentence(why: Mapping[str, Any]) -> str:
    """The sentence of a code with its params; the code itself for one that has none."""
    template = _SENTENCES.get(why["code"])
    return str(why["code"]) if template is None else str(template) % dict(why["params"])
