"""How a director says what a field of an action takes: for each kind its inputs on the page."""

from collections.abc import Mapping
from copy import deepcopy
from fractions import Fraction
from typing import Any, ClassVar, Protocol

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.actions import fields as kinds
from tournaments.core.stages import POINT
from tournaments.models import Entrant, Pairing, Seating, Tournament
from tournaments.read.queries import find_entrant
from tournaments.store.entrant_views import entrant_json
from tournaments.web.console.entrants import entrant_named
from tournaments.web.forms.event_form import coded
from tournaments.web.forms.local_time import LocalTimeForm, moment_in, written
from tournaments.web.forms.points import PointsField

Inputs = dict[str, forms.Field]


class Setting(Protocol):
    """What a control has to know of its form: the event, what is meant in it, who sits there."""

    tournament: Tournament
    target: Mapping[str, Any]

    @property
    def sides(self) -> Mapping[int, list[Seating]]: ...


class Control:
    """The inputs of one field of an action in its form."""

    def __init__(self, field: Any, form: Setting) -> None:
        self.field, self.form = field, form

    def inputs(self) -> Inputs:
        """The inputs by their names, in their order."""
        raise NotImplementedError

    def value(self, cleaned: Mapping[str, Any]) -> Any:
        """What the action is told. Raises a `ValidationError` for what cannot be told."""
        return cleaned[self.field.name]

    def shown(self, value: Any) -> dict[str, Any]:
        """The same, as it stands in the inputs."""
        return {self.field.name: value}


class TextControl(Control):
    field: kinds.Text

    def inputs(self) -> Inputs:
        made = forms.CharField(
            label=self.field.label,
            max_length=self.field.most,
            required=self.field.required and self.field.least > 0,
            help_text=self.field.hint,
        )
        return {self.field.name: made}

    def value(self, cleaned: Mapping[str, Any]) -> Any:
        text = cleaned[self.field.name]
        return text if text or self.field.required else self.field.default


class ClubControl(TextControl):
    def inputs(self) -> Inputs:
        made = super().inputs()
        made[self.field.name].initial = _entrant(self.form).club
        return made


class MemberControl(Control):
    field: kinds.MemberHandle

    def inputs(self) -> Inputs:
        handles = [one.player.handle for one in _entrant(self.form).members.all() if one.plays]
        choices = [(one, one) for one in handles]
        return {self.field.name: forms.ChoiceField(label=self.field.label, choices=choices)}


class FlagControl(Control):
    field: kinds.Flag

    def inputs(self) -> Inputs:
        return {self.field.name: forms.BooleanField(label=self.field.label, required=False)}

    def shown(self, value: bool) -> dict[str, Any]:
        return {self.field.name: "on"} if value else {}


class PointsControl(Control):
    field: kinds.Points
    name: ClassVar[str] = "points"

    def inputs(self) -> Inputs:
        return {self.name: PointsField(label=self.field.label, help_text=self.field.hint)}

    def value(self, cleaned: Mapping[str, Any]) -> int:
        score: int = cleaned[self.name]
        return score

    def shown(self, value: int) -> dict[str, Any]:
        return {self.name: str(Fraction(value, POINT))}


class MomentControl(Control):
    field: kinds.Moment

    def inputs(self) -> Inputs:
        return deepcopy(LocalTimeForm.base_fields)

    def value(self, cleaned: Mapping[str, Any]) -> Any:
        text = cleaned["starts_at"]
        return moment_in(text, cleaned["time_zone"] or "UTC") if text else None

    def shown(self, value: Any) -> dict[str, Any]:
        return {"starts_at": written(value and value.isoformat()), "time_zone": "UTC"}


class EntrantInput(forms.CharField):
    """An entrant by number, name or handle."""

    def __init__(self, tournament: Tournament, **options: Any) -> None:
        self.tournament = tournament
        super().__init__(max_length=80, **options)

    def clean(self, value: Any) -> Entrant:
        found = entrant_named(self.tournament, super().clean(value))
        if found is None:
            raise forms.ValidationError(coded(_("There is no such entrant."), "unknown_entrant"))
        return found


class PairControl(Control):
    """Two entrants."""

    def inputs(self) -> Inputs:
        tournament = self.form.tournament
        return {
            "first": EntrantInput(
                tournament,
                label=gettext_lazy("One"),
                help_text=gettext_lazy("Number, name or handle."),
            ),
            "second": EntrantInput(tournament, label=gettext_lazy("The other")),
        }

    def value(self, cleaned: Mapping[str, Any]) -> Any:
        return [one.pk.hex for one in _pair(cleaned)]

    def shown(self, value: Any) -> dict[str, Any]:
        numbers = [find_entrant(self.form.tournament, one).number for one in value]
        return dict(zip(("first", "second"), numbers, strict=False))


