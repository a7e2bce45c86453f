"""Texture objects where surface objects are taken, and the reverse."""

from __future__ import annotations

import pytest

from hipify_py.conversion import convert
from hipify_py.rules.load import load

BOTH = "struct L { cudaTextureObject_t tex; cudaSurfaceObject_t surf; cudaSurfaceObject_t getSurf(); };\n"


def said(text: str) -> list[str]:
    """Give the names that R500 is about."""
    source = (BOTH + text).encode()
    return [
        source[slice(*one.span)].decode() for one in convert(source, load()).findings if one.rule == "R500"
    ]


@pytest.mark.parametrize(
    ("text", "names"),
    [
        (
            "__global__ void k(cudaTextureObject_t t, int n);\nvoid f(L &l) { k<<<1, 1>>>(l.surf, 2); }",
            ["surf"],
        ),
        (
            "__global__ void k(cudaTextureObject_t t, int n);\nvoid f(L &l) { k<<<1, 1>>>(l.getSurf(), 2); }",
            ["getSurf"],
        ),
        ("void f(L *l) { cudaCreateTextureObject(&l->surf, &r, &t, nullptr); }", ["surf"]),
        ("void f(L *l) { cudaDestroySurfaceObject(l->tex); }", ["tex"]),
        ("__device__ float f(L l) { return tex2D<float>(l.surf, 0, 0); }", ["surf"]),
        ("__device__ void f(L l) { surf2Dwrite(1.f, l.tex, 0, 0); }", ["tex"]),
        ("__device__ void f(L l) { surf2Dwrite(1.f, l.surf, 0, 0); tex2D<float>(l.tex, 0, 0); }", []),
        (
            "void g(cudaTextureObject_t t);\nvoid f(L *l) { g(l->tex); g((cudaTextureObject_t)l->surf); }",
            [],
        ),
        ("void g(cudaTextureObject_t t);\nvoid f(cudaTextureObject_t surf) { g(surf); }", []),
        ("void g(cudaTextureObject_t t);\nvoid g(cudaSurfaceObject_t t);\nvoid f(L *l) { g(l->surf); }", []),
    ],
)
def test_what_is_declared_as_one_and_given_as_the_other(text: str, names: list[str]) -> None:
    assert said(text) == names
