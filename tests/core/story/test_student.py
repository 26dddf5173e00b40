"""The normal distribution and Student's t, against printed tables."""

from __future__ import annotations

from math import erf, sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.core.story.forecast import (
    EXACT,
    normal_cdf,
    student_cdf,
    student_quantile,
)

TENTH = 1.2815515655446004
FORTIETH = 1.959963984540054


@pytest.mark.parametrize(
    ("z", "below"),
    [
        (0, 0.5),
        (1, 0.8413447461),
        (-1, 0.1586552539),
        (TENTH, 0.9),
        (FORTIETH, 0.975),
        (3, 0.9986501020),
        (-8, 6.2e-16),
        (40, 1),
        (-40, 0),
    ],
)
def test_normal(z: float, below: float) -> None:
    assert normal_cdf(z) == pytest.approx(below, abs=1e-9)


@pytest.mark.parametrize(
    ("degrees", "tenth", "fortieth"),
    [
        (1, 3.0776835, 12.7062047),
        (2, 1.8856181, 4.3026527),
        (3, 1.6377444, 3.1824463),
        (4, 1.5332063, 2.7764451),
        (5, 1.4758840, 2.5705818),
        (6, 1.4397557, 2.4469119),
        (7, 1.4149239, 2.3646243),
        (10, 1.3721836, 2.2281389),
        (30, 1.3104150, 2.0422725),
        (120, 1.2886462, 1.9799304),
    ],
)
def test_quantiles_of_student(degrees: int, tenth: float, fortieth: float) -> None:
    assert student_quantile(TENTH, degrees) == pytest.approx(tenth, abs=1e-6)
    assert student_quantile(-TENTH, degrees) == pytest.approx(-tenth, abs=1e-6)
    assert student_quantile(FORTIETH, degrees) == pytest.approx(fortieth, abs=1e-6)


@pytest.mark.parametrize(
    ("t", "degrees", "below"),
    [
        (0, 1, 0.5),
        (1, 1, 0.75),
        (-1, 1, 0.25),
        (1, 2, 0.7886751346),
        (1, 3, 0.8044988905),
        (2, 5, 0.9490302605),
        (2, 10, 0.9633059826),
    ],
)
def test_student_below(t: float, degrees: int, below: float) -> None:
    assert student_cdf(t, degrees) == pytest.approx(below, abs=1e-9)


@given(st.integers(1, 400), st.floats(0.1, 2))
def test_the_fewer_degrees_the_wider(degrees: int, z: float) -> None:
    wide, narrow = student_quantile(z, degrees), student_quantile(z, degrees + 1)
    assert wide > narrow > z


@pytest.mark.parametrize("z", [TENTH, FORTIETH])
def test_the_short_series_goes_on_where_the_exact_one_ends(z: float) -> None:
    below = 0.5 + 0.5 * erf(z / sqrt(2))
    for degrees in (EXACT, EXACT + 1):
        assert student_cdf(student_quantile(z, degrees), degrees) == pytest.approx(below, abs=1e-7)
