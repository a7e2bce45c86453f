"""Whose name is it: what is renamed, and what is the program's own."""

from __future__ import annotations

import pytest

from hipify_py.conversion import convert
from hipify_py.rules.load import load
from hipify_py.settings import Options

RULES = load()
BARE = Options(add_include=False)


def converted(source: str) -> tuple[str, list[str]]:
    result = convert(source.encode(), RULES, BARE)
    return result.text, [finding.rule for finding in result.findings]


@pytest.mark.parametrize(
    "source",
    [
        "struct P { void cudaFree(void*); void go(); };\nvoid P::go() { cudaFree(p); }",
        "struct P { void cudaFree(void*); };\nvoid f(P& p) { p.cudaFree(q); }",
        "namespace n { void cudaFree(void*); void f() { cudaFree(p); } }",
        "void f(int cudaFree) { g(cudaFree); }",
        "void f() { int cudaFree = 1; g(cudaFree); }",
    ],
)
def test_own_names_stay(source: str) -> None:
    text, rules = converted(source)
    assert text == source
    assert set(rules) == {"N004"}
    assert len(rules) == 2


@pytest.mark.parametrize(
    "source",
    [
        "template <typename cudaStream_t> struct A { cudaStream_t s; };",
        "template <class cudaError_t> void f(cudaError_t e);",
        "template <typename T, typename cudaEvent_t = T> void f(cudaEvent_t e);",
        "template <typename... cudaStream_t> void f(cudaStream_t... s);",
        "template <template <typename> class cudaStream_t> void f(cudaStream_t<int> s);",
        "template <Small cudaEvent_t> void f(cudaEvent_t e);",
        "template <int cudaMalloc> int f() { return cudaMalloc; }",
        "template <auto cudaMalloc> int f() { return cudaMalloc(0, 0); }",
        "auto l = []<typename cudaEvent_t>(cudaEvent_t e) { return e; };",
        "void f() { auto [cudaFree, b] = g(); h(cudaFree, b); }",
        "void f() { const auto& [a, cudaFree] = g(); h(a, cudaFree); }",
        "void f() { for (auto&& [cudaFree, b] : m) { h(cudaFree); } }",
        "void f() { for (int cudaFree : v) h(cudaFree); }",
        "void f() { if (int cudaFree = g()) h(cudaFree); }",
        "void f() { switch (int cudaFree = g()) { default: h(cudaFree); } }",
        "void f() { while (int cudaFree = g()) h(cudaFree); }",
        "void f() { goto cudaFree; cudaFree: return; }",
        "namespace cudaFree { int x; }\nint y = cudaFree::x;",
        "namespace a::cudaMalloc { int x; }\nint y = cudaMalloc::x;",
        "namespace cudaMalloc = a;\nint y = cudaMalloc::x;",
        "auto f = [cudaSuccess = 3] { return cudaSuccess; };",
        "auto f = [a, &cudaSuccess = b](int c) { return cudaSuccess + c; };",
        "template <typename T> concept cudaStream_t = a<T>;\ntemplate <cudaStream_t T> T f(T);",
        "template <typename T> concept cudaFree = a<T>;\ntemplate <typename T> requires cudaFree<T> T f(T);",
        "#define ADD(cudaMalloc, b) ((cudaMalloc) + b)",
        "#define ADD(a, \\\n cudaMalloc) cudaMalloc##_a",
        "enum class E { cudaSuccess };\nvoid f(E e) { using enum E; switch (e) { case cudaSuccess: h(); } }",
        "namespace a { enum E { cudaSuccess }; }\nusing enum a::E;\nint b = cudaSuccess;",
        "struct A { enum E { cudaSuccess }; };\nstruct B { using enum A::E; int b = cudaSuccess; };",
    ],
)
def test_names_of_templates_bindings_statements_labels_and_namespaces_stay(source: str) -> None:
    assert converted(source) == (source, ["N004", "N004"])


