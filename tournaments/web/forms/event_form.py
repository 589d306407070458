"""The form of an event: everything that `Settings` has, the stages with their formats' options."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from engine import RULESETS, Refusal
from games.texts import seen_in_lines
from tournaments.actions.player_lookup import player_of
from tournaments.core.ranking import PointsRanking, ranking_options
from tournaments.domain import settings as bounds
from tournaments.domain.changing import DESCRIPTION_LENGTH, LATER, LATER_POLICIES
from tournaments.domain.decision import REASON_LENGTH
from tournaments.domain.policies import POLICIES
from tournaments.domain.setting_options import SETTINGS
from tournaments.domain.settings import Settings, StageSettings
from tournaments.domain.watching import KINDS
from tournaments.formats import FORMATS
from tournaments.text.format_names import format_name
from tournaments.web.forms.forms import RULESET_NAMES
from tournaments.web.forms.local_time import LocalTimeForm, written
from tournaments.web.forms.option_fields import LABELS, NumbersField, chosen, field_of
from tournaments.web.forms.overrides import OVERRIDES, overrides_of, shown

OVERRIDE = "overrides-"
POLICY = "policies-"
AS_RULED = _("as the rules have it")
FIRST = ("name", "ruleset", "capacity", "fill_with_bots", "turn_seconds", "bank_seconds")
SCHEDULE = (
    "starts_at", "time_zone", "check_in_minutes", "autostart", "round_gap_seconds", "starts",
    "publish", "provisional_minutes",
)  # fmt: skip
# How equals are ranked, which few organisers set.
RARE = frozenset(option.name for option in ranking_options(PointsRanking()))
MORE = ("team", "bot_pace_ms", "dealing", "mirrored", "rated", "scale", "directors")


@dataclass(frozen=True, slots=True)
class StageFields:
    """The fields of a stage, as the template shows them."""

    number: int
    format: forms.BoundField
    shown: forms.BoundField | None
    few: list[forms.BoundField]
    more: list[forms.BoundField]


class EventForm(LocalTimeForm):
    """Shows `settings`, or what was sent; `settings()` is what it holds once it is valid."""

    name = forms.CharField(
        label=_("Name"),
        max_length=bounds.NAME_LENGTH,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    ruleset = forms.ChoiceField(
        label=_("Rules"), choices=lambda: [(key, RULESET_NAMES.get(key, key)) for key in RULESETS]
    )
    scale = NumbersField(
        label=_("Points for places"),
        required=False,
        help_text=_("As 5, 3, 2, 1; empty: shares of one point by how many were beaten."),
    )
    description = forms.CharField(
        label=_("What players should know"),
        required=False,
        strip=False,
        max_length=DESCRIPTION_LENGTH,
        validators=[seen_in_lines],
        widget=forms.Textarea(attrs={"rows": 6}),
        help_text=_("Where and when, prizes, contacts. **bold**, *italic*, lists and links work."),
    )
    reason = forms.CharField(
        label=_("Why"),
        required=False,
        max_length=REASON_LENGTH,
        help_text=_("Everybody can read it in the record."),
    )
    directors = forms.CharField(
        label=_("Directors"),
        required=False,
        max_length=600,
        help_text=_("Handles of who runs the event with you, with commas between them."),
    )

    def __init__(
        self,
        data: Any = None,
        *,
        settings: Settings,
        directors: tuple[str, ...] = (),
        description: str = "",
        later: bool = False,
    ) -> None:
        """`later`: others rely on the settings already, and few of them may change."""
        super().__init__(data)
        self.later = later
        self.formats = _formats(data) if data is not None else [
            stage.format for stage in settings.stages
        ]  # fmt: skip
        self._add_settings(settings, directors)
        self.initial["description"] = description
        if later:
            self.formats = [stage.format for stage in settings.stages]
        else:
            del self.fields["reason"]
        for number in range(min(len(self.formats) + (not later), bounds.STAGES)):
            stage = settings.stages[number] if number < len(settings.stages) else None
            self._add_stage(number, stage)
        for name, field in self.fields.items():
            field.disabled = later and not _changes_later(name)

    def _add_settings(self, settings: Settings, directors: tuple[str, ...]) -> None:
        for option in SETTINGS:
            value = getattr(settings, option.name)
            unset = _("as the rest needs it") if option.name == "starts" else None
            self.fields[option.name] = field_of(option, value, unset)
        overrides = shown(settings.overrides)
        for option in OVERRIDES:
            field = field_of(option, overrides.get(option.name), AS_RULED)
            if isinstance(field, forms.IntegerField):
                field.widget.attrs["placeholder"] = AS_RULED
            self.fields[OVERRIDE + option.name] = field
        for option in POLICIES:
            self.fields[POLICY + option.name] = field_of(option, settings.policies.get(option.name))
        self.initial = {
            "name": settings.name,
            "ruleset": settings.ruleset,
            "scale": list(settings.scale),
            "directors": ", ".join(directors),
            "starts_at": written(settings.starts_at),
            "starts": settings.starts if settings.name else "",
        }

    def _add_stage(self, number: int, stage: StageSettings | None) -> None:
        prefix = _prefix(number)
        key = self.formats[number] if number < len(self.formats) else ""
        choices: list[tuple[str, Any]] = [(one, format_name(one)) for one in FORMATS]
        if number:
            choices.insert(0, ("", _("no further stage")))
        self.fields[prefix + "format"] = forms.ChoiceField(
            label=_("Format"), choices=choices, required=number == 0, initial=key
        )
        if not key:
            return
        self.fields[prefix + "shown"] = forms.CharField(
            required=False, initial=key, widget=forms.HiddenInput
        )
        known = stage if stage is not None and stage.format == key else StageSettings(key)
        self.fields[prefix + "advance"] = forms.IntegerField(
            label=_("How many go on"),
            required=False,
            min_value=0,
            max_value=bounds.CAPACITY[1],
            initial=known.advance or None,
            help_text=_("To the next stage, from each group; empty in the last."),
        )
        self.fields[prefix + "name"] = forms.CharField(
            label=_("Name of the stage"),
            required=False,
            max_length=bounds.NAME_LENGTH,
            initial=known.name,
        )
        self.fields[prefix + "watching"] = forms.ChoiceField(
            label=_("When others see its tables"),
            required=False,
            choices=[("", _("as the event says")), *((one, LABELS[one]) for one in KINDS)],
            initial=known.watching,
        )
        for option in FORMATS[key].options:
            self.fields[f"{prefix}{key}-{option.name}"] = field_of(
                option, known.options.get(option.name)
            )

    # What the template shows.

    @property
    def first(self) -> list[forms.BoundField]:
        return [self[name] for name in FIRST]

    @property
    def schedule(self) -> list[forms.BoundField]:
        return [self[name] for name in SCHEDULE]

    @property
    def more(self) -> list[forms.BoundField]:
        return [self[name] for name in MORE]

    @property
    def policies(self) -> list[forms.BoundField]:
        return [self[POLICY + option.name] for option in POLICIES]

    @property
    def overrides(self) -> list[forms.BoundField]:
        return [self[OVERRIDE + option.name] for option in OVERRIDES]

    @property
    def stages(self) -> list[StageFields]:
        found = []
        for number in range(bounds.STAGES):
            prefix = _prefix(number)
            if prefix + "format" not in self.fields:
                break
            key = self.formats[number] if number < len(self.formats) else ""
            few: list[forms.BoundField] = []
            more: list[forms.BoundField] = []
            if key:
                options = {
                    one.name: self[f"{prefix}{key}-{one.name}"] for one in FORMATS[key].options
                }
                plain = [field for name, field in options.items() if name not in RARE]
                few = [*plain, self[prefix + "advance"]]
                rare = [field for name, field in options.items() if name in RARE]
                more = [self[prefix + "name"], self[prefix + "watching"], *rare]
            shown = self[prefix + "shown"] if key else None
            found.append(StageFields(number + 1, self[prefix + "format"], shown, few, more))
        return found

    # What it holds.

    def settings(self) -> Settings:
        """Refuses `bad_field` a director whom nobody knows."""
        given = self.cleaned_data
        handles = [one for one in given["directors"].replace(",", " ").split() if one]
        directors = tuple(
            dict.fromkeys(
                player_of(one, f"directors.{number}").pk.hex for number, one in enumerate(handles)
            )
        )
        plain = chosen(SETTINGS, given, "")
        together = plain.get("publish") == "manual" or plain.get("dealing") == "duplicate"
        starts = plain.pop("starts", None) or ("rounds" if together else "ready")
        moment = given["moment"]
        return Settings(
            name=given["name"],
            ruleset=given["ruleset"],
            overrides=overrides_of(chosen(OVERRIDES, given, OVERRIDE)),
            starts=starts,
            starts_at=None if moment is None else moment.isoformat(),
            scale=tuple(given["scale"]),
            directors=directors,
            policies=chosen(POLICIES, given, POLICY),
            stages=tuple(self._stage(number, key) for number, key in enumerate(self.formats)),
            **plain,
        )

    def _stage(self, number: int, key: str) -> StageSettings:
        prefix, given = _prefix(number), self.cleaned_data
        shown = self.later or given.get(prefix + "shown") == key
        last = number == len(self.formats) - 1
        return StageSettings(
            format=key,
            options=chosen(FORMATS[key].options, given, f"{prefix}{key}-") if shown else {},
            advance=0 if last else given.get(prefix + "advance") or 0,
            name=given.get(prefix + "name") or "",
            watching=given.get(prefix + "watching") or "",
        )

    def refused(self, refusal: Refusal) -> None:
        """Puts a refusal beside the field that it is about."""
        field = self._field(str(refusal.params.get("field", "")))
        problem = refusal.params.get("problem") if field else None
        self.add_error(field, coded(str(problem or refusal.detail), refusal.code))

    def _field(self, path: str) -> str | None:
        match path.split("."):
            case ["stages", number, "options", name]:
                found = f"{_prefix(int(number))}{self.formats[int(number)]}-{name}"
            case ["stages", number, name]:
                found = _prefix(int(number)) + name
            case [head, name] if f"{head}-{name}" in self.fields:
                found = f"{head}-{name}"
            case [head, name] if f"{OVERRIDE}{head}-{name}" in self.fields:
                found = f"{OVERRIDE}{head}-{name}"
            case [head, *_rest]:
                found = head if head in self.fields else OVERRIDE + head
            case _:
                return None
        return found if found in self.fields else None


def coded(sentence: str, code: str) -> SafeString:
    """A sentence with a code that nobody sees."""
    return format_html('{}<span hidden data-code="{}"></span>', sentence, code)


def _changes_later(name: str) -> bool:
    """Whether a field may change when others rely on the settings already."""
    if name.startswith(POLICY):
        return name.removeprefix(POLICY) in LATER_POLICIES
    of_stage = name.startswith("stages-") and name.rsplit("-", 1)[-1] in ("name", "rounds")
    return of_stage or name in LATER or name in ("description", "reason")


def _prefix(number: int) -> str:
    return f"stages-{number}-"


def _formats(data: Mapping[str, Any]) -> list[str]:
    """The formats of the stages that were sent, up to the first that is none."""
    found: list[str] = []
    for number in range(bounds.STAGES):
        key = data.get(f"{_prefix(number)}format")
        if key is None or key not in FORMATS:
            break
        found.append(key)
    return found


def reshaped(data: Any, settings: Settings) -> EventForm:
    """The form for the formats that were chosen, holding what was sent, and judging nothing."""
    sent = EventForm(data, settings=settings)
    form = EventForm(settings=settings)
    form.formats = sent.formats
    form.fields = sent.fields
    form.initial = {
        name: field.widget.value_from_datadict(data, {}, name)
        for name, field in sent.fields.items()
        if any(one == name or one.startswith(f"{name}_") for one in data)
        or (isinstance(field, forms.BooleanField) and not name.startswith("stages-"))
    }
    for number, key in enumerate(sent.formats):
        form.initial[f"{_prefix(number)}shown"] = key
    return form
