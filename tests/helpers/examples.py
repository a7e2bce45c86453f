"""How many examples hypothesis makes up, and cases a sweep takes: in the inner loop a part of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from hypothesis import HealthCheck, settings

Case = TypeVar("Case")
FEWER = 3
ALL = 100  # what hypothesis makes up where nothing is said
# How fast a machine makes examples up is no fault of what is tested.
settings.register_profile(
    "all", deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large]
)
settings.register_profile("few", settings.get_profile("all"), max_examples=ALL // FEWER)


def choose(*, few: bool) -> None:
    """Say how many, before a module with tests is read."""
    settings.load_profile("few" if few else "all")


def examples(number: int) -> settings:
    """Ask for so many examples of a test in the whole run; for a test that says nothing these are 100."""
    return settings(max_examples=max(1, number * settings().max_examples // ALL))


def part(cases: Sequence[Case], of: int) -> Sequence[Case]:
    """Give the first of so many parts of the cases of a sweep in the inner loop, and all in the whole run."""
    return cases[: -(-len(cases) // of)] if settings().max_examples < ALL else cases
