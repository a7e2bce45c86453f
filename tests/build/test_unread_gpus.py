"""Variables with names of NVIDIA's GPUs that nothing reads any more."""

from __future__ import annotations

import pytest
from helpers.matches import RULES

from hipify_py.build.conversion import build_file
from hipify_py.settings import Options
from hipify_py.surroundings import Project

USED = "ARCH ?= sm_80\nNVCCFLAGS = -O3 -arch=$(ARCH)\na: a.cu\n\tnvcc $(NVCCFLAGS) -o $@ $<\n"


def said(text: str, name: str = "Makefile", project: Project = Project()) -> list[tuple[str, str]]:  # noqa: B008
    """Give the GPUs of which it is said that they stay, and how grave that is; of a makefile twice alike."""
    found: list[list[tuple[str, str]]] = []
    for _ in range(2):
        made = build_file(text.encode(), RULES, Options(path=name, project=project))
        found.append([(text[slice(*one.span)], one.severity) for one in made.findings if one.rule == "B004"])
        text = made.text
    assert found[0] == found[1] or name == "build.sh"  # of a script that calls no nvcc nothing is said
    return found[0]


@pytest.mark.parametrize(
    "text",
    [
        USED,
        USED.replace("$(ARCH)", "${ARCH}"),
        USED.replace("-arch=$(ARCH)", "-gencode arch=compute_80,code=$(ARCH)"),
        USED.replace("NVCCFLAGS =", "NVCCFLAGS = -arch $(ARCH)\nNVCCFLAGS +="),
        USED + "# ARCH names the GPU\n",
        USED + "ARCH_DIR = lib\n\techo $(ARCH_DIR)\n",
    ],
)
def test_a_variable_of_which_every_use_is_replaced_can_go(text: str) -> None:
    assert said(text) == [("sm_80", "note")]
    made = build_file(text.encode(), RULES, Options(path="Makefile"))
    (one,) = [one for one in made.findings if one.rule == "B004"]
    assert one.message == "sm_80 is for NVIDIA's GPUs, and nothing reads ARCH any more: it can go"


@pytest.mark.parametrize(
    "text",
    [
        USED + "\techo $(ARCH)\n",
        USED + "b: b.cubin\n\tload --gpu $(ARCH)\n",
        USED + "\t$(MAKE) -C sub ARCH=$(ARCH)\n",
        USED + "ifdef ARCH\nX = 1\nendif\n",
        USED + "OUT = lib_$(ARCH).a\n",
        "export " + USED,
        USED + "export ARCH\n",
        "export\n" + USED,
        "include rules.mk\n" + USED,
        USED + "X = $($(Y))\n",
        USED + "X = $(call f,1)\n",
        "ARCH = sm_80\n",
        "ARCH = sm_80\nFLAGS = -arch=$(ARCH)\n",
    ],
)
def test_one_that_may_be_read_is_told_of(text: str) -> None:
    assert said(text) == [("sm_80", "warning")]


def test_a_file_that_others_include_is_not_all_there_is() -> None:
    assert said(USED, "config", Project(makefile=True)) == [("sm_80", "warning")]


def test_a_gpu_that_stands_in_a_recipe_is_told_of() -> None:
    assert said(USED + "\tload sm_70\n") == [("sm_80", "note"), ("sm_70", "warning")]


def test_scripts_have_such_variables_too() -> None:
    assert said("ARCH=sm_80\nnvcc -arch=$ARCH a.cu\n", "build.sh") == [("sm_80", "note")]
    assert said("export ARCH=sm_80\nnvcc -arch=$ARCH a.cu\n", "build.sh") == [("sm_80", "warning")]
    assert said("ARCH=sm_80\nnvcc -arch=$ARCH a.cu\necho $ARCH\n", "build.sh") == [("sm_80", "warning")]


UNREAD = "NFLAGS = -arch=sm_60 -lineinfo\na: a.cpp\n\tg++ a.cpp -o $@\n"


def test_a_line_that_nothing_reads_stays() -> None:
    made = build_file(UNREAD.encode(), RULES, Options(path="Makefile"))
    assert made.text == UNREAD
    assert [(one.rule, one.severity) for one in made.findings] == [("B008", "note")]
    assert made.findings[0].message.endswith("and stays: nothing reads NFLAGS, which can go")