class SwapControl(PairControl):
    """Tables of a round by two entrants who change their places."""

    field: kinds.Tables

    def value(self, cleaned: Mapping[str, Any]) -> Any:
        pair = _pair(cleaned)
        tables = self._tables_of(pair)
        if len(tables) < 2 or pair[0] == pair[1]:
            raise forms.ValidationError(_("They have to sit at two tables of this round."))
        first, second = (one.pk.hex for one in pair)
        other = {first: second, second: first}
        return [{"pairing": pairing.number, "sides": _sides(pairing, other)} for pairing in tables]

    def shown(self, value: Any) -> dict[str, Any]:
        """Whoever comes to a table from another one, of the first two tables."""
        rows = {one.number: _sides(one, {}) for one in self._rows()}
        new = [
            one
            for table in value[:2]
            for side in table["sides"]
            for one in side
            if not any(one in old for old in rows[table["pairing"]])
        ]
        return super().shown(new)

    def _rows(self) -> Any:
        found = Pairing.objects.filter(tournament=self.form.tournament, **self.form.target)
        return found.prefetch_related("seatings")

    def _tables_of(self, pair: tuple[Entrant, Entrant]) -> list[Pairing]:
        ids = [one.pk for one in pair]
        return list(self._rows().filter(seatings__entrant__in=ids).distinct())


class LosersControl(Control):
    field: kinds.TwoSides

    def inputs(self) -> Inputs:
        made = forms.MultipleChoiceField(
            label=self.field.label,
            choices=[(side, _name(self.form, side)) for side in self.form.sides],
            widget=forms.CheckboxSelectMultiple,
        )
        return {self.field.name: made}

    def value(self, cleaned: Mapping[str, Any]) -> list[int]:
        return [int(one) for one in cleaned[self.field.name]]


class WonControl(Control):
    """Who won, of two sides; at larger tables a place for each."""

    name: ClassVar[str] = "winner"
    tie: ClassVar[str] = "tie"

    @property
    def _duel(self) -> bool:
        return len(self.form.sides) == 2

    def inputs(self) -> Inputs:
        if not self._duel:
            return PerSideControl(self.field, self.form).inputs()
        places = [seatings[0].place for seatings in self.form.sides.values()]
        choices = [(str(side), _name(self.form, side)) for side in self.form.sides]
        made = forms.ChoiceField(
            label=gettext_lazy("Who won"),
            choices=[*choices, (self.tie, gettext_lazy("nobody: a tie"))],
            widget=forms.RadioSelect,
            initial=str(places.index(1)) if places.count(1) == 1 else None,
        )
        return {self.name: made}

    def value(self, cleaned: Mapping[str, Any]) -> list[int]:
        if not self._duel:
            return PerSideControl(self.field, self.form).value(cleaned)
        return {"0": [1, 2], "1": [2, 1], self.tie: [1, 1]}[cleaned[self.name]]

    def shown(self, value: Any) -> dict[str, Any]:
        if not self._duel:
            return PerSideControl(self.field, self.form).shown(value)
        tied = value[0] == value[1]
        return {self.name: self.tie if tied else str(list(value).index(min(value)))}


class PerSideControl(Control):
    """One number for each side; an input is called by one of them: `place_0`, `points_0`."""

    field: kinds.PerSide
    one_of: ClassVar[Mapping[str, str]] = {"places": "place"}

    @property
    def kind(self) -> str:
        return self.one_of.get(self.field.name, self.field.name)

    def inputs(self) -> Inputs:
        return {
            f"{self.kind}_{side}": forms.IntegerField(
                label=str(self.field.label) % {"name": _name(self.form, side)},
                min_value=self.field.least,
                max_value=self.field.most,
                initial=getattr(seatings[0], self.kind),
            )
            for side, seatings in self.form.sides.items()
        }

    def value(self, cleaned: Mapping[str, Any]) -> list[int]:
        return [cleaned[f"{self.kind}_{side}"] for side in self.form.sides]

    def shown(self, value: Any) -> dict[str, Any]:
        return {
            f"{self.kind}_{side}": one for side, one in zip(self.form.sides, value, strict=True)
        }


CONTROLS: Mapping[type[kinds.Field], type[Control]] = {
    kinds.Text: TextControl,
    kinds.Club: ClubControl,
    kinds.MemberHandle: MemberControl,
    kinds.Flag: FlagControl,
    kinds.Points: PointsControl,
    kinds.Moment: MomentControl,
    kinds.Entrants: PairControl,
    kinds.Tables: SwapControl,
    kinds.TwoSides: LosersControl,
    kinds.PerSide: PerSideControl,
    kinds.Places: WonControl,
}


def control_of(field: kinds.Field) -> type[Control]:
    """The control of the field's kind, or of the nearest kind that it is one of."""
    for kind in type(field).__mro__:
        if kind in CONTROLS:
            return CONTROLS[kind]
    raise TypeError(f"no control is known for {type(field).__name__}")


def _entrant(form: Setting) -> Entrant:
    return find_entrant(form.tournament, form.target["entrant"])


def _pair(cleaned: Mapping[str, Any]) -> tuple[Entrant, Entrant]:
    return cleaned["first"], cleaned["second"]


def _sides(pairing: Pairing, other: Mapping[str, str]) -> list[list[str]]:
    """The entrants of each side, `other` ones in the places of some."""
    sides: dict[int, list[str]] = {}
    for seating in pairing.seatings.all():
        entrant = seating.entrant_id.hex
        sides.setdefault(seating.side, []).append(other.get(entrant, entrant))
    return [sides[one] for one in sorted(sides)]


def _name(form: Setting, side: int) -> str:
    return " & ".join(entrant_json(one.entrant)["name"] for one in form.sides[side])
