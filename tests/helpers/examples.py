"""How many examples hypothesis makes up: in the inner loop a third of them."""

from __future__ import annotations

from hypothesis import HealthCheck, settings

FEWER = 3
# How fast a machine makes examples up is no fault of what is tested.
settings.register_profile(
    "all", deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large]
)
settings.register_profile("few", settings.get_profile("all"), max_examples=100 // FEWER)


def choose(*, few: bool) -> None:
    """Say how many, before a module with tests is read."""
    settings.load_profile("few" if few else "all")


def examples(number: int) -> settings:
    """Ask for so many examples of a test in the whole run; for a test that says nothing these are 100."""
    return settings(max_examples=max(1, number * settings().max_examples // 100))