@pytest.mark.parametrize(
    "text",
    [
        UNREAD + "b: b.cu\n\tnvcc $(NFLAGS) $<\n",
        UNREAD + "ifdef NFLAGS\nendif\n",
        UNREAD.replace("NFLAGS", "CXXFLAGS"),
        UNREAD.replace("NFLAGS", "LDFLAGS"),
        "export " + UNREAD,
        UNREAD + "export NFLAGS\n",
        UNREAD + "export\n",
        UNREAD + "include rules.mk\n",
        UNREAD + "b:\n\techo $($(X)FLAGS)\n",
        UNREAD.partition("\n")[0] + "\n",
    ],
)
def test_one_that_something_may_read_gets_gpus(text: str) -> None:
    made = build_file(text.encode(), RULES, Options(path="Makefile"))
    assert "--offload-arch=$(HIP_ARCH)" in made.text
    assert ("B008", "warning") in [(one.rule, one.severity) for one in made.findings]


def test_one_that_another_makefile_may_read_gets_gpus() -> None:
    options = Options(path="Makefile", project=Project(makefile=True))
    assert "--offload-arch" in build_file(UNREAD.encode(), RULES, options).text


UNUSED = "MEMCHECK = cuda-memcheck\na: a.cu\n\tnvcc -arch=sm_80 -o $@ $<\n"


@pytest.mark.parametrize(
    ("text", "severity"),
    [
        (UNUSED, "note"),
        (UNUSED.replace("=", "?=", 1), "note"),
        (UNUSED + "b: a\n\t$(MEMCHECK) ./a\n", "warning"),
        ("include my.mk\n" + UNUSED, "warning"),
        ("export " + UNUSED, "warning"),
        (UNUSED + "b: a\n\t$($(TOOL)) ./a\n", "warning"),
        ("MEMCHECK = cuda-memcheck\n", "warning"),  # of which others may be made
    ],
)
def test_a_program_in_a_variable_that_nothing_reads(text: str, severity: str) -> None:
    made = build_file(text.encode(), RULES, Options(path="Makefile"))
    assert [one.severity for one in made.findings if one.rule == "B003"] == [severity]
    assert [
        one.severity for one in build_file(text.encode(), RULES, INCLUDED).findings if one.rule == "B003"
    ] == ["warning"]


@pytest.mark.parametrize("name", ["a_LDADD", "PKG_LIBS", "AM_LDFLAGS", "LDLIBS", "LIBS"])
def test_what_a_tool_reads_by_its_name(name: str) -> None:
    text = f"{name} = -lnvidia-ml\na: a.cu\n\tnvcc -arch=sm_80 -o $@ $<\n"
    made = build_file(text.encode(), RULES, Options(path="Makefile.am"))
    assert [one.severity for one in made.findings if one.rule == "B003"] == ["error"]
    made = build_file(text.replace(name, "OTHER", 1).encode(), RULES, Options(path="Makefile.am"))
    assert [one.severity for one in made.findings if one.rule == "B003"] == ["note"]


INCLUDED = Options(path="Makefile", project=Project(makefile=True))


CHOICE = """\
CC_OF := $(shell nvidia-smi --query-gpu=compute_cap)
ifeq ($(CC_OF),80)
ARCH := sm_80
else ifeq ($(CC_OF),90)
ARCH := sm_90
else
ARCH := sm_75
endif
"""
LINE = "a.o: a.cu\n\tnvcc -arch=$(ARCH) -c a.cu\n"


@pytest.mark.parametrize(
    ("text", "severity"),
    [
        (CHOICE + LINE, "note"),
        (CHOICE.replace("ARCH := sm_90", "ARCH := sm_90\nOTHER = 1") + LINE, "warning"),
        (CHOICE + LINE + "\techo $(CC_OF)\n", "warning"),
        (CHOICE + LINE + "\techo $(ARCH)\n", "warning"),
        (CHOICE.replace("CC_OF :=", "export CC_OF :=") + LINE, "warning"),
        (CHOICE + "include more.mk\n" + LINE, "warning"),
        ("ifdef X\n" + CHOICE + "endif\n" + LINE, "note"),
        ("ARCH := sm_$(shell nvidia-smi --query-gpu=compute_cap)\n" + LINE, "note"),
        (CHOICE.replace("endif\n", "") + LINE, "warning"),
    ],
)
def test_what_is_asked_for_the_sake_of_a_gpu_that_is_gone_is_noted(text: str, severity: str) -> None:
    found = build_file(text.encode(), RULES, Options("Makefile")).findings
    asked = [one.severity for one in found if one.message.startswith("nvidia-smi")]
    assert asked == [severity]