def test_a_label_that_a_macro_jumps_to_is_one_where_the_grammar_lost_its_way() -> None:
    source = "#define JUMP goto cudaFree\nvoid f() { int a[] = { cudaFree: }"
    assert converted(source) == (source, ["N004", "P001", "N004"])


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("template <cudaStream_t S> void f();", "template <hipStream_t S> void f();"),
        ("template <typename T = cudaStream_t> void f(T);", "template <typename T = hipStream_t> void f(T);"),
        ("template <int N = cudaSuccess> void f();", "template <int N = hipSuccess> void f();"),
        ("A<B, cudaStream_t> a;", "A<B, hipStream_t> a;"),
        ("void f() { auto [a, b] = g(cudaSuccess); }", "void f() { auto [a, b] = g(hipSuccess); }"),
        ("auto f = [a = cudaSuccess] { return a; };", "auto f = [a = hipSuccess] { return a; };"),
        ("auto f = [a, b = a[cudaSuccess]] {};", "auto f = [a, b = a[hipSuccess]] {};"),
        ("#define F(a, b) cudaFree(a, b)", "#define F(a, b) hipFree(a, b)"),
        (
            "template <typename T> concept c = a<T, cudaEvent_t>;",
            "template <typename T> concept c = a<T, hipEvent_t>;",
        ),
        (
            "enum class E { a };\nusing enum E;\nint b = cudaSuccess;",
            "enum class E { a };\nusing enum E;\nint b = hipSuccess;",
        ),
        ("void f() { using ::cudaFree; cudaFree(0); }", "void f() { using ::hipFree; hipFree(0); }"),
        ("void f() { for (cudaStream_t s : v) h(s); }", "void f() { for (hipStream_t s : v) h(s); }"),
        ("void f() { if (cudaError_t e = g()) h(e); }", "void f() { if (hipError_t e = g()) h(e); }"),
        ("int f(int e) { return e ? cudaSuccess : 1; }", "int f(int e) { return e ? hipSuccess : 1; }"),
        (
            "void f(int e) { switch (e) { case cudaSuccess: h(); } }",
            "void f(int e) { switch (e) { case hipSuccess: h(); } }",
        ),
    ],
)
def test_what_stands_beside_a_declared_name_is_the_apis(before: str, after: str) -> None:
    assert converted(before) == (after, [])


def test_behind_the_scope_of_a_parameter_a_name_is_the_apis_again() -> None:
    before = "template <class cudaError_t> struct A { cudaError_t x; };\ncudaError_t z;"
    text, rules = converted(before)
    assert text == before.replace("\ncudaError_t", "\nhipError_t")
    assert rules == ["N004", "N004"]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        # The value of a capture is of what is around.
        (
            "auto f = [cudaSuccess = cudaSuccess, b = cudaSuccess] { return cudaSuccess; };",
            "auto f = [cudaSuccess = hipSuccess, b = hipSuccess] { return cudaSuccess; };",
        ),
        # Behind the scope of a `using` a name is the API's again; before it, too.
        (
            (
                "enum class E { cudaSuccess };\nint a = cudaSuccess;\n"
                "int f() { using enum E; return (int)cudaSuccess; }\nint b = cudaSuccess;"
            ),
            (
                "enum class E { cudaSuccess };\nint a = hipSuccess;\n"
                "int f() { using enum E; return (int)cudaSuccess; }\nint b = hipSuccess;"
            ),
        ),
        (
            (
                "namespace a { void cudaFree(int); void b(); }\n"
                "void f() { using a::cudaFree, a::b; cudaFree(1); }\n"
                "void g() { cudaFree(p); }"
            ),
            (
                "namespace a { void cudaFree(int); void b(); }\n"
                "void f() { using a::cudaFree, a::b; cudaFree(1); }\n"
                "void g() { hipFree(p); }"
            ),
        ),
        (
            "enum class E { cudaSuccess };\nenum F { a };\nint f() { using enum F; return cudaSuccess; }",
            "enum class E { cudaSuccess };\nenum F { a };\nint f() { using enum F; return hipSuccess; }",
        ),
        # What a class has from its base; a bare name is not looked for in one with template arguments.
        (
            (
                "struct A { void cudaFree(int); };\nstruct B : A { void f() { cudaFree(1); } };\n"
                "template <class T> struct C { void cudaFree(T); };\n"
                "template <class T> struct D : C<T> { void f() { cudaFree(p); } };\n"
                "struct E { void f() { cudaFree(p); } };"
            ),
            (
                "struct A { void cudaFree(int); };\nstruct B : A { void f() { cudaFree(1); } };\n"
                "template <class T> struct C { void cudaFree(T); };\n"
                "template <class T> struct D : C<T> { void f() { hipFree(p); } };\n"
                "struct E { void f() { hipFree(p); } };"
            ),
        ),
        (
            "#define A(cudaFree) cudaFree(1)\nvoid f() { cudaFree(p); }",
            "#define A(cudaFree) cudaFree(1)\nvoid f() { hipFree(p); }",
        ),
    ],
)
def test_what_a_capture_a_using_a_base_and_a_macro_take_in_ends_with_them(before: str, after: str) -> None:
    assert converted(before)[0] == after


