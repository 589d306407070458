"""The form of an action, made of what the registry says of its fields."""

from collections.abc import Mapping
from functools import cached_property
from itertools import chain, groupby, zip_longest
from typing import Any

from django import forms

from tournaments.actions.action import About, Action
from tournaments.actions.fields import LEFT_OUT, Field
from tournaments.models import Seating, Tournament
from tournaments.read.round_views import find_pairing
from tournaments.web.console.controls import Control, control_of


class ActionForm(forms.Form):
    """`target` is what the action is about: an entrant, a round, or a pairing.

    Refuses `unknown_entrant`, `unknown_pairing` where the form depends on what is not there.
    """

    def __init__(
        self,
        data: Any,
        *,
        action: Action,
        tournament: Tournament,
        target: Mapping[str, Any],
        suggested: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(data)
        self.tournament, self.target = tournament, target
        self.given: dict[str, Any] = {}
        self.controls: list[Control] = [control_of(field)(field, self) for field in action.fields]
        for control in self.controls:
            self.fields.update(control.inputs())
        for name, value in (suggested or {}).items():
            if name in self.fields:
                self.fields[name].initial = value
        self.order_fields(self._order())

    def leave_out(self, field: Field) -> None:
        """Does not ask for it: where it would be refused."""
        self.controls = [control for control in self.controls if control.field is not field]
        del self.fields[field.name]

    def _order(self) -> list[str]:
        """Inputs of fields of one kind that stand together take turns: place, points, place, …"""
        found: list[str] = []
        for _kind, together in groupby(self.controls, lambda one: type(one.field)):
            turns = zip_longest(*(control.inputs() for control in together))
            found += [name for name in chain.from_iterable(turns) if name is not None]
        return found

    @cached_property
    def sides(self) -> dict[int, list[Seating]]:
        """Who sits at the pairing, by side."""
        pairing = find_pairing(
            self.tournament, *(self.target[part] for part in About.PAIRING.parts)
        )
        found: dict[int, list[Seating]] = {}
        seatings = pairing.seatings.select_related("entrant")
        for seating in seatings.prefetch_related("entrant__members__player"):
            found.setdefault(seating.side, []).append(seating)
        return found

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        if self.errors:
            return cleaned
        for control in self.controls:
            try:
                value = control.value(cleaned)
            except forms.ValidationError as wrong:
                self.add_error(None, wrong)
            else:
                if value is not LEFT_OUT:
                    self.given[control.field.name] = value
        return cleaned
