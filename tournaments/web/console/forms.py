"""What directors say with a command: each form makes the body that REST takes for the same one."""

from fractions import Fraction
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.domain.decision import REASON_LENGTH
from tournaments.models import Entrant, Pairing, Tournament
from tournaments.read.queries import find_entrant
from tournaments.read.round_views import find_pairing
from tournaments.store.entrant_views import entrant_json
from tournaments.web.console.entrants import entrant_named
from tournaments.web.forms.local_time import LocalTimeForm

Body = dict[str, Any]
POINT = 60


class ActionForm(forms.Form):
    """`at` is what the command is about: an entrant, a round, or a pairing."""

    def __init__(self, data: Any, *, tournament: Tournament, at: Body) -> None:
        self.tournament, self.at = tournament, at
        super().__init__(data)
        self.prepare()

    def prepare(self) -> None:
        """Adds what depends on the tournament."""

    def body(self) -> Body:
        return dict(self.cleaned_data)


class Reason(ActionForm):
    reason = forms.CharField(
        label=gettext_lazy("Reason"),
        max_length=REASON_LENGTH,
        help_text=gettext_lazy("Everybody can read it."),
    )

    def order(self, *names: str) -> None:
        self.order_fields([*names, "reason"])


class MaybeReason(Reason):
    reason = forms.CharField(
        label=gettext_lazy("Reason"),
        max_length=REASON_LENGTH,
        required=False,
        help_text=gettext_lazy("Everybody can read it; it may be empty."),
    )


class SubstituteForm(Reason):
    player = forms.CharField(label=gettext_lazy("Who plays on (handle)"), max_length=24)

    def prepare(self) -> None:
        entrant = find_entrant(self.tournament, self.at["entrant"])
        handles = [one.player.handle for one in entrant.members.all() if one.plays]
        self.fields["out"] = forms.ChoiceField(
            label=_("Who stops playing"), choices=[(one, one) for one in handles]
        )
        self.order("out", "player")


class ClubForm(ActionForm):
    club = forms.CharField(
        label=gettext_lazy("Club"),
        max_length=40,
        required=False,
        help_text=gettext_lazy("Its entrants are kept apart where that costs nothing else."),
    )

    def prepare(self) -> None:
        self.initial = {"club": find_entrant(self.tournament, self.at["entrant"]).club}


class AdjustForm(Reason):
    points = forms.CharField(
        label=gettext_lazy("Points"),
        max_length=12,
        help_text=gettext_lazy("As 1, -0.5 or 1/3; less than 0 is a penalty."),
    )

    def prepare(self) -> None:
        self.order("points")

    def clean_points(self) -> int:
        try:
            score = Fraction(self.cleaned_data["points"].replace(",", ".")) * POINT
        except (ValueError, ZeroDivisionError):
            score = Fraction(1, 2)
        if score.denominator != 1:
            raise forms.ValidationError(_("Write a number of points, down to sixtieths."))
        return score.numerator

    def body(self) -> Body:
        return {"score": self.cleaned_data["points"], "reason": self.cleaned_data["reason"]}


class TwoEntrants(Reason):
    """Two entrants, each by number or name."""

    first = forms.CharField(
        label=gettext_lazy("One"), max_length=80, help_text=gettext_lazy("Number, name or handle.")
    )
    second = forms.CharField(label=gettext_lazy("The other"), max_length=80)

    def prepare(self) -> None:
        self.order("first", "second")

    def clean(self) -> Body:
        cleaned = super().clean() or self.cleaned_data
        for name in ("first", "second"):
            if name in cleaned:
                found = entrant_named(self.tournament, cleaned[name])
                if found is None:
                    self.add_error(name, _("There is no such entrant (unknown_entrant)."))
                cleaned[name] = found
        return cleaned

    @property
    def pair(self) -> tuple[Entrant, Entrant]:
        return self.cleaned_data["first"], self.cleaned_data["second"]


class ForbidForm(TwoEntrants):
    def body(self) -> Body:
        return {
            "entrants": [one.pk.hex for one in self.pair],
            "reason": self.cleaned_data["reason"],
        }


class SwapForm(TwoEntrants):
    """Two entrants of a round change their places."""

    def clean(self) -> Body:
        cleaned = super().clean()
        if not self.errors and (len(self._tables()) < 2 or self.pair[0] == self.pair[1]):
            self.add_error(None, _("They have to sit at two tables of this round."))
        return cleaned

    def _tables(self) -> list[Any]:
        ids = [one.pk for one in self.pair]
        found = Pairing.objects.filter(
            tournament=self.tournament, stage=self.at["stage"], round=self.at["round"]
        )
        return list(found.filter(seatings__entrant__in=ids).distinct().prefetch_related("seatings"))

    def body(self) -> Body:
        first, second = (one.pk.hex for one in self.pair)
        other = {first: second, second: first}
        tables = []
        for pairing in self._tables():
            sides: dict[int, list[str]] = {}
            for seating in pairing.seatings.all():
                entrant = seating.entrant_id.hex
                sides.setdefault(seating.side, []).append(other.get(entrant, entrant))
            tables.append(
                {"pairing": pairing.number, "sides": [sides[one] for one in sorted(sides)]}
            )
        return {"tables": tables, "reason": self.cleaned_data["reason"]}


class PublishForm(ActionForm, LocalTimeForm):
    def body(self) -> Body:
        return {"starts_at": self.cleaned_data["moment"]}


class PairingForm(Reason):
    def prepare(self) -> None:
        pairing = find_pairing(
            self.tournament, self.at["stage"], self.at["round"], self.at["pairing"]
        )
        self.sides: dict[int, list[Any]] = {}
        for seating in pairing.seatings.select_related("entrant").prefetch_related(
            "entrant__members__player"
        ):
            self.sides.setdefault(seating.side, []).append(seating)
        self.add_sides()

    def name(self, side: int) -> str:
        return " & ".join(entrant_json(one.entrant)["name"] for one in self.sides[side])

    def add_sides(self) -> None:
        """Adds the fields of the sides."""


class ForfeitForm(PairingForm):
    def add_sides(self) -> None:
        self.fields["losers"] = forms.MultipleChoiceField(
            label=_("Who forfeits"),
            choices=[(side, self.name(side)) for side in self.sides],
            widget=forms.CheckboxSelectMultiple,
        )
        self.order("losers")

    def body(self) -> Body:
        return {
            "losers": [int(one) for one in self.cleaned_data["losers"]],
            "reason": self.cleaned_data["reason"],
        }


class CorrectForm(PairingForm):
    reset_dependents = forms.BooleanField(
        label=gettext_lazy("Take back the later pairings that rest on this result"), required=False
    )

    def add_sides(self) -> None:
        names = []
        for side, seatings in self.sides.items():
            for kind, label, most in (
                ("place", _("Place of %(name)s"), 6),
                ("points", _("Points of %(name)s"), 99),
            ):
                key = f"{kind}_{side}"
                self.fields[key] = forms.IntegerField(
                    label=label % {"name": self.name(side)},
                    min_value=1 if kind == "place" else 0,
                    max_value=most,
                    initial=getattr(seatings[0], kind),
                )
                names.append(key)
        self.order_fields([*names, "reason", "reset_dependents"])

    def body(self) -> Body:
        given = self.cleaned_data
        return {
            "places": [given[f"place_{side}"] for side in self.sides],
            "points": [given[f"points_{side}"] for side in self.sides],
            "reason": given["reason"],
            "reset_dependents": given["reset_dependents"],
        }