@pytest.mark.parametrize(
    "source",
    [
        "void f() { auto g = [__ballot_sync = 1, warpSize = 2] { return __ballot_sync + warpSize; }; }",
        "template <typename T> concept __shfl_sync = a<T>;\ntemplate <__shfl_sync T> T f(T);",
        "#define ADD(__reduce_add_sync, b) ((__reduce_add_sync) + (b))",
        "#define SH(__shfl_down_sync) __shfl_down_sync(1, 2, 3)",
        "void f() { int __activemask = g(); h(__activemask); }",
        "int f(int __shfl_sync);\nint g(int __shfl_sync) { return __shfl_sync; }",
        "struct A { int __ballot_sync(int, int); int f() { return __ballot_sync(1, 2); } };",
        "struct A { int __any_sync(int, int) { return 1; } };\nint f(A a) { return a.__any_sync(1, 2); }",
        (
            "struct A { int __any_sync(int, int); int f(); };\nint A::f() { return __any_sync(1, 2); }\n"
            "int A::__any_sync(int a, int) { return this->__any_sync(a, 1); }"
        ),
        (
            "namespace a { int __any_sync(int, int); int f() { return __any_sync(1, 2); } }\n"
            "int g() { using a::__any_sync; return __any_sync(1, 2) + a::__any_sync(1, 2); }"
        ),
        (
            "struct A { int __any_sync(int, int); };\nclass B : private n::C, public A { int f(); };\n"
            "struct D : B { int g() { return __any_sync(1, 2); } };\nint B::f() { return __any_sync(1, 2); }"
        ),
        "template <typename __reduce_add_sync> struct A { __reduce_add_sync x; };",
        "template <int __shfl_sync> int f() { return __shfl_sync; }",
        "enum class E { __ballot_sync, B };",
        "void f() { auto [__ballot_sync, warpSize] = g(); h(__ballot_sync, warpSize); }",
        "void f() { goto __activemask; __activemask: return; }",
    ],
)
def test_what_bears_the_name_of_a_warp_function_and_is_none_stays(source: str) -> None:
    assert converted(source) == (source, [])


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("cudaDeviceProp cudaDeviceProp;", "hipDeviceProp_t cudaDeviceProp;"),
        ("const cudaDeviceProp &cudaDeviceProp = p;", "const hipDeviceProp_t &cudaDeviceProp = p;"),
        ("struct cudaDeviceProp cudaDeviceProp;", "struct hipDeviceProp_t cudaDeviceProp;"),
        ("cudaStream_t cudaStream_t = 0;", "hipStream_t cudaStream_t = 0;"),
        ("cudaDeviceProp a; int cudaDeviceProp = 1;", "hipDeviceProp_t a; int cudaDeviceProp = 1;"),
        ("cudaEvent_t cudaEvent_t[2];", "hipEvent_t cudaEvent_t[2];"),
        ("struct W { cudaEvent_t cudaEvent_t; };", "struct W { hipEvent_t cudaEvent_t; };"),
        ("struct cudaEvent_t { int a; }; cudaEvent_t e;", "struct cudaEvent_t { int a; }; cudaEvent_t e;"),
        ("using cudaEvent_t = int; cudaEvent_t e;", "using cudaEvent_t = int; cudaEvent_t e;"),
    ],
)
def test_a_variable_hides_no_type_that_it_is_declared_with(before: str, after: str) -> None:
    assert converted(f"void f() {{ {before} }}")[0] == f"void f() {{ {after} }}"
    parameter = "void f(cudaMemcpyKind cudaMemcpyKind) { g(cudaMemcpyKind); }"
    assert converted(parameter)[0] == parameter.replace("(cudaMemcpyKind ", "(hipMemcpyKind ")


