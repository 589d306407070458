"""How unlikely a chi-square is: the upper tail of its distribution, by the incomplete gamma.

`Q(a, x)` with a = df / 2 and x = chi-square / 2, from the power series where x < a + 1 and from the
continued fraction (Lentz's way) elsewhere: Abramowitz and Stegun, 6.5.29 and 6.5.31.
"""

from math import exp, lgamma, log

_ENOUGH = 1e-15
_TINY = 1e-300
_STEPS = 100_000


def upper_tail(chi_square: float, degrees_of_freedom: int) -> float:
    """The probability of a chi-square at least as large, by chance alone."""
    a, x = degrees_of_freedom / 2, chi_square / 2
    if degrees_of_freedom < 1 or x < 0:
        raise ValueError("a chi-square is positive and has degrees of freedom")
    if x == 0:
        return 1.0
    factor = exp(a * log(x) - x - lgamma(a))
    return 1 - factor * _series(a, x) if x < a + 1 else factor * _fraction(a, x)


def _series(a: float, x: float) -> float:
    term = total = 1 / a
    for step in range(1, _STEPS):
        term *= x / (a + step)
        total += term
        if term < total * _ENOUGH:
            break
    return total


def _fraction(a: float, x: float) -> float:
    b = x + 1 - a
    c, d = 1 / _TINY, 1 / b
    value = d
    for step in range(1, _STEPS):
        part = -step * (step - a)
        b += 2
        d = 1 / (part * d + b or _TINY)
        c = b + part / c or _TINY
        value *= c * d
        if abs(c * d - 1) < _ENOUGH:
            break
    return value
