"""How a tie-break's value comes about, as sums that a person can follow."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.documents.standings import ExplainedTieBreakDocument, TieBreakPartDocument
from tournaments.text.amounts import amount_text, sum_text
from tournaments.text.tie_break_names import tie_break_name

_DROPPED = {
    "voluntary": gettext_lazy("not played by choice, dropped"),
    "lowest": gettext_lazy("lowest, dropped"),
    "highest": gettext_lazy("highest, dropped"),
}


def explained(document: ExplainedTieBreakDocument) -> dict[str, object]:
    """`name`, `help`, `sum` and the `parts`, each with its texts, of an explanation as JSON."""
    key, unit = document["key"], document["unit"]
    return {
        "key": key,
        "name": str(tie_break_name(key).name),
        "help": str(tie_break_name(key).help),
        "value": "" if key == "lot" else amount_text(document["value"], unit),
        "sum": _sum(document),
        "parts": [
            {**part, "text": amount_text(part["value"], unit), "note": _note(part)}
            for part in document["parts"]
        ],
    }


def _note(part: TieBreakPartDocument) -> str:
    return str(_DROPPED.get(part["dropped"] or "", ""))


def _sum(document: ExplainedTieBreakDocument) -> str:
    """“4½ + 4 + 3½, lowest 2 dropped = 12”."""
    method, unit, parts = document["method"], document["unit"], document["parts"]
    value = amount_text(document["value"], unit)
    if method == "tied":
        return _tied(document)
    if method == "lot":
        return ""
    kept = [amount_text(part["value"], unit) for part in parts if not part["dropped"]]
    if not parts or (len(parts) == 1 and kept):
        return ""
    dropped = [
        _("%(which)s %(value)s dropped")
        % {"which": _WHICH[part["dropped"]], "value": amount_text(part["value"], unit)}
        for part in parts
        if part["dropped"]
    ]
    text = sum_text(kept)
    if method == "mean":
        text = _("mean of %(terms)s") % {"terms": ", ".join(kept)}
    return f"{', '.join([text, *dropped] if kept else dropped)} = {value}"


_WHICH = {
    "voluntary": gettext_lazy("unplayed"),
    "lowest": gettext_lazy("lowest"),
    "highest": gettext_lazy("highest"),
}


def _tied(document: ExplainedTieBreakDocument) -> str:
    others = [one["name"] for one in document["tied"]]
    if not others:
        return _("nobody is tied")
    return _("tied with %(names)s; placed above %(value)s of them") % {
        "names": ", ".join(others),
        "value": document["value"],
    }