def test_a_type_at_file_scope_speaks_of_the_api_for_variables_of_its_name_too() -> None:
    text, _ = converted("struct cudaDeviceProp { int a; };\nvoid f() { cudaDeviceProp cudaDeviceProp; }")
    assert text == "struct hipDeviceProp_t { int a; };\nvoid f() { hipDeviceProp_t cudaDeviceProp; }"
    assert converted(text)[0] == text


def test_a_macro_that_stands_for_nothing_is_no_member() -> None:
    source = "struct P { static void CUDART_CB done(void *); };\nvoid P::CUDART_CB done(void *) {}\n"
    after = "struct P { static void done(void *); };\nvoid P::done(void *) {}\n"
    assert converted(source) == (after, [])


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("namespace n { enum E { ok = 0, cudaError = 1 }; }\nint f() { return n::cudaError; }", ""),
        ("namespace n { enum E { cudaSuccess }; int f() { return cudaSuccess; } }", ""),
        ("enum class E { cudaSuccess, cudaError };\nint a = int(E::cudaError);", ""),
        ("enum struct E : int { cudaSuccess = 1 };\nint a = cudaSuccess;", "= 1 };\nint a = hipSuccess;"),
        ("struct S { enum { a, cudaSuccess }; int f() { return cudaSuccess; } };", ""),
        ("void f() { typedef enum { cudaSuccess } E; E e = cudaSuccess; }", ""),
        ("void f() { enum { a = cudaSuccess, b }; }", "{ a = hipSuccess, b }"),
        (
            "void f() { enum { cudaSuccess }; }\nint a = cudaSuccess;",
            "{ cudaSuccess }; }\nint a = hipSuccess;",
        ),
        ("enum { a = cudaSuccess, b = cudaErrorUnknown };", "{ a = hipSuccess, b = hipErrorUnknown }"),
    ],
)
def test_enumerators_are_names_of_the_program(before: str, after: str) -> None:
    text, _ = converted(before)
    assert text == before if not after else after in text


@pytest.mark.parametrize(
    "head",
    [
        "enum class [[nodiscard]] E",
        'enum [[deprecated("of no use"), nodiscard]] E',
        "enum class alignas(8) E : int",
        "enum struct __attribute__((packed)) E",
        "enum class MY_API E",
        "enum class MY_API [[nodiscard]] E : unsigned",
    ],
)
def test_what_stands_before_the_name_of_an_enumeration_is_read(head: str) -> None:
    assert converted(f"{head} {{ OK, CUDA_API_FAILED, CUDNN_API_FAILED = 2 }};") == (
        f"{head} {{ OK, CUDA_API_FAILED, CUDNN_API_FAILED = 2 }};",
        [],
    )


