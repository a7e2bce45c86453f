"""Variables that are shown and no more."""

from __future__ import annotations

import pytest

from hipify_py import convert
from hipify_py.settings import Options

FILL = "cuDeviceGetAttribute(&{0}, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, d);"
LOCAL = "void f(CUdevice d) {{ int major = 0, minor = 0; " + FILL.format("major") + " {0} }}"
MEMBER = "struct I {{ int n; int major; }}; void f(CUdevice d, I& i) {{ i.major = 0; "
MEMBER += FILL.format("i.major") + " {0} }}"


def severities(source: str, rule: str, path: str = "a.cu") -> list[str]:
    result = convert(source.encode(), options=Options(path=path))
    return [one.severity for one in result.findings if one.rule == rule]


@pytest.mark.parametrize("use", ['printf("%d", {0});', "std::cout << {0};", 'info("cc {{}}", {0});'])
def test_what_is_shown_alone_decides_nothing(use: str) -> None:
    assert severities(LOCAL.format(use.format("major")), "N002") == ["note"]
    assert severities(MEMBER.format(use.format("i.major")), "N002") == ["note"]


@pytest.mark.parametrize(
    "use",
    [
        "if (major > 7) g();",
        'printf("%d", major); if (major > 7) g();',
        'printf("%d", major); int x = major; g(x);',
        'printf("%d", major); g(&major);',
        'printf("%d", major); return major;',
        'option("arch", major);',
        'if (check("%d", 1) && major > 7) g();',
    ],
)
def test_what_is_read_may(use: str) -> None:
    assert severities(LOCAL.format(use), "N002") == ["warning"]
    assert severities(MEMBER.format(use.replace("major", "i.major")), "N002") == ["warning"]


def test_what_nothing_reads_decides_nothing() -> None:
    assert severities(LOCAL.format(""), "N002") == ["note"]
    assert severities(MEMBER.format(""), "N002") == ["note"]
    assert severities(MEMBER.format("J j = *(J*)&i; g(j.major);"), "N002") == ["warning"]
    assert severities(MEMBER.format("int *p = &i.major; g(p);"), "N002") == ["warning"]


def test_others_may_read_a_member_of_a_header_and_what_a_function_is_given() -> None:
    shown = MEMBER.format('printf("%d", i.major);')
    assert severities(shown, "N002", "a.h") == ["warning"]
    elsewhere = shown.replace("int n; int major;", "")
    assert severities(elsewhere, "N002") == ["warning"]
    given = "void f(CUdevice d, int& major) { " + FILL.format("major") + ' printf("%d", major); }'
    assert severities(given, "N002") == ["warning"]


PROPERTIES = (
    "void f() {{ cudaDeviceProp p; cudaGetDeviceProperties(&p, 0); int cc = p.major * 10 + p.minor; {} }}"
)


def test_a_capability_that_is_put_together_and_shown() -> None:
    assert severities(PROPERTIES.format('printf("%d.%d", cc / 10, cc % 10);'), "M071") == []
    assert severities(PROPERTIES.format('printf("%d", cc); if (cc > 70) g();'), "M071") == ["warning"]
    assert severities(PROPERTIES.format("g(cc);"), "M071") == ["warning"]
    assert severities(PROPERTIES.format(""), "M071") == []
    kept = "struct I {{ int n; int cc; }};" + PROPERTIES.replace("int cc", "I i; i.cc")
    assert severities(kept.format(""), "M071") == []
    assert severities(kept.format(""), "M071", "a.h") == ["warning"]  # others may read it
    assert severities(kept.format("g(i.cc);"), "M071") == ["warning"]
    assert severities(kept.replace("struct I {{ int n; int cc; }};", "").format(""), "M071") == ["warning"]


def test_many_places_are_not_looked_at() -> None:
    assert severities(LOCAL.format('printf("%d", major);' * 60), "N002") == ["note"]
    assert severities(LOCAL.format('printf("%d", major);' * 100), "N002") == ["warning"]


BEST = """void f(int n) {{
  int best = 0;
  for (int i = 0; i < n; i++) {{
    cudaDeviceProp prop;
    int cc = prop.major * 100 + prop.minor;
    if ({0}) {{ take(i); {1} }}
  }}
  {2}
}}
"""


@pytest.mark.parametrize(
    ("asked", "kept", "behind", "severity"),
    [
        ("cc > best", "best = cc;", 'if (best < 600) throw E("old");', "note"),
        ("best <= cc", "best = cc;", 'printf("%d", best);', "note"),
        ("cc > best", "best = cc;", "if (best >= 800) fast();", "warning"),
        ("cc > best", "best = cc;", "return best;", "warning"),
        ("cc > best", "best = cc; g(cc);", "", "warning"),
        ("cc > 700", "best = cc;", "", "warning"),
    ],
)
def test_the_best_of_several_devices(asked: str, kept: str, behind: str, severity: str) -> None:
    assert severities(BEST.format(asked, kept, behind), "M071") == [severity]
