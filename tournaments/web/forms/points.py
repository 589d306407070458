"""Scores as people write them, in points, which are kept in sixtieths."""

from fractions import Fraction
from typing import Any

from django import forms
from django.utils.translation import gettext as _

from tournaments.core.stages import POINT


class PointsField(forms.CharField):
    """A number of points, as 1, 0.5 or 1/3: in sixtieths, within bounds if there are any."""

    def __init__(
        self, *, least: int | None = None, most: int | None = None, **options: Any
    ) -> None:
        self.least, self.most = least, most
        super().__init__(max_length=12, **options)

    def prepare_value(self, value: Any) -> Any:
        return str(Fraction(value, POINT)) if isinstance(value, int) else value

    def clean(self, value: Any) -> Any:
        text = super().clean(value)
        if not text:
            return None
        try:
            score = Fraction(text.replace(",", ".")) * POINT
        except (ValueError, ZeroDivisionError):
            score = Fraction(1, 2)
        if score.denominator != 1:
            raise forms.ValidationError(_("Write a number of points, down to sixtieths."))
        self._check(score.numerator)
        return score.numerator

    def _check(self, score: int) -> None:
        too_few = self.least is not None and score < self.least
        too_many = self.most is not None and score > self.most
        if too_few or too_many:
            bounds = [str(Fraction(one or 0, POINT)) for one in (self.least, self.most)]
            said = _("It takes from %(least)s to %(most)s points.")
            raise forms.ValidationError(said % {"least": bounds[0], "most": bounds[1]})