def test_a_bit_field_of_an_enumeration_is_none() -> None:
    source = "struct S { enum COLOR c : 3; cudaError_t e; };"
    assert converted(source) == (source.replace("cuda", "hip"), [])


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("struct P { void cudaFree(void*); };\nvoid f() { ::cudaFree(p); }", "void f() { ::hipFree(p); }"),
        (
            "struct P { void cudaFree(void*); };\nvoid f() { p.P::go(); cudaFree(p); }",
            "p.P::go(); hipFree(p);",
        ),
        (
            "void f() { CHECKED cudaFree(p); CHECKED cudaSetDevice(0); }",
            "CHECKED hipFree(p); CHECKED hipSetDevice(0);",
        ),
        ("void f() { LOCALS\n cudaStream_t s = g(); }", "hipStream_t s"),
        (
            "cudaMemcpyKind k = cudaMemcpyKind::cudaMemcpyHostToDevice;",
            "hipMemcpyKind::hipMemcpyHostToDevice",
        ),
        (
            "#ifndef cudaFree\n#define cudaFree(p) mine(p)\n#endif\n",
            "#ifndef hipFree\n#define hipFree(p) mine(p)",
        ),
        ("#ifdef USE_CB\nvoid CUDART_CB f(cudaStream_t s);\n#endif\n", "void f(hipStream_t s);"),
    ],
)
def test_the_apis_names_are_renamed(before: str, after: str) -> None:
    assert after in converted(before)[0]


@pytest.mark.parametrize(
    "before",
    [
        "struct S { auto f() const -> cudaStream_t { return s; } };",
        "struct S { auto f() const noexcept(g()) & -> cudaEvent_t; };",
        "auto f(int n) -> cudaError_t { return g(n); }",
        "auto f(int n) -> cudaError_t;",
        "auto f() noexcept -> cudaStream_t *;",
        "auto f() [[gnu::pure]] -> cudaError_t { return g(); }",
        "template <class T> auto f(T t) /* it */ -> cudaStream_t { return t.s; }",
        "auto S::f() -> cudaError_t { return g(); }",
        "void h() { auto f = [&](int i) -> cudaStream_t { return s[i]; }; }",
        "void h() { auto f = [=]() mutable noexcept -> cudaEvent_t { return e; }; }",
        "auto f = [] -> cudaError_t { return g(); };",
        "#define F auto f() -> cudaError_t { return g(); }",
        "template <class T> concept C = requires(T t) { { t.f() } -> cudaError_t; };",
    ],
)
def test_what_a_function_gives_is_the_apis(before: str) -> None:
    text, rules = converted(before)
    assert text == before.replace("cuda", "hip")
    assert "N004" not in rules


@pytest.mark.parametrize("of", ["p", "(*p)", "get(p)", "p[0]", "p[a[0]]", "P{p}", "this", "f() & get()"])
def test_behind_an_arrow_a_member_stays(of: str) -> None:
    source = f"int f() {{ return {of}->cudaSuccess; }}"
    assert converted(source) == (source, ["N004"])


def test_a_convention_that_the_program_defines_stays() -> None:
    source = "#ifndef CUDART_CB\n#define CUDART_CB\n#endif\nvoid CUDART_CB f();\n"
    assert converted(source) == (source, ["N004", "N004", "N004"])


def test_a_function_that_is_not_called_is_reported() -> None:
    text, rules = converted("auto set = cudaFuncSetAttribute;")
    assert text == "auto set = hipFuncSetAttribute;"
    assert rules == ["N007"]


