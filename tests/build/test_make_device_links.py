"""Commands of makefiles that link what others compile with -dc."""

from __future__ import annotations

import pytest
from helpers.matches import RULES

from hipify_py.build.conversion import build_file
from hipify_py.settings import Options

HEAD = "NVCC = nvcc\nOBJS = a.o b.o\n%.o: %.cu\n\t$(NVCC) -dc $< -o $@\nx: $(OBJS)\n\t"


def linked(recipe: str, head: str = HEAD) -> str:
    """Give what becomes of the last line of a makefile, and see that the outcome is settled."""
    options = Options(path="Makefile")
    result = build_file(f"{head}{recipe}\n".encode(), RULES, options)
    assert build_file(result.output, RULES, options).output == result.output
    return result.output.decode().splitlines()[-1].strip()


@pytest.mark.parametrize(
    ("recipe", "made"),
    [
        ("$(NVCC) $(OBJS) -o x", "$(NVCC) -fgpu-rdc $(OBJS) -o x"),
        ("@$(NVCC) -o $@ $^ -lcudart", "@$(NVCC) -fgpu-rdc -o $@ $^ -lamdhip64"),
        ("nvcc a.o b.o -o x", "hipcc -fgpu-rdc a.o b.o -o x"),
        ("echo x; $(NVCC) $^ -o x", "echo x; $(NVCC) -fgpu-rdc $^ -o x"),
    ],
)
def test_a_link_of_objects_links_their_device_code(recipe: str, made: str) -> None:
    assert linked(recipe) == made


@pytest.mark.parametrize(
    "recipe",
    [
        "$(NVCC) -c a.o -o x",
        "$(NVCC) main.cu a.o -o x",
        "g++ $(OBJS) -o x",
        "ar rcs x.a $(OBJS)",
        "cp a.o -o x",
    ],
)
def test_other_commands_stay(recipe: str) -> None:
    assert "-fgpu-rdc" not in linked(recipe)


@pytest.mark.parametrize("how", ["$(NVCC) -rdc=true $(OBJS) -o x", "$(NVCC) -dlink $(OBJS) -o x.o"])
def test_who_says_how_device_code_is_linked_is_asked_nothing(how: str) -> None:
    assert linked(how).count("-fgpu-rdc") == how.count("-rdc=true")
    assert "-fgpu-rdc" not in linked("$(NVCC) $(OBJS) -o x", HEAD.replace("-dc", "-c"))


@pytest.mark.parametrize(
    ("recipe", "severity"), [("$(NVCC) $(OBJS) -o x", "note"), ("g++ $(OBJS) -o x", "warning")]
)
def test_the_flag_is_a_note_where_the_link_has_it_too(recipe: str, severity: str) -> None:
    result = build_file(f"{HEAD}{recipe}\n".encode(), RULES, Options(path="Makefile"))
    (said,) = [one for one in result.findings if one.rule == "B006"]
    assert said.severity == severity
    assert ("so do the commands here" in said.message) == (severity == "note")
