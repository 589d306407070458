"""What is set otherwise than before, in words: for previews and for the record of who did what."""

from collections.abc import Iterator, Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

Data = Mapping[str, Any]

# What people call a setting; of the others the name of the field says it.
NAMES: Mapping[str, object] = {
    "name": gettext_lazy("name"),
    "capacity": gettext_lazy("places"),
    "team": gettext_lazy("players to an entrant"),
    "turn_seconds": gettext_lazy("seconds a turn"),
    "bank_seconds": gettext_lazy("seconds in the bank"),
    "bot_pace_ms": gettext_lazy("pace of bots"),
    "round_gap_seconds": gettext_lazy("seconds between rounds"),
    "check_in_minutes": gettext_lazy("minutes of check-in"),
    "provisional_minutes": gettext_lazy("minutes before results are final"),
    "starts_at": gettext_lazy("start"),
    "publish": gettext_lazy("publishing of pairings"),
    "directors": gettext_lazy("directors"),
    "description": gettext_lazy("what players should know"),
    "no_show": gettext_lazy("who does not come to a table"),
    "both_away": gettext_lazy("who goes on where both sides stay away"),
    "dispute_seconds": gettext_lazy("seconds to dispute a result"),
    "late_entry": gettext_lazy("late entry"),
    "return": gettext_lazy("return of who withdrew"),
    "requested_byes": gettext_lazy("byes that may be asked for"),
    "requested_bye_score": gettext_lazy("what a bye asked for earns"),
    "watching": gettext_lazy("when others see the tables"),
    "watching_plays": gettext_lazy("plays until others see them"),
    "watching_seconds": gettext_lazy("seconds until others see them"),
    "directors_look": gettext_lazy("directors may look at tables live"),
    "waiting_list": gettext_lazy("length of the waiting list"),
}


def changes(before: Data, after: Data) -> list[str]:
    """A phrase for each setting that differs, as `name: Friday → Saturday`."""
    return [
        _("%(what)s: %(before)s → %(after)s")
        % {"what": what, "before": _shown(old), "after": _shown(new)}
        for what, old, new in _differences(before, after)
    ]


def clashes(theirs: Data, ours: Data) -> list[str]:
    """A sentence for each setting that two have changed, with what each of them made of it."""
    return [
        _("%(what)s: it is “%(theirs)s” now, and you have “%(ours)s”.")
        % {"what": what[:1].upper() + what[1:], "theirs": _shown(old), "ours": _shown(new)}
        for what, old, new in _differences(theirs, ours)
    ]


def _differences(before: Data, after: Data) -> Iterator[tuple[str, Any, Any]]:
    for key in after:
        old, new = before.get(key), after[key]
        if old == new or key == "rules":
            continue
        if key in ("policies", "overrides"):
            for name in sorted({*(old or {}), *new}):
                if (old or {}).get(name) != new.get(name):
                    yield _name(name), (old or {}).get(name), new.get(name)
        elif key == "stages":
            yield from _of_stages(old or [], new)
        else:
            yield _name(key), old, new


def _of_stages(before: list[Data], after: list[Data]) -> Iterator[tuple[str, Any, Any]]:
    if len(before) != len(after):
        yield _("stages"), len(before), len(after)
        return
    for number, (old, new) in enumerate(zip(before, after, strict=True), 1):
        which = _("stage %(number)d, ") % {"number": number} if len(after) > 1 else ""
        for key in ("format", "advance", "name", "watching"):
            if old.get(key, "") != new[key]:
                yield f"{which}{_name(key)}", old.get(key, ""), new[key]
        for name in sorted({*old["options"], *new["options"]}):
            values = old["options"].get(name), new["options"].get(name)
            if values[0] != values[1]:
                yield f"{which}{_name(name)}", *values


def _name(key: str) -> str:
    return str(NAMES.get(key, key.replace("_", " ")))


def _shown(value: Any) -> str:
    match value:
        case None | "" | [] | ():
            return _("none")
        case True:
            return _("yes")
        case False:
            return _("no")
        case list() | tuple():
            return ", ".join(map(str, value))
        case str():
            return value.replace("_", " ")
    return str(value)