@pytest.mark.parametrize(
    "source",
    [
        "namespace n { using cudaStream_t = void*; }\nvoid f(n::cudaStream_t);",
        "namespace n { struct cudaEvent_t {}; }\nvoid f(n::cudaEvent_t);",
        "namespace n { typedef int cudaGraph_t; }\nvoid f(n::cudaGraph_t);",
    ],
)
def test_own_types_stay(source: str) -> None:
    assert converted(source) == (source, ["N004", "N004"])


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            "cudaMemcpyToSymbol(\n    sym,   // to\n    &v,    // from\n    n\n);",
            "hipMemcpyToSymbol(\n    HIP_SYMBOL(sym),   // to\n    &v,    // from\n    n\n);",
        ),
        (
            "cudaMallocHost(&p,\n               n);",
            "hipHostMalloc(&p,\n               n, hipHostMallocDefault);",
        ),
        (
            "cudaFuncSetAttribute(k, a,\n    f(cudaMemcpyDefault));",
            "hipFuncSetAttribute((const void*)(k), a,\n    f(hipMemcpyDefault));",
        ),
    ],
)
def test_a_rewritten_call_keeps_its_layout(before: str, after: str) -> None:
    assert converted(before)[0] == after


@pytest.mark.parametrize(
    "source",
    [
        "#if defined(USE_ROCM) || CUDA_VERSION < 10000\n#endif\n",
        "#if !defined(__HIP_PLATFORM_AMD__) && CUDA_VERSION < 10000\n#endif\n",
        "#if defined(__HIPCC__)\nint a;\n#elif defined(__CUDACC__)\nint b;\n#endif\n",
    ],
)
def test_what_was_written_for_hip_is_left_alone(source: str) -> None:
    assert converted(source) == (source, [])


@pytest.mark.parametrize("editor", ["__INTELLISENSE__", "__CDT_PARSER__", "__clang_analyzer__"])
def test_what_is_declared_for_an_editor_is_nobodys(editor: str) -> None:
    stub = f"#ifdef {editor}\nunsigned umax(unsigned, unsigned);\nint cudaFree(void *);\n#endif\n"
    text, rules = converted(
        stub + "__device__ int f(int a) { return umax(a, 1); }\nvoid g() { cudaFree(0); }\n"
    )
    assert stub in text
    assert text.endswith("return hipify_compat::umax(a, 1); }\nvoid g() { hipFree(0); }\n")
    assert rules == []


def test_a_namespace_is_the_programs_though_a_function_has_its_name() -> None:
    own = "namespace lib { namespace curand { int seed(int); } }\nnamespace c = lib::curand;\n"
    own += "using namespace lib;\nnamespace d = curand;\nint n = curand::seed(1) + ::curand::seed(2);\n"
    assert converted(own) == (own, ["N004"] * 5)
    called = "__device__ unsigned f(curandState *s) { return curand(s) + ::curand(s); }\n"
    assert converted(called)[0].endswith("f(hiprandState *s) { return hiprand(s) + ::hiprand(s); }\n")
    assert converted("int e = cudaError_t::cudaSuccess;\n")[0].endswith("hipError_t::hipSuccess;\n")


@pytest.mark.parametrize(
    "source",
    [
        "unsigned f(Q q, unsigned e) { const unsigned umin = q(0); if (umin == e) return umin; return 0; }",
        "unsigned f(unsigned umin, int umax) { return umin < umax; }",
        "__device__ int umin(unsigned a, unsigned b) { return a; } int g() { return umin(1u, 2u); }",
        "struct T { int cudaSuccess; }; int f(T t) { int cudaFree[2]; return t.cudaSuccess; }",
    ],
)
def test_in_a_file_that_is_not_parsed_tokens_tell_what_is_declared(source: str) -> None:
    unread = "\n" + "}" * 1100
    assert converted(source + unread)[0].startswith(source)


def test_in_a_file_that_is_not_parsed_all_else_is_the_apis() -> None:
    unread = "\n" + "}" * 1100
    source = "int f(struct cudaDeviceProp *p) { if (a and cudaSuccess) return cudaSuccess; cudaFree(p); }"
    made = converted(source + unread)[0]
    assert "cuda" not in made.partition("}")[0]


@pytest.mark.parametrize("between", ["", " ", "\n  ", " /* c */ "])
def test_blanks_before_the_colons_leave_a_name_to_std(between: str) -> None:
    source = f"float f(float a) {{ return std{between}::max(a, 1.f); }}\n"
    assert converted(source) == (source, [])
