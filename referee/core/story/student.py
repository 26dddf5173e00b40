"""The normal distribution and Student's t: how sure one can be after a few values."""

from __future__ import annotations

from functools import lru_cache
from math import atan, cos, erf, exp, lgamma, log, log1p, pi, sin, sqrt

EXACT = 200
"""With more degrees of freedom than these, t is so near to normal that a short series will do."""


def normal_cdf(z: float) -> float:
    """How probable a value of the standard normal distribution below `z` is."""
    return 0.5 + 0.5 * erf(z / sqrt(2))


def student_cdf(t: float, degrees: int) -> float:
    """The same of Student's t: the finite sums of Abramowitz and Stegun, 26.7.3 and 26.7.4."""
    angle = atan(t / sqrt(degrees))
    square, term, total = cos(angle) ** 2, 1.0, 0.0
    for step in range(degrees % 2, degrees - 1, 2):
        total += term
        term *= square * (step + 1) / (step + 2)
    if degrees % 2 == 0:
        return 0.5 + sin(angle) * total / 2
    return 0.5 + (angle + sin(angle) * cos(angle) * total) / pi


@lru_cache
def student_quantile(z: float, degrees: int) -> float:
    """As far out in Student's t as `z` is in the normal distribution.

    The series of Abramowitz and Stegun, 26.7.5, and from there by Newton's steps.
    """
    t = z + (z**3 + z) / (4 * degrees) + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * degrees**2)
    if degrees > EXACT:
        return t
    wanted = normal_cdf(z)
    for _ in range(6):
        t -= (student_cdf(t, degrees) - wanted) / _student_density(t, degrees)
    return t


def _student_density(t: float, degrees: int) -> float:
    half = degrees / 2
    log_top = lgamma(half + 0.5) - lgamma(half) - (half + 0.5) * log1p(t * t / degrees)
    return exp(log_top - log(degrees * pi) / 2)
