"""What each rewording of a CUDA source does, and what it leaves as it is."""

from __future__ import annotations

import pytest
from helpers.metamorphic import REWORDINGS, Rewording
from helpers.reword.changes import reworded

from hipify_py.source.unit import Unit

# A rewording, a source, and the source after it.
TOLD = [
    (
        "rename",
        """#define M (used + 1)
int global;
struct S { int own; __device__ int f(int own, int x) { return own + x; } };
template <int N> __global__ void k(const S *s, int n, int used) {
    extern __shared__ int shared[];
    int own = n, global = M, type = N;
    const auto f = [own](int x) { return x + own; };
    shared[0] = s->own + ns::type + f(n); // s, n
}
int host(int n) { return n; }
""",
        """#define M (used + 1)
int global;
struct S { int own; __device__ int f(int own, int v1) { return own + v1; } };
template <int N> __global__ void k(const S *v2, int v3, int used) {
    extern __shared__ int shared[];
    int v4 = v3, global = M, type = N;
    const auto v5 = [v4](int v6) { return v6 + v4; };
    shared[0] = v2->own + ns::type + v5(v3); // s, n
}
int host(int n) { return n; }
""",
    ),
    (
        "comment",
        """void f(int *p) {
    if (p - 1)
        p = 2;
}
""",
        """void f(int *p) {
    /* else { lane(0, ; */ // if (x) { return; \n\
if (p /* else { lane(0, ; */ - /* 31 & } */ 1)
        /* else { lane(0, ; */ p /* else { lane(0, ; */ = /* 31 & } */ 2;
}
""",
    ),
    (
        "braces",
        """void f(int n) {
    if (n) return; else if (n > 1) { n++; } else n--;
    for (;;) while (n) ;
    do n--; while (n);
}
""",
        """void f(int n) {
    if (n) { return; } else { if (n > 1) { n++; } else { n--; } }
    for (;;) { while (n) { ; } }
    do { n--; } while (n);
}
""",
    ),
    (
        "blocks",
        """void f(int n) {
    if (n) return; else if (n > 1) { n++; }
    for (;;) {}
    { n--; }
}
""",
        """void f(int n) { {
    if (n) return; else if (n > 1) { { n++; } }
    for (;;) { {} }
    { n--; }
} }
""",
    ),
    (
        "bracket-values",
        """void f(int n) {
    int a = n, b(n), c[] = {1};
    auto d = [] {};
    auto s = "";
    a += b = n;
    if (int m = n) n++;
}
""",
        """void f(int n) {
    int a = (n), b(n), c[] = {1};
    auto d = [] {};
    auto s = "";
    a += (b = (n));
    if (int m = n) n++;
}
""",
    ),
    (
        "bracket-conditions",
        """void f(int n) {
    if (n) n = n ? 1 : 2;
    while (int m = n) n--;
    do n--; while (n);
    for (; n;) n++;
    for (;;) ;
}
""",
        """void f(int n) {
    if ((n)) n = (n) ? 1 : 2;
    while (int m = n) n--;
    do n--; while ((n));
    for (; (n);) n++;
    for (;;) ;
}
""",
    ),
    (
        "bracket-arguments",
        """void f(int n) {
    f<1>(n, "a", {1}, [] {});
    n = int(n) + sizeof(n) + (T)(n);
    k<<<n, 32>>>(n + 1);
}
""",
        """void f(int n) {
    f<1>((n), "a", {1}, [] {});
    n = int((n)) + sizeof(n) + (T)(n);
    k<<<(n), (32)>>>((n + 1));
}
""",
    ),
    (
        "split-list",
        """void f() {
    __shared__ const int a[2], *b;
    int c;
    for (int i = 0, j = 1;;) ;
    struct { int x; } d, e;
    int g(1), h = i(1, 2);
}
""",
        """void f() {
    __shared__ const int a[2]; __shared__ const int  *b;
    int c;
    for (int i = 0, j = 1;;) ;
    struct { int x; } d, e;
    int g(1); int  h = i(1, 2);
}
""",
    ),
    (
        "split-value",
        """void f() {
    int a = 1;
    const int b = 1;
    auto c = 1;
    float d = 1;
    T e = 1;
    int f{1};
    unsigned g = 1, h = 2;
    static int i = 1;
    int *j = p;
    uint32_t l = 2;
}
""",
        """void f() {
    int a; a = 1;
    const int b = 1;
    auto c = 1;
    float d; d = 1;
    T e = 1;
    int f{1};
    unsigned g = 1, h = 2;
    static int i = 1;
    int *j = p;
    uint32_t l; l = 2;
}
""",
    ),
    (
        "swap",
        """#define M 1
__global__ void k(int &r, int *p, int *q, int *s) {
    int a = threadIdx.x, d = 1; // one
    int b = threadIdx.y; // other
    int c = a;
    c = 1;
    p[0] = 1;
    q[0] = 2;
    q[0] = M;
    a = 2;
    f(3);
    b = 4;
    r = 5;
    s = &d;
    d = 6;
    s[0] = 7;
    member = 8;
}
""",
        """#define M 1
__global__ void k(int &r, int *p, int *q, int *s) {
    int b = threadIdx.y; // one
    int a = threadIdx.x, d = 1; // other
    int c = a;
    p[0] = 1;
    c = 1;
    q[0] = 2;
    q[0] = M;
    a = 2;
    f(3);
    b = 4;
    r = 5;
    s = &d;
    d = 6;
    s[0] = 7;
    member = 8;
}
""",
    ),
    (
        "return-to-block",
        """__global__ void k(int n) { if (n) return; n++; if (n < 2) { return; } if (int m = n) return; n--; }
__global__ void l(int n) { if (n) return; else n++; if constexpr (true) return; n++; if (n) return; }
__global__ void m(int n) { if (n) return; here: n++; goto here; }
__device__ void f(int n) { if (n) return; n++; }
""",
        """__global__ void k(int n) { if (!(n)) { n++; if (!(n < 2)) { if (int m = n) return; n--; }
}
}
__global__ void l(int n) { if (n) return; else n++; if constexpr (true) return; n++; if (n) return; }
__global__ void m(int n) { if (n) return; here: n++; goto here; }
__device__ void f(int n) { if (n) return; n++; }
""",
    ),
    (
        "block-to-return",
        """__global__ void k(int n) { if (n) { int m = n; n = m; } }
__global__ void l(int n) { int m; if (n) { int m = n; n = m; } }
__global__ void m(int n) { if (n) { n++; } n--; }
__global__ void o(int n) { if (n) { n++; } else { n--; } }
__device__ void f(int n) { if (n) { n++; } }
""",
        """__global__ void k(int n) { if (!(n)) return;  int m = n; n = m;  }
__global__ void l(int n) { int m; if (!(n)) return; { int m = n; n = m; } }
__global__ void m(int n) { if (n) { n++; } n--; }
__global__ void o(int n) { if (n) { n++; } else { n--; } }
__device__ void f(int n) { if (n) { n++; } }
""",
    ),
    (
        "alias",
        """__device__ int f(int n) {
    const unsigned lane = threadIdx.x & 31, other = lane;
    const unsigned mine = lane;
    int set = mine;
    set += mine;
    int unused = n;
    static int kept = n;
    { int n = 1; set = n; }
    return mine + set + kept;
}
int host(int n) { int m = n; return m; }
""",
        """__device__ int f(int n) {
    const unsigned lane = threadIdx.x & 31, other = lane;
    const unsigned mine = lane; const unsigned w1 = mine;
    int set = w1;
    set += w1;
    int unused = n;
    static int kept = n;
    { int n = 1; set = n; }
    return w1 + set + kept;
}
int host(int n) { int m = n; return m; }
""",
    ),
]


def test_each_has_an_example() -> None:
    assert [name for name, _, _ in TOLD] == [how.name for how in REWORDINGS]


@pytest.mark.parametrize(("how", "source", "told"), [pytest.param(*one, id=one[0]) for one in TOLD])
def test_what_is_said_in_other_words(how: str, source: str, told: str) -> None:
    changes = next(one for one in REWORDINGS if one.name == how).changes(Unit(source.encode()))
    assert (reworded(source.encode(), [*changes]) or b"").decode() == told


@pytest.mark.parametrize("how", [pytest.param(how, id=how.name) for how in REWORDINGS])
def test_what_stands_in_no_sound_function_stays(how: Rewording) -> None:
    macro = b"#define F(x) { int a = x, b; if (a) b = 1; }\nint a = 1, b = (a);\nint f(int n);\n"
    broken = b"__global__ void k(int n) { int a = n; if (a) n = 1; a = (n; }\n"
    assert Unit(broken).tree.root_node.has_error
    assert [reworded(one, [*how.changes(Unit(one))]) for one in (macro, broken)] == [None, None]
