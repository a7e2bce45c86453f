"""How a run goes: what may be chosen, and what goes together."""

from __future__ import annotations

from typing import Any

import pytest

from hipify_py.choices import LAUNCHES, MODES, SIZE_LIMIT, WARPS
from hipify_py.model import HipifyError
from hipify_py.settings import Options, Settings, check_launch, check_warp, refused_warp


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"mode": "output"}, 'an output folder goes with the mode "output", and with no other'),
        ({"output": "out"}, 'an output folder goes with the mode "output", and with no other'),
        ({"mode": "output", "output": ""}, "the name of the output folder is empty"),
        ({"rename": "hip"}, "'hip': no new ending for .cu files"),
    ],
)
def test_settings_that_contradict_each_other_are_refused(wrong: dict[str, Any], said: str) -> None:
    with pytest.raises(HipifyError) as caught:
        Settings(**wrong)
    assert said in str(caught.value)


def test_an_unknown_library_of_deep_learning_is_refused() -> None:
    with pytest.raises(HipifyError, match="no rules for cuDNN named 'hipdnn': use keep or miopen"):
        Settings(dnn="hipdnn")  # type: ignore[arg-type]
    assert (Settings().dnn, Settings(dnn="miopen").dnn, Options().dnn) == ("keep", "miopen", None)


def test_an_unknown_width_is_refused() -> None:
    with pytest.raises(HipifyError, match="use 32 or native"):
        Settings(warp="64")  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "good",
    [
        {},
        {"mode": "diff"},
        {"mode": "in-place", "rename": ".hip"},
        {"mode": "output", "output": "out", "rename": ".hip.cpp"},
        {"launch": "macro", "warp": "native", "rocm": "6.4"},
        {"rename": ".c++"},
    ],
)
def test_settings_that_make_sense_are_taken(good: dict[str, Any]) -> None:
    made = Settings(**good)
    assert {key: getattr(made, key) for key in good} == good


def test_by_default_nothing_is_written() -> None:
    made = Settings()
    assert (made.mode, made.output, made.rename, made.rules, made.rocm) == ("dry-run", None, None, (), None)
    assert (made.launch, made.warp, made.max_size) == (LAUNCHES[0], WARPS[0], SIZE_LIMIT)
    assert Options() == Options(path=None, launch="keep", add_include=True, warp="32", rocm=None)


@pytest.mark.parametrize(
    ("wrong", "text"),
    [
        ({"mode": "write"}, f"no mode named 'write': use one of {', '.join(MODES)}"),
        ({"launch": "fast"}, "no launch form named 'fast': use one of keep, macro"),
        ({"warp": "16"}, "no way of warps named '16': use 32 or native"),
        ({"rocm": "5.0"}, "no rules for ROCm '5.0': use one of 6.4, 7.0, 7.1, 7.2"),
        ({"rename": ".cu"}, "'.cu': no new ending for .cu files: give one with its dot, such as .hip"),
        ({"rename": ".a/b"}, "'.a/b': no new ending for .cu files: give one with its dot, such as .hip"),
        ({"rename": ""}, "'': no new ending for .cu files: give one with its dot, such as .hip"),
        (
            {"mode": "in-place", "output": "out"},
            'an output folder goes with the mode "output", and with no other',
        ),
    ],
)
def test_a_refusal_says_what_and_what_to_do(wrong: dict[str, Any], text: str) -> None:
    with pytest.raises(HipifyError) as caught:
        Settings(**wrong)
    assert str(caught.value) == text


def test_each_choice_is_checked_by_itself() -> None:
    for launch in LAUNCHES:
        check_launch(launch)
    for warp in WARPS:
        check_warp(warp)
        assert refused_warp(warp) is None
    with pytest.raises(HipifyError, match="no launch form named 'Macro'"):
        check_launch("Macro")
    with pytest.raises(HipifyError, match="no way of warps named '64': use 32 or native"):
        check_warp("64")
    assert refused_warp(32) == ("no way of warps named 32", "use 32 or native")


def test_settings_do_not_change() -> None:
    with pytest.raises(AttributeError):
        Settings().mode = "diff"  # type: ignore[misc]
