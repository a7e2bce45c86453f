"""Constructs that the lexer and the matchers look for, each as a text of any size."""

from __future__ import annotations

from typing import NamedTuple

HEAD = b"#include <cuda_runtime.h>\n"
KERNEL = HEAD + b"__global__ void k(int *p, int n) {\n  int v = __shfl_down_sync(0xffffffff, p[0], 1);\n"
GROUPS = HEAD + b"#include <cooperative_groups.h>\nnamespace cg = cooperative_groups;\n"


class Construct(NamedTuple):
    """A text: `piece` again and again between a head and a tail, with as many `closing` behind the middle.

    `%d` stands for the number of a piece, from 1, `%e` for that of the one before, `%n` for how many.
    """

    piece: bytes
    head: bytes = b""
    middle: bytes = b""
    closing: bytes = b""
    tail: bytes = b""

    def text(self, times: int) -> bytes:
        """Give the text with so many pieces."""
        pieces, closing = _numbered(self.piece, times), _numbered(self.closing, times)
        return (self.head + pieces + self.middle + closing + self.tail).replace(b"%n", b"%d" % times)


def _numbered(piece: bytes, times: int) -> bytes:
    if b"%d" not in piece and b"%e" not in piece:
        return piece * times
    return b"".join(
        piece.replace(b"%d", b"%d" % number).replace(b"%e", b"%d" % (number - 1))
        for number in range(1, times + 1)
    )


def _in_kernel(piece: bytes, *, before: bytes = b"", closing: bytes = b"", middle: bytes = b"") -> Construct:
    return Construct(piece, KERNEL + before, middle, closing, b"\n}\n")


def _in_groups(piece: bytes, before: bytes = b"") -> Construct:
    head = (
        GROUPS
        + b"__global__ void k(int *p) {\n  auto t = cg::tiled_partition<32>(cg::this_thread_block());\n"
    )
    return Construct(piece, head + before, tail=b"\n}\n")


def _line(piece: bytes) -> Construct:
    return Construct(piece, HEAD)


LEXER = {
    "comments behind #": Construct(b"/**/", b"#"),
    "comments behind #, then include": Construct(b"/**/", b"#", tail=b"include <a.h>\n"),
    "blanks behind #": Construct(b" ", b"#"),
    "# behind #": Construct(b"#"),
    "# on each line": Construct(b"#\n"),
    "include behind include on a line": Construct(b'#include "a"'),
    "comments before an include on a line": Construct(b"/**/#include <a.h> ", b"int i;"),
    "comments on lines before #": Construct(b"/*\n*/", HEAD, b"#include <a.h>\n"),
    "include": Construct(b"#include <cuda.h>\n"),
    "include of the project": Construct(b'#include "a.h"\n'),
    "include unclosed": Construct(b"#include <a"),
    "has_include": Construct(b"#if __has_include(<cuda.h>)\n#endif\n"),
    "has_include unclosed": Construct(b"__has_include(<"),
    "comment opened again": Construct(b"/*"),
    "comment closed by a spliced star": Construct(b"*\\\n", b"/*"),
    "slashes": Construct(b"/ "),
    "slashes spliced": Construct(b"/\\\n"),
    "line comments": Construct(b"// a\n"),
    "line comment continued": Construct(b"a\\\n", b"//"),
    "block comments": Construct(b"/* a */ "),
    "block comments in code": _in_kernel(b"v += /* a */ 1;\n"),
    "strings": Construct(b'"a" ', HEAD),
    "strings unclosed": Construct(b'"a\n', HEAD),
    "quotes escaped": Construct(b'\\"', b'"'),
    "quotes": Construct(b"'", HEAD),
    "quotes long": Construct(b"'aaaaaaaaaaaaaaaaaaaaaaa", HEAD),
    "digit separators": Construct(b"1'", HEAD),
    "raw strings": Construct(b'R"(a)" ', HEAD),
    "raw strings unclosed": Construct(b'R"a(', HEAD),
    "raw strings of other ends": Construct(b'R"a%d(', HEAD),
    "strings over two lines in one macro": Construct(b'"a\\\nb" ', HEAD + b"#define M "),
    "comments over two lines in one macro": Construct(b"/*\n*/ ", HEAD + b"#define M "),
    "strings over two lines in continued lines": Construct(b'"a\\\nb" \\\n', HEAD + b"#define M \\\n"),
    "line splices": Construct(b"\\\n", HEAD),
    "lone CR directives": Construct(b"#define A 1\r", HEAD),
    "lone CR code": Construct(b"cudaFree(p);\r", HEAD),
    "bytes of no text": Construct(b"\xff\x80", HEAD),
    "blank lines": Construct(b"\n", HEAD),
    "blanks": Construct(b" ", HEAD + b"x", b"(1);"),
    "one word": Construct(b"a", HEAD),
}
UNREAD = {  # what the grammar loses its way at, and is given once more
    "operators of one kind": _line(
        b"__device__ float2 operator*(float2 a, float2 b) { return f%d(a, b); }\n"
    ),
    "unrolls in a row": Construct(b"#pragma unroll\n", HEAD + b"void f() {\n", b"int a; }\n"),
    "types of templates": Construct(
        b"f(T::Op(1));\n", HEAD + b"struct Op { int a; };\ntemplate <class T> void k() {\n", tail=b"}\n"
    ),
    "objects in shared memory": Construct(
        b"  __shared__ A x%d;\n",
        HEAD + b"struct A { int a; A() { a = 1; } };\n__global__ void k() {\n",
        tail=b"}\n",
    ),
    "macros as statements": _in_kernel(b"CHECK(cudaFree(p))\n"),
    "macros as statements of the file": _line(b"MAKE_ALL(a%d)\n"),
    "macros as statements of two lines": _in_kernel(b"CHECK(cudaFree(\n  p))\n"),
    "macros as statements behind conditions": _in_kernel(b"if (v) CHECK(cudaFree(p))\n"),
    "brackets closed at ends of lines": _line(b")\na"),
    "brackets opened, then closed at ends of lines": Construct(b"A(\n", HEAD, b"x", b")\na"),
    "words of capitals": _line(b"ABC "),
    "words of capitals at ends of lines": _line(b"ABC\n}"),
    "macros before functions": _line(b"MY_API int *f%d(int a);\n"),
    "macros before macros": Construct(b"MY_API ", HEAD, tail=b"int f();\n"),
    "macros before open angles": _line(b"MY_API A<"),
    "macros before angles in angles": _line(b"MY_API A<<b>"),
    "macros before paths": Construct(b"::a", HEAD + b"MY_API A"),
    "macros before constructors": _line(b"struct C%d { MY_API C%d(int a) : b(a) {} };\n"),
    "macros of the file that are nothing": _line(b"#define HD%d\nHD%d int a%d;\n"),
    "attributes in a row": _line(b"[[a]]"),
    "labels before macros": _in_kernel(b"a: "),
    "types as arguments of macros": _line(b"MAKE(int, a);\n"),
    "types between commas": Construct(b"int, ", HEAD + b"MAKE(", tail=b"a);\n"),
    "instances of classes": _line(b"template class A<int>;\n"),
    "values of typename": _in_kernel(b"g(typename A<int>::type());\n"),
    "values of typename opened": _in_kernel(b"g(typename A<"),
    "new pointers": _in_kernel(b"q = new int *[n];\n"),
    "new pointers to pointers": _in_kernel(b"*", before=b"q = new int "),
    "empty values of parameters": _line(b"void f%d(A a = {});\n"),
    "jumps as arguments": _in_kernel(b"CHECK(p, return);\n"),
    "pragmas behind conditions": _in_kernel(b"if (v)\n#pragma unroll\nfor (;;) {}\n"),
    "header units": _line(b"import <cuda_%d.h>;\n"),
    "header units in one line": Construct(b"export import ", tail=b"<cuda_runtime.h>;\nint i = warpSize;\n"),
    "conditions in words": _line(b"#if not defined(A) and B\n#endif\n"),
    "conditions that split statements": _in_kernel(b"if (v)\n#ifdef A\n  cudaFree(p);\n#endif\n"),
    "conditions that split blocks": _in_kernel(
        b"#ifdef A\n{\n#endif\nv++;\n", closing=b"#ifdef A\n}\n#endif\n"
    ),
    "conditions that split arguments": _in_kernel(b"cudaFree(p\n#ifdef A\n, 1\n#endif\n);\n"),
    "conditions that split one list": _in_kernel(b"#ifdef A\n1,\n#endif\n", before=b"cudaFree("),
    "conditions that split lists of lists": _in_kernel(
        b"f(\n#ifdef A\n1,\n#endif\n", middle=b"1", closing=b")"
    ),
    "conditions that split launches": _in_kernel(b"k<<<1, 2>>>(p\n#ifdef A\n, 1\n#endif\n);\n"),
}
DIRECTIVES = {
    "#if": Construct(b"#if A\n", HEAD),
    "if and endif": Construct(b"#if A\n#endif\n", HEAD),
    "#if nested": Construct(b"#if A\n", HEAD, b"cudaFree(p);\n", b"#endif\n"),
    "stray marks": Construct(b"x # CUDAAPI ", HEAD),
    "if before assembly": Construct(
        b"#if A\n#endif\n", KERNEL, tail=b'asm("mov.u32 %0, %%laneid;" : "=r"(v));\n}\n'
    ),
    "if nested with names": Construct(b"#if A\n  cudaFree(p);\n", HEAD, b"", b"#endif\n"),
    "elif": Construct(b"#elif defined(HIP) \n", HEAD + b"#if A\n", tail=b"#endif\n"),
    "#else": Construct(b"#else\n", HEAD + b"#if A\n"),
    "#endif": Construct(b"#endif\n", HEAD),
    "if of hip": Construct(
        b"#ifdef USE_HIP\nconst int kWarp%d = 64;\n#else\nconst int kWarp%d = 32;\n#endif\n", KERNEL + b"}\n"
    ),
    "if of hip with shuffles": Construct(
        b"#ifdef USE_HIP\n__global__ void k%d() { __syncwarp(); }\n#endif\n", KERNEL + b"}\n"
    ),
    "if of hip nested": Construct(b"#if USE_HIP\n__shfl(a, 1);\n", HEAD, b"", b"#endif\n"),
    "waits for assignments in the condition": Construct(
        b"namespace c = cub;",
        b"__global__ void k(int *p) {\n  do {\n  } while (__any_sync(~0u, p[0] == ",
        tail=b")); }\n",
    ),
    "literals of kernels in a function": Construct(
        b'"__global__ void k() {}\\n" ',
        b"const char *f() { return ",
        tail=b"; }\nvoid g() { nvrtcCreateProgram(f()); }\n",
    ),
    "bounds and steps of one index": _in_kernel(
        b"if (i < n * 32) v += __shfl_xor_sync(~0u, v, 16); i += blockDim.x;\n",
        before=b"int i = threadIdx.x;\n",
    ),
    "steps back in the head of a wait": Construct(
        b" --b) {\n",
        b"__global__ void k(const int *p, int *q, int n) {\n  int e = ~0, g = blockIdx.x;\n"
        b"  for (int b = n - 1; b >= 0 && e;",
        tail=b"  const int c = p[g * n + b]; e &= ~(c ^ n);\n  }\n"
        b"  for (int m = 16; m >= 1; m >>= 1) e += __shfl_xor_sync(~0u, e, m);\n  atomicAdd(q, e);\n}\n",
    ),
    "macros given themselves": Construct(
        b"SET(v, ",
        b"#define SET(to, value) do { to = value; } while (0)\n" + KERNEL,
        middle=b"n",
        closing=b")",
        tail=b";\nif (v == 0) __syncthreads();\n}\n",
    ),
    "if unclosed around an include": Construct(b"#if\n", tail=b"#include <cuda.h>\nint i = warpSize;\n"),
    "releases beside changed macros": Construct(
        b"#if CUDART_VERSION > 13000\n#define F%d cudaFree\n#endif\n", HEAD
    ),
    "if of cuda": Construct(b"#ifdef __CUDACC__\nint a;\n#endif\n", HEAD),
    "if of cuda nested": Construct(b"#if __CUDA_ARCH__\n  __syncwarp();\n", HEAD, b"", b"#endif\n"),
    "guard names in one condition": Construct(
        b" && defined(__CUDACC__)", HEAD + b"#if 1", tail=b"\n#endif\n"
    ),
    "versions in one condition": Construct(b" && __CUDA_ARCH__ >= 700", HEAD + b"#if 1", tail=b"\n#endif\n"),
    "guard brackets": Construct(b"(", HEAD + b"#if defined", tail=b"\n#endif\n"),
    "define": Construct(b"#define A%d 1\n", HEAD),
    "define of the one before": Construct(
        b"#define WARP_C%d WARP_C%e\n",
        HEAD + b"#define WARP_C0 32\n",
        tail=b"__global__ void f(int *p) { p[0] = __shfl_sync(WARP_C%n, p[1], 1); }\n",
    ),
    "define with brackets": Construct(b"#define A%d(x) f(x, cudaFree(x))\n", HEAD),
    "define unclosed": Construct(b"#define A( \n", HEAD),
    "define blank": Construct(b"#define A%d  \n", HEAD),
    "define of a header": Construct(b"#define A%d <cuda.h>\n", HEAD),
    "define continued": Construct(b"cudaFree(p); \\\n", HEAD + b"#define M \\\n"),
    "define of shuffles": Construct(b"#define SHFL%d(x) __shfl_sync(0xffffffff, x, 1)\n", HEAD),
    "define of one shuffle, used": Construct(
        b"v = __shfl(v, 1);\n",
        HEAD + b"#define __shfl(a, b) __shfl_sync(~0, a, b)\n__global__ void k(int v) {\n",
        tail=b"}\n",
    ),
    "conditions before a define of shfl": Construct(
        b"#if A\n#endif\n", HEAD, b"", b"#define __shfl(a, b) __shfl_sync(~0u, a, b)\n"
    ),
    "conditions around defines of shfl": Construct(
        b"#if A\n", HEAD, b"", b"#define __shfl(a, b) __shfl_sync(~0u, a, b)\n"
    ),
    "pragma": Construct(b"#pragma unroll\n", HEAD),
    "pragma once": Construct(b"#pragma once\n", b"", tail=b"cudaFree(p);\n"),
    "guard of the file": Construct(b"#ifndef A\n#define A\n", b"", b"cudaFree(p);\n", b"#endif\n"),
    "macro pieces": Construct(b"cuda##", HEAD + b"#define M "),
    "attributes in macros": Construct(b"#define A%d __device__\n", HEAD),
    "hipify comments": Construct(b"// hipify:\n", HEAD),
}
BRACKETS = {
    f"{name} {where}": Construct(piece, head, tail=tail)
    for name, piece in {
        "round": b"(",
        "square": b"[",
        "braces": b"{",
        "angles": b"<",
        "closing round": b")",
        "closing braces": b"}",
        "closing angles": b">",
        "semicolons": b";",
        "commas": b",",
        "equals": b"=",
        "stars": b"*",
        "colons": b"::",
        "tildes": b"~",
        "calls": b"f(",
        "not": b"!",
        "questions": b"a?",
        "and": b"a&",
        "shifts": b"1<<",
        "statements": b"a;",
        "names": b"a ",
        "templates": b"a<",
        "members": b"a.",
        "arrows": b"a->",
        "casts": b"(int)",
        "plus": b"a+",
        "pluses": b"+",
        "lambdas": b"[](){",
        "blocks": b"{;",
        "functions": b"int f() {",
    }.items()
    for where, head, tail in (
        ("alone", HEAD, b"cudaFree(p);"),
        ("in a kernel", KERNEL, b"\n}\n"),
        ("in a mask", KERNEL + b"v = __ballot_sync(", b", v);\n}\n"),
    )
}
PASTING = b"#define CU(call) cuda##call\n"
NAMES = {
    "members": Construct(b"struct A%d { void f(int); };\n__device__ void A%d::f(int a) {}\n", HEAD),
    "members of one class": Construct(
        b"void f(T%d);\n", HEAD + b"struct A {\n", b"};\n", b"__device__ void A::f(T%d a) {}\n"
    ),
    "members without a class": Construct(b"__device__ void A::f", HEAD),
    "releases": Construct(b"#if CUDART_VERSION >= 9000\n#elif CUDART_VERSION < 8000 && A\n#endif\n", HEAD),
    "releases in one condition": Construct(b"CUDART_VERSION >= 9000 || ", HEAD + b"#if ", b"A\n#endif\n"),
    "capabilities": Construct(
        b"if (p.major > 7) f();\n", HEAD + b"void g(cudaDeviceProp p) {\n", tail=b"}\n"
    ),
    "capabilities behind brackets": Construct(b"p[1](2)", HEAD + b"cudaDeviceProp *p;\n", tail=b".major"),
    "images": _in_kernel(b"v += tex2D<float>(p, 1, n);\n"),
    "limits of shared memory": Construct(
        b"  if (p.sharedMemPerBlockOptin < n%d)"
        b" cudaFuncSetAttribute(k, cudaFuncAttributeMaxDynamicSharedMemorySize, m%d);\n",
        HEAD + b"void f(cudaDeviceProp p) {\n",
        tail=b"}\n",
    ),
    "limits of shared memory in one": Construct(
        b"p.sharedMemPerBlockOptin + ",
        HEAD + b"void f(cudaDeviceProp p) {\n  int n = ",
        tail=b"0; cudaFuncSetAttribute(k, cudaFuncAttributeMaxDynamicSharedMemorySize, n);\n}\n",
    ),
    "macros behind strings": Construct(b'puts("a"NAME);\n', HEAD + b"void f() {\n", tail=b"}\n"),
    "macros behind strings in one": Construct(b'"a"NAME ', HEAD + b"const char *s = ", tail=b";\n"),
    "products of 24 bits": _in_kernel(b"p[%d] = __umul24(v, n) / 3;\n"),
    "products of 24 bits nested": _in_kernel(b"__umul24(", before=b"v = ", middle=b"v", closing=b", n)"),
    "products of 24 bits added": _in_kernel(b"__umul24(v, n) + ", before=b"v = ", middle=b"v;"),
    "lowest bits of wide": _in_kernel(b"v += __ffs(l) + __ffsll(n);\n", before=b"long long l = n;\n"),
    "lowest bits nested": _in_kernel(b"__ffs(", before=b"v = ", middle=b"1ll", closing=b")"),
    "own lowest bits": Construct(b"__device__ int __ffs(unsigned x) { return 0; }\n", HEAD),
    "bfloats of wide": _in_kernel(
        b"b[%d] = __nv_bfloat16(l); b[0] += l;\n", before=b"__nv_bfloat16 *b; long l;\n"
    ),
    "bfloats declared": _in_kernel(b"__nv_bfloat16 b%d = l;\n", before=b"long l;\n"),
    "bfloats cast nested": _in_kernel(b"(__nv_bfloat16)(", before=b"v = ", middle=b"1ll", closing=b")"),
    "bfloats assigned in one": _in_kernel(b"b = ", before=b"__nv_bfloat16 b;\n", middle=b"1ll;"),
    "architectures in code": _in_kernel(b"if (__CUDA_ARCH__ > %d) v++;\n"),
    "pasted calls": Construct(
        b"  CALL(MallocHost, p, %d);\n",
        HEAD + b"#define CALL(f, ...) cuda##f(__VA_ARGS__)\nvoid f(float **p) {\n",
        tail=b"}\n",
    ),
    "pasted macros": Construct(
        b"#define CALL%d(f, ...) cuda##f(__VA_ARGS__)\nint n%d = CALL%d(Free, p);\n", HEAD
    ),
    "much shared memory": Construct(
        b"cudaFuncSetAttribute(k, cudaFuncAttributeMaxDynamicSharedMemorySize, n);\n", HEAD + b"void f() {\n"
    ),
    "modules": Construct(b'cuModuleLoad(&m, "a.ptx");\n', HEAD + b"void f() {\n", tail=b"}\n"),
    "pasted names": Construct(b"CU(MallocHost(&p, 4));\n", HEAD + PASTING + b"void f() {\n", tail=b"}\n"),
    "pasted names nested": Construct(b"CU(Free(", HEAD + PASTING + b"void f() { ", b"p", b"))", b"; }\n"),
    "pasted names opened": Construct(b"CU(Free(", HEAD + PASTING),
    "pasting macros": Construct(b"#define CU%d(call) cuda##call\n", HEAD),
    "pasting in one macro": Construct(b"cuda##call; \\\n", HEAD + b"#define CU(call) \\\n"),
    "names that HIP lacks": _in_kernel(b"cuTensorMapReplaceAddress(p, p);\n"),
    "names of the API": Construct(b"cudaFree(p);\n", HEAD + b"void f() {\n", tail=b"}\n"),
    "names in one line": Construct(b"cudaFree(p);", HEAD + b"void f() {\n", tail=b"}\n"),
    "names in one expression": Construct(b"cudaFree + ", HEAD + b"int f() { return ", tail=b"1; }\n"),
    "names as arguments": Construct(b"cudaFree, ", HEAD + b"int f() { g(", tail=b"1); }\n"),
    "calls nested": Construct(b"cudaFree(", HEAD + b"int f() { return ", b"p", b")", b"; }\n"),
    "calls unclosed": Construct(b"cudaFree(", HEAD),
    "calls nested of a rule": Construct(
        b"cudaMemcpyToSymbol(a, ", HEAD + b"int f() { return ", b"p", b", 1)", b"; }\n"
    ),
    "calls of a rule": Construct(b"cudaMemcpyToSymbol(a, b, 4);\n", HEAD + b"void f() {\n", tail=b"}\n"),
    "calls in macros": Construct(b"#define M%d(p) cudaMemcpyToSymbol(a, p, 4)\n", HEAD),
    "calls in one macro": Construct(b"cudaMemcpyToSymbol(a, p, 4); \\\n", HEAD + b"#define M \\\n"),
    "members of that name": Construct(b"a.cudaFree(p);\n", HEAD + b"void f() {\n", tail=b"}\n"),
    "declared alike": Construct(b"int cudaFree;\n", HEAD),
    "declarators": Construct(b"cudaFree%d, ", HEAD + b"int ", tail=b"b;\n"),
    "declarators of one name": Construct(b"*cudaFree, ", HEAD + b"int ", tail=b"b;\n"),
    "parameters of that name": Construct(b"int cudaFree, ", HEAD + b"void f(", tail=b"int b);\n"),
    "functions of that name": Construct(b"void cudaFree(int a) { cudaFree(a); }\n", HEAD),
    "locals of that name": Construct(b"void f%d() { int cudaFree = 1; g(cudaFree); }\n", HEAD),
    "classes with a member of that name": Construct(
        b"struct S%d { int cudaFree; void f(); };\nvoid S%d::f() { cudaFree = 1; }\n", HEAD
    ),
    "class with methods": Construct(
        b"void S::f%d() { cudaFree = 1; }\n", HEAD + b"struct S { int cudaFree; };\n"
    ),
    "class with members of that name": Construct(
        b"int cudaFree;\n", HEAD + b"struct S {\n", tail=b"};\nvoid S::f() { cudaFree = 1; }\n"
    ),
    "scopes of names nested": Construct(b"struct S { int cudaFree;\n", HEAD, b"", b"};\n"),
    "namespaces nested": Construct(b"namespace a { int cudaFree(int);\n", HEAD, b"", b"}\n"),
    "unknown names": Construct(b"cudaNoSuchName%d(p);\n", HEAD + b"void f() {\n", tail=b"}\n"),
    "unknown names declared": Construct(b"int cudaNoSuchName%d(int p);\n", HEAD),
    "unknown types": Construct(b"cudaNoSuchType x%d;\n", HEAD),
    "types": Construct(b"cudaStream_t x%d;\n", HEAD),
    "types in templates": Construct(b"a<cudaStream_t> x%d;\n", HEAD),
    "types in nested templates": Construct(b"a<", HEAD, b"cudaStream_t", b">", b" x;\n"),
    "type of a rule declared": Construct(
        b"cudaPointerAttributes a%d; int b%d = a%d.memoryType;\n", HEAD + b"void f() {\n", tail=b"}\n"
    ),
    "declarators with a type of a rule": Construct(
        b"a%d, ", HEAD + b"cudaPointerAttributes ", tail=b"b;\nint c = b.memoryType;\n"
    ),
    "struct tags": Construct(b"struct float4 a;\n", HEAD),
    "operators": Construct(b"operator<<<int>(a);\n", HEAD),
    "random states": Construct(b"__shared__ curandState s%d[1];\n", HEAD),
    "random states unclosed": Construct(b"__shared__ struct ", HEAD),
    "bounds": Construct(b"__global__ void __launch_bounds__(1, 2, 3) k%d() {}\n", HEAD),
    "bounds opened": Construct(b"__launch_bounds__(", HEAD),
    "bounds nested": Construct(b"__launch_bounds__(", HEAD, b"1", b")"),
    "attributes": Construct(b"__device__ ", HEAD),
    "aligned": Construct(b"__align__((", HEAD),
    "asm": _in_kernel(b'asm volatile("mov.u32 %0, %%laneid;" : "=r"(v));\n'),
    "asm of others": _in_kernel(b'asm volatile("add.s32 %0, %1, %2;" : "=r"(v));\n'),
    "asm opened": _in_kernel(b"asm("),
    "asm with strings": _in_kernel(b'"a"', before=b"asm(", middle=b");"),
    "max nested": _in_kernel(b"max(v, ", before=b"v = ", middle=b"n", closing=b")"),
    "max of mixed types": _in_kernel(b"v = max(threadIdx.x, n);\n"),
    "max on the host": Construct(b"size_t f%d(size_t a) { return max(a, a); }\n", HEAD),
    "max without end": _in_kernel(b"max(v, "),
    "functions for errors": Construct(
        b"int f(CUresult e%d) { return 1; }\n", HEAD + b"int f(cudaError_t e) {}\n"
    ),
    "errors without counterpart": _in_kernel(b"case cudaErrorTimeout: ;\n"),
    "asm register brackets": _in_kernel(b"(", before=b'asm("mov.u32 %0, %laneid;" : "=r"(v', middle=b"));"),
    "asm without an end": _in_kernel(b'asm("bar.sync 1, 2") '),
    "asm with an instruction of HIP's": _in_kernel(b'asm("popc.b32 %0, %1;" : "=r"(a) : "r"(b));\n'),
    "asm in C++": _in_kernel(b'asm("add.u64 %0, %0, %1;" : "+l"(q) : "l"(r));\n'),
    "asm in macros": _line(b'#define A%d(x) asm("add.s32 %0, %0, 1;" : "+r"(x))\n'),
    "asm of operands": _in_kernel(
        b', "r"(a)', before=b'asm("add.u32 %0, %1, %1;" : "=r"(b) : "r"(a)', middle=b");"
    ),
    "asm of blocks": _in_kernel(b"{ ", before=b'asm("', middle=b"mov.u32 %0, 1; ", closing=b"}")._replace(
        tail=b'" : "=r"(a));\n}\n'
    ),
    "asm of registers": _in_kernel(
        b".reg .u32 a%d; mov.u32 a%d, 1; ", before=b'asm("{ ', middle=b'}" : "+r"(a));'
    ),
    "asm with commas": _in_kernel(b", %0", before=b'asm("add.u32 %0', middle=b';" : "+r"(a));'),
    "asm with braces of vectors": _in_kernel(b"{", before=b'asm("mov.b64 %0, ', middle=b';" : "+r"(a));'),
    "asm with comments": _in_kernel(b"/*", before=b'asm("add.u32 %0, ', middle=b';" : "+r"(a));'),
    "enumerators": Construct(b"cudaSuccess, ", HEAD + b"namespace n { enum e { ", tail=b"}; }\n"),
    "enums without bodies": Construct(b"enum ", HEAD, tail=b"cudaSuccess;\n"),
    "members of open types": Construct(
        b"  __device__ int f%d() { return __ffs(t%d.ballot(1)); } T t%d;\n",
        GROUPS + b"template <class T> struct s {\n",
        tail=b"};\n",
    ),
    "asm with advice": _in_kernel(b'asm("mma.sync.m8n8k4 %0, %1;" : "=r"(a) : "r"(b));\n'),
    "asm of many instructions": _in_kernel(
        b"setp.ne.b32 p, %0, 0; ", before=b'asm("', middle=b'" : "=r"(a));'
    ),
    "asm with operands": _in_kernel(
        b', "r"(b)', before=b'asm("popc.b32 %0, %1;" : "=r"(a) : "r"(b)', middle=b");"
    ),
    "asm blanks": _in_kernel(b" ", before=b'asm("', middle=b'");'),
    "device strings": Construct(b'"__global__ void k()"\n', HEAD),
}
SCOPES = {
    "cub": Construct(b"cub::", HEAD),
    "cub names": Construct(b"cub::DeviceReduce::Sum(a);\n", HEAD + b"void f() {\n", tail=b"}\n"),
    "cub classes": _in_kernel(b"cub::WarpReduce<int> r%d;\n"),
    "cub classes opened": _in_kernel(b"cub::WarpReduce<"),
    "cub classes nested": _in_kernel(b"cub::WarpReduce<", middle=b"int", closing=b">"),
    "cub classes used": _in_kernel(b"WarpReduce<int> r%d;\n", before=b"using namespace cub;\n"),
    "cub classes made": Construct(
        b"struct WarpMine%d {};\nWarpReduce<int> r%d;\n",
        HEAD + b"#include <cub/cub.cuh>\nusing namespace cub;\n__device__ int warp;\n",
    ),
    "cub aliases": Construct(
        b"namespace c%d = cub;\nc%d::WarpReduce<int> r%d;\n", HEAD + b"__device__ int warp;\n"
    ),
    "cub aliases of aliases": Construct(
        b"namespace c%d = c%e;\n", HEAD + b"namespace c0 = cub;\n__device__ int warp;\n"
    ),
    "cub aliases again": Construct(b"namespace c = cub;\n", HEAD, tail=b"c::DeviceReduce::Sum(a);\n"),
    "using": Construct(b"using cub::DeviceReduce;\n", HEAD, tail=b"DeviceReduce::Sum(a);\n"),
    "using namespace": Construct(b"using namespace cub;\n", HEAD),
    "using many": Construct(b"using cub::A%d;\nA%d(1);\n", HEAD),
    "namespace opened": Construct(b"namespace cub { }\n", HEAD),
    "namespace words": Construct(b"namespace ", HEAD + b"cub::A "),
    "using words": Construct(b"using ", HEAD + b"cub::A "),
    "thrust": Construct(b"thrust::device_vector<int> a%d;\n", HEAD),
    "thrust wrapped": Construct(b"a::thrust::b(); ", HEAD),
    "thrust parts": Construct(b"::a", HEAD + b"thrust"),
    "cuda std": Construct(b"cuda::std::atomic<int> a%d;\n", HEAD),
    "ptx": _in_kernel(b"v = cuda::ptx::get_sreg_laneid();\n"),
    "blanks in a scope": Construct(b" ", HEAD + b"cub", b"::A a;"),
}
LAUNCHES = {
    "launches": Construct(b"k<<<1, 2>>>(p);\n", HEAD + b"void f() {\n", tail=b"}\n"),
    "launches in functions": Construct(b"void f%d() { k<<<dim3(1), dim3(32)>>>(p); }\n", HEAD),
    "launches on the device": Construct(b"__global__ void f%d() { k<<<1, 2>>>(p); }\n", HEAD),
    "launches unclosed": Construct(b"k<<<", HEAD),
    "launches of signs that are parted": Construct(b"k<\\\n<<1, 2>\\\n>\\\n>", HEAD),
    "launches that never open": Construct(b"k<\\\n", HEAD),
    "launches unclosed in lines": Construct(b"k<<<1, 2\n", HEAD),
    "launches with open brackets": Construct(b"k<<<(", HEAD),
    "launches with open braces": Construct(b"k<<<{", HEAD),
    "launches with braces": Construct(b"k<<<{1}, {2}>>>(p);\n", HEAD + b"void f() {\n", tail=b"}\n"),
    "launches nested": Construct(b"k<<<1, ", HEAD + b"void f() { ", b"1", b">>>(p)", b"; }\n"),
    "launches in brackets": Construct(b"(k<<<1, 2>>>(p))", HEAD + b"void f() { ", tail=b"; }\n"),
    "brackets in a launch": Construct(b"(", HEAD + b"void f() { k<<<", b"1", b")", b", 2>>>(p); }\n"),
    "braces in a launch": Construct(b"{", HEAD + b"void f() { k<<<", b"1", b"}", b", 2>>>(p); }\n"),
    "brackets in launches": Construct(
        b"k<<<((((((((((1)))))))))), 2>>>(p);\n", HEAD + b"void f() {\n", tail=b"}\n"
    ),
    "launches closed": Construct(b">>>", HEAD + b"k<<<1, 2"),
    "launches closed early": Construct(b">>> ", HEAD + b"void f() { k<<<1, 2", tail=b"(p); }\n"),
    "commas in a launch": Construct(b"1, ", HEAD + b"void f() { k<<<", tail=b"2>>>(p); }\n"),
    "launch arguments": Construct(b"p, ", HEAD + b"void f() { k<<<1, 2>>>(", tail=b"p); }\n"),
    "launches in one macro": Construct(b"k<<<1, 2>>>(p); \\\n", HEAD + b"#define M \\\n"),
    "launches in macros": Construct(b"#define M%d k<<<1, 2>>>(p)\n", HEAD),
    "launches of templates": Construct(b"k<a<b> ><<<1, 2>>>(p);\n", HEAD + b"void f() {\n", tail=b"}\n"),
    "kernels and launches": Construct(
        b"__global__ void k%d(int *p) { p[0] = __shfl_sync(~0u, p[1], 1); }\n"
        b"void f%d() { k%d<<<1, 32>>>(p); }\n",
        HEAD,
    ),
    "kernels launched by one host": Construct(
        b"__global__ void k%d(int *p) { p[0] = __shfl_sync(~0u, p[1], 1); }\n",
        HEAD,
        b"void f() {\n",
        b"k%d<<<1, 32>>>(p);\n",
        b"}\n",
    ),
    "kernel launched by many": Construct(b"void f%d() { k<<<1, 32>>>(p); }\n", KERNEL + b"}\n"),
}
SUPPRESSIONS = {
    "ignore on each line": Construct(
        b"cudaFree(p); // hipify: ignore[N003]\n", HEAD + b"void f() {\n", tail=b"}\n"
    ),
    "ignore that hits": Construct(
        b"cudaFree(p); // hipify: ignore[N000]\n", HEAD + b"void f() {\n", tail=b"}\n"
    ),
    "ignore without an id": Construct(
        b"cudaFree(p); // hipify: ignore\n", HEAD + b"void f() {\n", tail=b"}\n"
    ),
    "ignore above code": Construct(
        b"// hipify: ignore[N000]\n", HEAD + b"void f() {\n", tail=b"cudaFree(p);}\n"
    ),
    "ignore on one line": Construct(
        b"/* hipify: ignore[N000] */ ", HEAD + b"void f() {\n", tail=b"cudaFree(p);}\n"
    ),
    "ignore many ids": Construct(b"N000,", HEAD + b"// hipify: ignore[", tail=b"]\ncudaFree(p);\n"),
    "ignore atop": Construct(b"// hipify: ignore[N000]\n", tail=b"cudaFree(p);\n"),
    "warp chosen for each kernel": Construct(
        b"// hipify: warp=native\n__global__ void k%d(int *p) { p[0] = __shfl_sync(~0u, p[1], 1); }\n", HEAD
    ),
    "warp chosen in a kernel": _in_kernel(b"// hipify: warp=native\n"),
    "warp chosen atop": Construct(b"// hipify: warp=native\n", tail=KERNEL + b"}\n"),
    "warp chosen wrongly": Construct(b"// hipify: warp=none\n", KERNEL + b"}\n"),
}
CONSTANTS = {
    "constants of the one before": Construct(
        b"const int WARP_C%d = WARP_C%e + WARP_C%e;\n",
        HEAD + b"const int WARP_C0 = 1;\n",
        tail=b"__global__ void k(int *p) { p[0] = __shfl_sync(~0u, p[1], WARP_C%n); }\n",
    ),
    "constants of many": Construct(
        b" + 1",
        HEAD + b"const int kWarp = 1",
        tail=b";\n__global__ void k(int *p) { p[0] = __shfl_sync(kWarp, p[1], 1); }\n",
    ),
    "constants": Construct(b"const int kWarp%d = 32;\n", KERNEL + b"}\n"),
    "constants opened": Construct(b"const ", KERNEL + b"}\n"),
    "constants of scopes": Construct(b"const a :: ", KERNEL + b"}\n"),
    "constants in words": Construct(b"const a b c d e f g h i j k l m n o p q r ", KERNEL + b"}\n"),
    "constants without an end": Construct(b"const int a = 1 ", KERNEL + b"}\n"),
    "constexpr": Construct(b"constexpr ", KERNEL + b"}\n"),
    "constexpr functions opened": Construct(b"constexpr int f ", KERNEL + b"}\n"),
    "constexpr functions": Construct(b"constexpr int f%d() { return 32; }\n", KERNEL + b"}\n"),
    "constexpr functions, blanks": Construct(b" ", KERNEL + b"}\nconstexpr int f(", b"x"),
    "constexpr words": Construct(b"a ", KERNEL + b"}\nconstexpr "),
    "enum": Construct(b"enum E%d { WARP%d = 32 };\n", KERNEL + b"}\n"),
    "enum opened": Construct(b"enum ", KERNEL + b"}\n"),
    "enum with braces": Construct(b"enum {", KERNEL + b"}\n"),
    "enumerators": Construct(b"WARP%d = %d,", KERNEL + b"}\nenum {", tail=b"};\n"),
    "enumerator of names": Construct(b"a ", KERNEL + b"}\nenum {", tail=b"};\n"),
    "digits": _in_kernel(b"1", before=b"v = __shfl_sync(", middle=b", v, 1);"),
    "digits in hex": _in_kernel(b"f", before=b"v = __shfl_sync(0x", middle=b", v, 1);"),
    "digits with separators": _in_kernel(b"1'", before=b"v = __shfl_sync(", middle=b"1, v, 1);"),
    "digits of a constant": Construct(b"1", KERNEL + b"}\nconst int kWarp = ", tail=b";\n"),
    "typedef": Construct(b"typedef ", HEAD + b"#ifdef USE_HIP\nint warp;\n", tail=b"#endif\n"),
    "using of hip": Construct(
        b"using a%d = int;\n", HEAD + b"#ifdef USE_HIP\n__device__ int warp;\n", tail=b"#endif\n"
    ),
    "const of hip": Construct(
        b"const a ", HEAD + b"#ifdef USE_HIP\n__device__ int warp;\n", tail=b"#endif\n"
    ),
    "calls of hip": Construct(b"a(", HEAD + b"#ifdef USE_HIP\n__device__ int warp;\n", tail=b"#endif\n"),
    "calls of hip closed": Construct(
        b"a() ", HEAD + b"#ifdef USE_HIP\n__device__ int warp;\n", tail=b"#endif\n"
    ),
    "words of hip": Construct(b"a ", HEAD + b"#ifdef USE_HIP\n__device__ int warp;\n", tail=b"#endif\n"),
    "returns of hip": Construct(
        b"return 32;\n", HEAD + b"#ifdef USE_HIP\n__device__ int warp() {\n", tail=b"}\n#endif\n"
    ),
}
FLOW = {
    "for": _in_kernel(b"for (int i = 0; i < 4; ++i) v += i;\n"),
    "for nested": _in_kernel(b"for (int i = 0; i < 4; ++i) {\n", closing=b"}"),
    "for opened": _in_kernel(b"for(i=1 "),
    "for opened twice": _in_kernel(b"for(i=1; "),
    "for halving": _in_kernel(b"for (int i = 16; i > 0; i >>= 1) { s[t] += s[t + i]; }\n"),
    "for halving opened": _in_kernel(b"for (int i = 16; i = "),
    "for equals": _in_kernel(b"a=", before=b"for ("),
    "for ever": _in_kernel(b"for (;;) { if (p[0]) break; }\n"),
    "while": _in_kernel(b"while (p[0]) { }\n"),
    "calls that may change what a wait asks": Construct(
        b"tex2D(t, x, y)",
        b"expand(const {\n    while ((todo leader = ",
        tail=b"(\ntodo) 1;\n        leader)\n            open =\n"
        b"from = __shfl_sync(FULL_MASK, end, leader\n);\n        base = from; base\n);\n",
    ),
    "while opened": _in_kernel(b"while("),
    "while opened with a word": _in_kernel(b"while (ld_"),
    "while nested with break": _in_kernel(b"while (p[0]) { if (p[1]) break;\n", closing=b"}"),
    "while nested with shuffles": _in_kernel(b"while (p[0]) { v = __shfl_sync(~0u, v, 1);\n", closing=b"}"),
    "while on threads nested with break": _in_kernel(
        b"while (p[threadIdx.x]) { if (p[threadIdx.x]) break; __syncwarp();\n", closing=b"}"
    ),
    "breaks in a loop": _in_kernel(
        b"if (p[threadIdx.x]) break; __syncwarp(); v = __shfl_sync(~0u, v, 1);\n",
        before=b"while (n) {\n",
        middle=b"}",
    ),
    "do": _in_kernel(b"do { v++; } while (v);\n"),
    "do nested": _in_kernel(b"do { ", closing=b"} while (p[0]);"),
    "do without braces": _in_kernel(b"do ", middle=b"v++; while (v);"),
    "do flat": _in_kernel(b"do v++; while (v);\n"),
    "while in a row": _in_kernel(b"while (v) "),
    "if": _in_kernel(b"if (threadIdx.x) v = __shfl_sync(~0u, v, 1);\n"),
    "if nested": _in_kernel(b"if (threadIdx.x) {\n", middle=b"v = __shfl_sync(~0u, v, 1);", closing=b"}"),
    "if nested with shuffles": _in_kernel(b"if (threadIdx.x) { v = __shfl_sync(~0u, v, 1);\n", closing=b"}"),
    "if in a row": _in_kernel(b"if (threadIdx.x) "),
    "if opened": _in_kernel(b"if ("),
    "if nested with votes": _in_kernel(b"if (threadIdx.x) { v = __any_sync(~0u, v);\n", closing=b"}"),
    "else if": _in_kernel(b"else if (threadIdx.x) v = __any_sync(~0u, v);\n", before=b"if (n) v = 1;\n"),
    "else if that the grammar loses": _in_kernel(
        b"if (n == %d) { v = __shfl_sync(~0u, v, 1); } else ", closing=b""
    ),
    "votes behind returns": _in_kernel(b"if (threadIdx.x > %d) return; v = __any_sync(~0u, v);\n"),
    "else if with barriers": _in_kernel(
        b"else if (threadIdx.x) __syncthreads();\n", before=b"if (n) v = 1;\n"
    ),
    "else behind shuffles, loops in a row": _in_kernel(
        b"if (n) { __shfl_sync(~0u, v, 1); } else ", middle=b"{ } ", closing=b"for (;;) "
    ),
    "else behind shuffles, loops with votes": _in_kernel(
        b"if (n) { __shfl_sync(~0u, v, 1); } else ",
        middle=b"{ } ",
        closing=b"for (;;) __ballot_sync(~0u, 1);",
    ),
    "for ever nested with continue and break": _in_kernel(
        b"for (;;) { if (n) continue; if (v) break; v = __shfl_down_sync(~0u, v, 1);\n", closing=b"}"
    ),
    "if on lanes nested with shuffles": _in_kernel(
        b"if (lane < 16) { v = __shfl_sync(~0u, v, lane);\n",
        before=b"int lane = threadIdx.x & 31;\n",
        closing=b"}",
    ),
    "loops in a row with steps over bits": _in_kernel(
        b"for (int i = 0; i < 5; ++i) v += __shfl_xor_sync(~0u, v, 1 << i);\n"
    ),
    "if without braces": _in_kernel(b"if (threadIdx.x) __syncthreads();\n"),
    "if nested with barriers": _in_kernel(b"if (threadIdx.x) { __syncthreads();\n", closing=b"}"),
    "switch": _in_kernel(b"switch (v) { case 1: __syncthreads(); break; }\n"),
    "switch nested": _in_kernel(b"switch (v) { case 1: __syncthreads();\n", closing=b"}"),
    "returns": _in_kernel(b"if (threadIdx.x) return;\nv = __shfl_sync(~0u, v, 1);\n"),
    "returns alone": _in_kernel(b"return v;\n"),
    "returns nested": _in_kernel(b"if (threadIdx.x) { return; __syncthreads();\n", closing=b"}"),
    "continue": _in_kernel(
        b"if (threadIdx.x) continue;\nv = __shfl_sync(~0u, v, 1);\n",
        before=b"for (int i = 0; i < n; ++i) {\n",
        middle=b"}",
    ),
    "conditions beside": _in_kernel(b"v && ", before=b"v = ", middle=b"__shfl_sync(~0u, v, 1);"),
    "conditions beside shuffles": _in_kernel(
        b"v && __shfl_sync(~0u, v, 1) && ", before=b"v = ", middle=b"v;"
    ),
    "barriers": _in_kernel(b"__syncthreads();\n"),
    "volatile": _in_kernel(b"volatile int a%d;\n"),
    "lockstep": _in_kernel(b"s[t] += s[t + 8]; s[t] += s[t + 4]; s[t] += s[t + 2]; s[t] += s[t + 1];\n"),
    "lockstep opened": _in_kernel(b"s[t] = ", middle=b"s[t + 8];"),
    "lockstep subscripts": _in_kernel(b"[t", before=b"s[t + 8];s[t] = ", middle=b";"),
    "locks": _in_kernel(b"while (atomicCAS(p, 0, 1)) { }\n"),
    "locks nested": _in_kernel(b"while (atomicCAS(p, 0, 1)) {\n", closing=b"}"),
    "locks opened": _in_kernel(b"atomicCAS(", before=b"while (", middle=b") {}"),
    "jumps over jumps": _in_kernel(b"L%d: if (p[%d]) goto M%d; M%d: if (n) goto L%d;\n"),
    "jumps back over jumps back": _in_kernel(
        b"L%d: ", middle=b";\n", closing=b"if (p[%d]) goto L%d; return;\n"
    ),
    "jumps back over barriers": _in_kernel(
        b"L%d: v++; __syncthreads();\n", closing=b"if (n == %d) goto L%d;\n"
    ),
    "counts made of counts": _in_kernel(
        b"a%d += a%e;\n", before=b"while (n < a9) {\nint a0 = p[0]; a0 += f(n);\n", middle=b"}\n"
    ),
    "locks of many names": _in_kernel(
        b"if (!atomicCAS(q%d, 0, 1)) { v = 1; break; }\n", before=b"while (1) {\n", middle=b"}\n"
    ),
    "locks in a body": _in_kernel(b"if (atomicCAS(p, 0, 1)) ", before=b"while (1) {", middle=b"}"),
    "locks in a body closed": _in_kernel(
        b"if (atomicCAS(p, 0, 1) == 0) { v = 1; }\n", before=b"while (1) {", middle=b"}"
    ),
    "sleeps": _in_kernel(b"__nanosleep(1); ", before=b"while (p[0]) { ", middle=b"}"),
    "sleeps and reads": _in_kernel(b"__nanosleep(1); ", before=b"while (p[0]) { ", middle=b"v = p[0]; x }"),
    "words and reads": _in_kernel(b"a ", before=b"while (p[0]) { ", middle=b"v = p[0]; x }"),
    "assignments": _in_kernel(b"v = v + 1;\n"),
    "assignments in a chain": _in_kernel(b"int a%d = a%e;\n", before=b"int a0 = threadIdx.x;\n"),
    "assignments in a chain backwards": Construct(b"int a%e = a%d;\n", KERNEL, tail=b"}\n"),
    "assignments of lanes": _in_kernel(b"int a%d = threadIdx.x % 32;\n"),
    "assignments in one": _in_kernel(b"a = "),
    "assignments in brackets": _in_kernel(b"(a = "),
    "declarations in one": Construct(
        b"const int a =",
        KERNEL + b"for (int r = 0; r < n; ++r) { ",
        tail=b" f(n);\nv = __shfl_sync(~0u, v, a); }\n}\n",
    ),
    "assignments of calls": _in_kernel(b"a = f("),
    "masks in one": _in_kernel(b"b = ", before=b"unsigned b = __ballot_sync(~0u, a);\n"),
    "masks in lists": _in_kernel(b"{~b = ", before=b"unsigned b = __ballot_sync(~0u, a);\n"),
    "masks in calls": _in_kernel(b"f(b = ", before=b"unsigned b = __ballot_sync(~0u, a);\n"),
    "initialisations in brackets": _in_kernel(b"int a%d(threadIdx.x);\n"),
    "arguments by default": Construct(
        b"int a%d = 1, ", HEAD + b"__global__ void k(", tail=b"int b) { __syncwarp(); }\n"
    ),
    "parameters": Construct(b"int a%d, ", HEAD + b"__global__ void k(", tail=b"int b) { __syncwarp(); }\n"),
    "splits": _in_kernel(b"v += threadIdx.x / 32;\n"),
    "splits in one": _in_kernel(b"threadIdx.x / 32 + ", before=b"v = ", middle=b"1;"),
    "splits in a row": _in_kernel(b" / 32", before=b"v = threadIdx.x", middle=b";"),
    "splits in brackets": _in_kernel(b"(", before=b"v = ", middle=b"threadIdx.x", closing=b") / 32"),
    "splits of nothing": _in_kernel(b") & "),
    "splits by brackets": _in_kernel(b"a & ("),
    "words in an expression": _in_kernel(b"a + ", before=b"v = threadIdx.x + ", middle=b"1;"),
}
WARPS = {
    "kernels": Construct(b"__global__ void k%d(int *p) { p[0] = __shfl_sync(~0u, p[1], 1); }\n", HEAD),
    "kernels without a semicolon": Construct(b"__global__ void k%d(int *p) { __syncwarp() }\n", b""),
    "kernels calling the one before": Construct(
        b"__device__ int k%d(int p) { return __shfl_sync(~0u, k%e(p), 1); }\n", HEAD
    ),
    "functions calling the next": Construct(
        b"__device__ int f%e(int p) { return f%d(p); }\n", HEAD, tail=KERNEL + b"}\n"
    ),
    "shuffles behind calls of the next": Construct(
        b"__device__ int f%e(int p) { return f%d(p) + p / 32; }\n",
        HEAD,
        tail=b"__device__ int f%n(int p) { return __shfl_sync(~0u, p, 1); }\n",
    ),
    "masks calling the next": Construct(
        b"__device__ unsigned f%e(int p) { return f%d(p); }\n",
        HEAD,
        tail=b"__device__ unsigned f9(int p) { return __ballot_sync(~0u, p); }\n",
    ),
    "masks passed to the next": Construct(
        b"__device__ unsigned f%d(unsigned m) { return f%e(m); }\n",
        HEAD + b"__global__ void k() { f7(__activemask()); }\n",
    ),
    "lambdas with shuffles": _in_kernel(b"auto f%d = [&](int a) { return __shfl_sync(~0u, a, 1); };\n"),
    "kernels in a class": Construct(
        b"__device__ int f%d(int p) { return __shfl_sync(~0u, p, 1); }\n",
        HEAD + b"struct S {\n",
        tail=b"};\n",
    ),
    "kernels the grammar loses": Construct(
        b"__global__ void k%d(int *p) { p[0] = __shfl_sync(~0u, p[1], 1); } )\n", HEAD + b") ( {\n"
    ),
    "kernels of macros": Construct(b"KERNEL(k%d) { p[0] = __shfl_sync(~0u, p[1], 1); }\n", HEAD),
    "shuffles": _in_kernel(b"v = __shfl_sync(~0u, v, 1);\n"),
    "shuffles of bfloat": _in_kernel(b"b = __shfl_sync(~0u, b, 1);\n", before=b"__nv_bfloat162 b;\n"),
    "shuffles of other names": _in_kernel(
        b"int b%d; b%d = __shfl_sync(~0u, b%d, 1);\n", before=b"__nv_bfloat162 b;\n"
    ),
    "shuffles nested": _in_kernel(b"__shfl_sync(~0u, ", before=b"v = ", middle=b"v", closing=b", 1)"),
    "shuffles opened": _in_kernel(b"__shfl_sync("),
    "shuffles of wide masks": _in_kernel(b"v = __shfl_sync(m%d, v, 1);\n", before=b"unsigned m = 1;\n"),
    "shuffles in one macro": Construct(b"__shfl_sync(~0u, x, 1); \\\n", HEAD + b"#define M(x) \\\n"),
    "shuffles without a mask": _in_kernel(b"v = __shfl(v, 1);\n"),
    "shuffles own": Construct(b"__device__ int __shfl(int a, int b) { return a; }\n", HEAD),
    "ballots": _in_kernel(b"v = __popc(__ballot_sync(~0u, v));\n"),
    "ballots assigned": _in_kernel(b"unsigned m%d = __ballot_sync(~0u, v);\n"),
    "ballots assigned to one": _in_kernel(b"m = __ballot_sync(~0u, v);\n"),
    "ballots used": _in_kernel(b"unsigned m%d = __ballot_sync(~0u, v); v += __popc(m%d & 0xff);\n"),
    "ballots counted": _in_kernel(b"unsigned m%d = __ballot_sync(~0u, v); p[%d] = __popc(m%d);\n"),
    "masks made of the one before": _in_kernel(
        b"unsigned m%d = m%e & 7;\n",
        before=b"unsigned m0 = __ballot_sync(~0u, v);\n",
        middle=b"p[0] = __popc(m%n);",
    ),
    "masks of that name in each block": _in_kernel(
        b"{ unsigned m = __ballot_sync(~0u, v); p[0] = __popc(m); }\n{ unsigned m = n; p[1] = m >> 16; }\n"
    ),
    "masks of that name in nested blocks": _in_kernel(
        b"{ unsigned m = __ballot_sync(~0u, v); p[0] = __popc(m);\n", closing=b"}"
    ),
    "ballots used as masks": _in_kernel(
        b"unsigned m%d = __ballot_sync(m%e, v);\n", before=b"unsigned m0 = ~0u;"
    ),
    "ballots nested": _in_kernel(b"__ballot_sync(~0u, ", before=b"v = ", middle=b"v", closing=b")"),
    "ballots nested in counts": _in_kernel(
        b"__popc(__ballot_sync(~0u, ", before=b"v = ", middle=b"v", closing=b"))"
    ),
    "ballots opened": _in_kernel(b"__ballot_sync("),
    "ballots of masks": _in_kernel(b"v = __ballot_sync(m & 3, v);\n", before=b"unsigned m;"),
    "ballots into members": _in_kernel(b"a.m%d = __ballot_sync(~0u, v);\n"),
    "ballots into elements": _in_kernel(b"a[%d] = __ballot_sync(~0u, v);\n"),
    "ballots typed": _in_kernel(b"mask_t m%d = __ballot_sync(~0u, v);\n"),
    "ballots passed": _in_kernel(b"f(__ballot_sync(~0u, v), "),
    "ballots passed on": _in_kernel(b"f(__ballot_sync(~0u, v));\n"),
    "indices passed on": Construct(
        b"__device__ int f%d(int a) { return __shfl_sync(~0u, f%e(a), a); }\n",
        tail=b"__global__ void k(int *p) { *p = f%n(threadIdx.x); }\n",
    ),
    "indices passed back": Construct(
        b"__device__ int f%e(int a) { return __shfl_sync(~0u, f%d(a), a); }\n",
        b"__global__ void k(int *p) { *p = f0(threadIdx.x); }\n",
    ),
    "indices passed from one": _in_kernel(
        b"f%d(threadIdx.x); }\n__device__ int f%d(int a) { return __shfl_sync(~0u, a, a); "
    ),
    "bits of masks": _in_kernel(b"m = m & b%d;\n", before=b"unsigned m = __ballot_sync(~0u, v);\n"),
    "bits of masks in one": _in_kernel(
        b"a%d & ", before=b"unsigned m = __ballot_sync(~0u, v) & ", middle=b"m;"
    ),
    "bits behind brackets": _in_kernel(b"(m) & a%d; ", before=b"unsigned m = __ballot_sync(~0u, v);\n"),
    "bits behind brackets nested": _in_kernel(
        b"(", before=b"unsigned m = __ballot_sync(~0u, v);\nv = ", middle=b"m", closing=b") & a"
    ),
    "bits of lanes": _in_kernel(b"m |= 1 << threadIdx.x;\n", before=b"unsigned m = __ballot_sync(~0u, v);\n"),
    "bits of lanes in one": _in_kernel(
        b"1 << ", before=b"unsigned m = __ballot_sync(~0u, v);\n m = ", middle=b"1;"
    ),
    "masks shifted": _in_kernel(b"m <<= 1;\n", before=b"unsigned m = __ballot_sync(~0u, v);\n"),
    "masks inverted": _in_kernel(b"m = ~m;\n", before=b"unsigned m = __ballot_sync(~0u, v);\n"),
    "masks compared": _in_kernel(b"v += m == 0xffffffff;\n", before=b"unsigned m = __ballot_sync(~0u, v);\n"),
    "masks in subscripts": _in_kernel(
        b"[", before=b"unsigned m = __ballot_sync(~0u, v);\n m = p", middle=b"0", closing=b"]"
    ),
    "masks chosen": _in_kernel(b"v ? ", before=b"unsigned m = ", middle=b"__ballot_sync(~0u, v);"),
    "masks declared among many": _in_kernel(
        b"a%d, ", before=b"unsigned ", middle=b"m; m = __ballot_sync(~0u, v);"
    ),
    "masks declared in lists": _in_kernel(b"unsigned a%d = 0, m%d = __ballot_sync(~0u, v);\n"),
    "masks without a declaration": _in_kernel(b"m%d = __ballot_sync(~0u, v);\n"),
    "masks in elements of many": _in_kernel(b"q%d[0] = __ballot_sync(~0u, v);\n"),
    "masks declared with brackets": _in_kernel(b"unsigned a( ", middle=b"; m = __ballot_sync(~0u, v);"),
    "unsigned words": _in_kernel(b"unsigned ", before=b"m = __ballot_sync(~0u, v);"),
    "unsigned names": _in_kernel(b"unsigned a ", before=b"m = __ballot_sync(~0u, v);"),
    "masks of before loops": _in_kernel(
        b"for (int j = v; j < n; j++) { m = __activemask(); v = __shfl_sync(m, v, 0); }\n"
    ),
    "masks of 64 bits": _in_kernel(b"uint64_t m%d = __ballot_sync(~0u, v);\n"),
    "masks of long lists": _in_kernel(b"long a ", before=b"m = __ballot_sync(~0u, v);"),
    "votes": _in_kernel(b"v = __any_sync(~0u, v);\n"),
    "active masks": _in_kernel(b"v = __shfl_sync(__activemask(), v, 1);\n"),
    "matches": _in_kernel(b"v = __match_any_sync(~0u, v);\n"),
    "reductions": _in_kernel(b"v = __reduce_add_sync(~0u, v);\n"),
    "warp barriers": _in_kernel(b"__syncwarp();\n"),
    "warpSize": _in_kernel(b"v += warpSize;\n"),
    "warpSize own": Construct(b"void f%d() { int warpSize = 32; g(warpSize); }\n", KERNEL + b"}\n"),
    "warpSize own nested": Construct(b"{ int warpSize = 32;\n", KERNEL, b"", b"}", b"}\n"),
    "warpSize of members": Construct(
        b"int S::f%d() { return warpSize; }\n", KERNEL + b"}\nstruct S { int warpSize; };\n"
    ),
    "warpSize in classes": Construct(b"struct S%d { int warpSize; };\n", KERNEL + b"}\n"),
    "warpSize asked": Construct(b"v = prop.warpSize;\n", KERNEL),
    "warpSize asked without end": Construct(b"v + prop.warpSize + ", KERNEL),
    "warpSize shown": Construct(b"printf(", KERNEL, b"prop.warpSize", b")"),
    "warpSize attributes": Construct(b"f(cudaDevAttrWarpSize);\n", KERNEL + b"}\nvoid g() {\n", tail=b"}\n"),
    "warpSize attributes in brackets": Construct(b"f(cudaDevAttrWarpSize", KERNEL),
    "warpSize in bounds": _in_kernel(b"__shared__ int a%d[warpSize];\n"),
    "constants of bounds opened": _in_kernel(b"a[b ", middle=b"warpSize;"),
    "case of bounds": _in_kernel(b"case ", middle=b"warpSize;"),
    "template of bounds": _in_kernel(b"a<b ", middle=b"warpSize;"),
    "warp sizes": _in_kernel(b"v += WARP_SIZE;\n"),
    "warp sizes listed": Construct(b"{WARP_SIZE%d, ", KERNEL + b"}\n"),
    "warp functions called": _in_kernel(b"v = warpReduce%d(v);\n"),
    "warp functions defined": Construct(
        b"__device__ int warpReduce%d(int v) { return v; }\n", KERNEL + b"}\n"
    ),
    "warp functions opened": _in_kernel(b"v = warpReduce(", middle=b"{}"),
    "warp functions declared": Construct(b"int warpReduce(", KERNEL + b"}\n"),
    "warp templates": _in_kernel(b"warpReduce<", middle=b"int"),
    "warp types": Construct(b"typedef int warp%d;\n", KERNEL + b"}\n"),
    "functions that pass masks on": Construct(
        b"__device__ unsigned f%d(unsigned m) { return f%e(m); }\n",
        b"__device__ unsigned f0(unsigned m) { return __ballot_sync(m, 1); }\n",
    ),
    "waits that read by adding nothing": _in_kernel(b"while (atomicAdd(&p[%d], 0) == 0) { }\n"),
    "waits for what pointers lead to": _in_kernel(b"volatile int *f%d = p + %d; while (*f%d == 0) ;\n"),
    "waits for what is set behind them": Construct(
        b"while (flag[%d] == 0) { __threadfence(); }\nflag[%d] = 1;\n",
        HEAD + b"__global__ void k(volatile int *flag, int *p) {\n",
        tail=b"}\n",
    ),
    "waits by loads": _in_kernel(b"while (ld(p + %d) < n) { __nanosleep(10); }\n"),
    "waits for words that each warp set": _in_kernel(
        b"word[w] = %d; while (word[w ^ 1] < %d) ;\n",
        before=b"int w = threadIdx.x / 32; __shared__ volatile int word[9];\n",
    ),
    "waits for arrivals in branches": _in_kernel(
        b"if (n > %d) atomicAdd(p, 1); while (atomicAdd(p, 0) < %d) ;\n"
    ),
    "waits for words of rows": _in_kernel(b"atomicAdd(&p[%d], 1); while (p[%d] == 0) ;\n"),
    "waits for words of their own": _in_kernel(
        b"__shared__ volatile int w%d[9]; w%d[w] = 1; while (w%d[w ^ 1] == 0) ;\n",
        before=b"int w = threadIdx.x / 32;\n",
    ),
    "objects made of a lane": Construct(
        b"T t%d(threadIdx.x, n); if (t%d.b > 3) v = __shfl_sync(~0u, v, 1);\n",
        HEAD
        + b"struct T { int a, b; __device__ T(int x, int y) : a(x), b(y) {} };\n"
        + KERNEL.removeprefix(HEAD),
        tail=b"\n}\n",
    ),
    "solutions behind all analyses": Construct(
        b"cusparseSpSM_analysis(h, o, o, &a, A, B, C, t, g, d%d, b%d);\n",
        HEAD + b"void f() {\n",
        closing=b"cusparseSpSM_solve(h, o, o, &a, A, B, C, t, g, d%d);\n",
        tail=b"}\n",
    ),
    "macros of two of the one before": Construct(
        b"#define M%d(x) (M%e(x) + M%e(x + 1))\n",
        HEAD + b"#define M0(x) (x)\n",
        tail=b"__global__ void k(int v) { v = __shfl_sync(~0u, M%n(v), 1); if (M%n(v)) __syncthreads(); }\n",
    ),
    "lambdas of two of the one before": Construct(
        b"auto f%d = [](int x) { return f%e(x) + f%e(x + 1); };\n",
        KERNEL + b"auto f0 = [](int x) { return x; };\n",
        tail=b"v = __shfl_sync(~0u, f%n(v), 1); if (f%n(v)) __syncthreads(); }\n",
    ),
    "macros of macros, before a warp": Construct(
        b"#define C%d (C%e + C%e)\n",
        HEAD + b"#define C0 1\n",
        tail=b"__device__ void f() { __shfl(a, 1, C%n); }\n",
    ),
    "widths of templates": Construct(
        b"template <class T, int W%d, int V> __device__ int f%d(T v) { return __shfl(v, 1, W%d); }\n", HEAD
    ),
    "widths of one template": Construct(
        b"v = __shfl(v, 1, W); ", HEAD + b"template <class T, int W> __device__ int f(T v) {\n", tail=b"}\n"
    ),
    "pointers": Construct(b"int (*f%d)(int);\n", KERNEL + b"}\n"),
    "pointers to many names": _in_kernel(
        b"int a%d; q = &a%d; ",
        before=b"int *q;\n",
        closing=b"*q = n; if (a%d) { p[0] = 1; __syncthreads(); }\n",
    ),
    "pointers called": _in_kernel(b"v = f(v);\n", before=b"int (*f)(int);\n"),
    "pointers called by many names": _in_kernel(b"int (*f%d)(int); v = f%d(v);\n"),
    "pointers opened": Construct(b"(*f", KERNEL + b"}\nint (*f)(int);\n"),
    "pointers in brackets": Construct(b"( * ", KERNEL + b"}\nint (*f)(int);\n", b"f)(1);"),
    "pointer types": Construct(b"typedef int (*f%d)(int); f%d g%d;\n", KERNEL + b"}\n"),
    "pointer typedefs opened": Construct(b"typedef a ", KERNEL + b"}\n"),
    "pointer typedefs with brackets": Construct(b"typedef (* a ", KERNEL + b"}\n"),
    "pointer usings": Construct(b"using a = ", KERNEL + b"}\n"),
    "striped": _in_kernel(b"cub::StoreDirectWarpStriped<1>(a);\n"),
    "tiles of device": _in_kernel(b"tiled_partition<", middle=b"64>"),
    "shared arrays": _in_kernel(b"__shared__ int s%d[32];\n"),
    "shared opened": _in_kernel(b"__shared__ a "),
    "bounds of loops": _in_kernel(b"if (v < 32) v += 32;\n"),
    "minima": _in_kernel(b"v = min(v, 32);\n"),
    "minima opened": _in_kernel(b"min(v, "),
    "minima of words": _in_kernel(b"min(a a "),
    "scopes of numbers": _in_kernel(b"a :: ", before=b"v < ", middle=b"b;"),
    "steps": _in_kernel(b"32 - lane; "),
    "templates of numbers": Construct(
        b"template <int W, ",
        HEAD,
        tail=b"int V> __global__ void k(int v) { v = __shfl_sync(~0u, v, 1, V); }\n",
    ),
    "templates opened": Construct(b"template <int a, ", KERNEL + b"}\n"),
    "templates with widths": Construct(
        b"template <int W> __device__ int f%d(int v) { return __shfl_sync(~0u, v, 1, W); }\n", HEAD
    ),
    "grid and blocks": Construct(b"v = blockIdx.x ", KERNEL, tail=b"}\nvoid g() { k<<<1, 32>>>(p, n); }\n"),
    "threads in steps": Construct(
        b"i = threadIdx.x; a; ", KERNEL, tail=b"}\nvoid g() { k<<<1, 32>>>(p, n); }\n"
    ),
    "dimensions": Construct(b"dim3 b%d(32);\n", KERNEL + b"}\nvoid g() {\n", tail=b"k<<<1, 32>>>(p, n); }\n"),
    "dimensions in launches": Construct(
        b"<<<1 ", KERNEL + b"}\nvoid g() {\n", tail=b"k<<<1, 32>>>(p, n); }\n"
    ),
    "long comments": Construct(
        b" *   what the device does with many of them at once\n",
        b"/*\n",
        tail=b"*/\nDEVICE int f(int a);\nint f(int a) { return a; }\n__global__ void k() {}\n",
    ),
    "blank lines": Construct(b" \t\n", b"DEVICE int f(int a);\n__global__ void k() {}\n", tail=b"int g;\n"),
    "values of leaders": Construct(
        b"int b%d; if (p[0]) b%d = 1; b%d = f(b%d);\n",
        b"__device__ int f(int v) { return __shfl(v, 0, 32); }\n__global__ void k(int *p) {\n",
        tail=b"}\n",
    ),
    "a value of leaders": Construct(
        b"if (p[0]) b = 1; f(b); g(b);\n",
        b"__device__ int f(int v) { return __shfl(v, 0, 32); }\n__global__ void k(int *p) {\nint b;\n",
        tail=b"}\n",
    ),
    "leaders": _in_groups(b"int a%d = __ffs(t.ballot(1));\n"),
    "leaders of names": _in_groups(b"auto a%d = t.ballot(1); int b%d = __ffs(a%d);\n"),
}
COOPERATIVE = {
    "tiles": _in_groups(b"auto t%d = cg::tiled_partition<32>(b);\n"),
    "tiles of the one before": _in_groups(b"auto t%d = cg::tiled_partition<4>(t%e);\n", b"auto t0 = t;\n"),
    "tiles copied": _in_groups(b"auto &a%d = a%e; a%d.shfl(1, 2);\n", b"auto &a0 = t;\n"),
    "tiles copied and used": _in_groups(b"auto a = t; a.shfl(1, 2);\n"),
    "members": _in_groups(b"t.shfl_down(p[0], 1);\n"),
    "members of others": _in_groups(b"x.shfl_down(p[0], 1);\n"),
    "members in chains": _in_groups(b"t.any(1)."),
    "members of members": _in_groups(b"a."),
    "members with brackets": _in_groups(b"t.shfl("),
    "members of many groups": _in_groups(b"cg::thread_block_tile<32> t%d = b; t%d.shfl(v, 1);\n"),
    "members behind blanks": Construct(b" ", GROUPS + b"__global__ void k() { t", b".ballot(1); }\n"),
    "group parameters": Construct(
        b"template <class T> __device__ int f%d(T t) { return t.shfl(1, 2); }\n", GROUPS
    ),
    "group parameters opened": Construct(
        b"typename T, ",
        GROUPS + b"template <",
        tail=b"class U> __device__ int f(U t) { return t.shfl(1, 2); }\n",
    ),
    "groups declared in lists": _in_groups(b"auto x%d, "),
    "groups aliased": Construct(b"using T%d = cg::thread_block_tile<32>; T%d a%d;\n", GROUPS),
    "groups aliased, used": Construct(b"T a%d;\n", GROUPS + b"using T = cg::thread_block_tile<32>;\n"),
    "group types opened": _in_groups(b"thread_block_tile<"),
    "group types nested": _in_groups(b"cg::thread_block_tile<4, "),
    "coalesced": _in_groups(b"auto c%d = cg::coalesced_threads();\n"),
    "coalesced partitions": _in_groups(b"auto d%d = cg::tiled_partition(c, 4);\n"),
    "collectives": _in_groups(b"v = cg::reduce(t, v, cg::plus<int>());\n"),
    "collectives bare": _in_groups(b"v = reduce(t, v, plus<int>());\n"),
    "collectives nested": _in_groups(b"reduce(t, "),
    "collectives in classes": Construct(
        b"struct S%d { cg::thread_block_tile<32> t; int f() { return t.shfl(1, 2); } };\n", GROUPS
    ),
    "classes of groups": Construct(b"int ballot(a", GROUPS),
    "members with classes": Construct(
        b"struct V%d {}; __device__ int f%d(V%d v) { return cg::coalesced_threads().shfl(v, 1); }\n", GROUPS
    ),
    "members given one class": Construct(
        b"__device__ int f%d(V v) { cg::coalesced_group t = x; return t.shfl(v, 1); }\n",
        GROUPS + b"struct V {};\n",
    ),
    "grids": _in_groups(b"cg::this_grid().num_blocks();\n"),
    "headers of groups": Construct(
        b"#include <cooperative_groups/reduce.h>\n", GROUPS + b"__device__ int v;\n"
    ),
    "block groups": _in_groups(b"auto b%d = cg::this_thread_block(); b%d.sync();\n"),
}
REACHING = {
    "assigned again": _in_kernel(b"v = n; v = __shfl_sync(~0u, v, 0);\n"),
    "assigned in branches": _in_kernel(b"if (n) v = n; __shfl_sync(~0u, v, 0);\n"),
    "assigned in branches opened": _in_kernel(b"if (n) { v = n; "),
    "assigned in loops": _in_kernel(b"do { v = n; } while (v);\n"),
    "assigned in steps": _in_kernel(b"for (v = 0; v < n; v = n) __shfl_sync(~0u, v, 0);\n"),
    "assigned in alternatives": _in_kernel(b"if (n) v = n; else v = 1; __shfl_sync(~0u, v, 0);\n"),
    "assigned in cases": _in_kernel(
        b"switch (n) { case 1: v = 1; break; case 2: v = n; } __shfl_sync(~0u, v, 0);\n"
    ),
    "assigned in one switch": _in_kernel(
        b"case %d: v = n; break;\n", before=b"switch (n) {\n", middle=b"} __shfl_sync(~0u, v, 0);\n"
    ),
    "assigned before continue": _in_kernel(
        b"v = n; if (v) continue;\n", before=b"while (n) {\n", middle=b"} __shfl_sync(~0u, v, 0);\n"
    ),
    "assigned before break": _in_kernel(
        b"v = n; if (v) break;\n", before=b"while (n) {\n", middle=b"} __shfl_sync(~0u, v, 0);\n"
    ),
    "names before break": _in_kernel(
        b"int v%d = n; if (v%d) break;\n", before=b"while (n) {\n", middle=b"} __shfl_sync(~0u, v, 0);\n"
    ),
    "read in lambdas": _in_kernel(b"v = n; auto f%d = [&] { return __shfl_sync(~0u, v, 0); };\n"),
}
LISTS = {
    "values narrowed": Construct(b"n, ", b"void f(int n) { unsigned a[] = {", tail=b"1}; }\n"),
    "grids in braces": Construct(b"dim3 g%d{n, 1, 1};\n", b"void f(int n) {\n", tail=b"}\n"),
    "constants of constants": Construct(
        b"const int c%d = c%e; float x%d{c%d};\n", b"void f(int c0) {\n", tail=b"}\n"
    ),
    "lists in lists": Construct(b"{", b"void f() { float2 a[1] = "),
    "vectors cut short": Construct(b"{1}, ", b"float4 a[] = {", tail=b"};\n"),
    "braces left out": Construct(b"1, 2, ", b"float4 a[] = {", tail=b"};\n"),
    "structures of vectors": Construct(b"struct S%d { float4 a; }; S%d s%d = {0};\n"),
}
WAYS = {  # by which values come to names
    "bindings": _in_kernel(b"auto [a%d, b%d] = std::make_pair(n, p[%d]); if (a%d) __syncthreads();\n"),
    "names of one declaration": _in_kernel(b", a%d = n", before=b"int a0 = n"),
    "pointers in a row": _in_kernel(b"int *q%d = q%e; *q%d = threadIdx.x;\n", before=b"int r, *q0 = &r;\n"),
    "references to references": _in_kernel(b"int &q%d = q%e; q%d = n;\n", before=b"int r, &q0 = r;\n"),
    "pointers in helpers": Construct(
        b"int *q%d = q%e; *q%d = a; ",
        HEAD + b"__device__ void f(int *q0, int a) { ",
        tail=b"}\n" + KERNEL.removeprefix(HEAD) + b"int r; f(&r, n); if (r) __syncthreads(); }\n",
    ),
    "constructors": Construct(
        b"{ S s(%d, threadIdx.x / 32); if (s.first()) __syncthreads(); }\n",
        HEAD
        + b"struct S { int w; __device__ S(int a, int b) : w(a + b) {}\n"
        + b"__device__ bool first() { return !w; } };\n"
        + KERNEL.removeprefix(HEAD),
        tail=b"}\n",
    ),
    "classes with constructors": Construct(
        b"struct S%d { int w%d; __device__ S%d(int a) : w%d(a) {} __device__ void f() "
        b"{ if (w%d) __syncthreads(); } };\n__global__ void k%d() { S%d s(threadIdx.x / 32); s.f(); }\n",
        HEAD,
    ),
    "methods of a name": Construct(
        b"struct S%d { __device__ int f(int a) { return a; } };\n"
        b"__global__ void k%d() { S%d s; if (s.f(threadIdx.x / 32)) __syncthreads(); }\n",
        HEAD,
    ),
    "lambdas that are handed on": Construct(
        b"each([&](int a) { if (a) __syncthreads(); }, threadIdx.x);\n",
        HEAD + b"template <class F> __device__ void each(F f, int x) { f(x); }\n" + KERNEL.removeprefix(HEAD),
        tail=b"}\n",
    ),
    "macros that declare": Construct(
        b"#define IDS%d int w%d = threadIdx.x / 32;\n"
        b"__global__ void k%d() { IDS%d if (w%d) __syncthreads(); }\n",
        HEAD,
    ),
    "functions of references": Construct(
        b"__device__ int &f%d(int &a) { return a; }\n"
        b"__global__ void k%d() { int r; f%d(r) = threadIdx.x / 32; if (r) __syncthreads(); }\n",
        HEAD,
    ),
    "members of members": Construct(
        b"struct S%d { int2 c; };\n__global__ void k%d() { S%d s; s.c.x = threadIdx.x / 32; "
        b"if (s.c.x) __syncthreads(); }\n",
        HEAD,
    ),
    "a condition made of itself": _in_kernel(
        b"w + ", before=b"int w = ", middle=b"threadIdx.x / 3; if (w < n) v = __shfl_xor_sync(~0u, v, 1, 4);"
    ),
}
VALUES = {
    "vectors declared ahead": _line(b"struct float4;\n"),
    "grids for uint3": Construct(b"uint3 a%d = g; dim3 d%d = a%d;\n", b"void f(dim3 g) {\n", tail=b"}\n"),
    "grids given for uint3": Construct(b"void t%d(uint3 a); void f%d(dim3 g%d) { t%d(g%d); }\n"),
    "comparisons in a row": _in_kernel(b"p[%d] = 0 < n < %d;\n"),
    "comparisons in one row": _in_kernel(b"n < ", before=b"v = ", middle=b"n;"),
    "templates of operators": Construct(b"template <class T> T operator*(T a, float b);\n", b"float2 q;\n"),
    "lists of one value in templates": Construct(
        b"T v%d = {0};\n", b"template <class T> __global__ void k(T *p) {\n", tail=b"}\n"
    ),
    "assertions of Boost": _in_kernel(b"BOOST_MPL_ASSERT((T)); BOOST_MPL_ASSERT_RELATION(N, ==, 2);\n"),
    "statuses by number": Construct(b"if (s == 13) n++;\n", b"int f(cublasStatus_t s) {\n", tail=b"}\n"),
    "statuses in switches": Construct(
        b"switch (s) { case 13: ", b"int f(cublasStatus_t s) {\n", b"n++; ", b"}", b"}\n"
    ),
    "textures for surfaces": Construct(
        b"void g%d(cudaSurfaceObject_t s); void f%d(cudaTextureObject_t t%d) { g%d(t%d); }\n"
    ),
    "compilers told apart": Construct(
        b"#ifdef __CUDACC__\n#define A%d\n#endif\n#ifdef __HIPCC__\n#define B%d\n#endif\n"
    ),
    "functions for both": Construct(
        b"int h%d(int i) { return i; }\n__host__ __device__ inline int f%d(int i) { return h%d(i); }\n",
        tail=b"__global__ void k(int *p) { p[0] = f1(1); }\n",
    ),
    "calls of hosts in one": Construct(
        b"table(i);\n",
        b"int table(int i) { return i; }\n__host__ __device__ void f(int i) {\n",
        tail=b"}\n",
    ),
    "calls of locals named so": Construct(
        b"table(i);\n",
        b"int table(int i) { return i; }\n__host__ __device__ void f(int i) {\nauto table = g;\n",
        tail=b"}\n",
    ),
    "shared memory with sizes": Construct(b"extern __shared__ int a%d;\n"),
    "shared memory unsized by name": Construct(b"extern __shared__ T a%d;\ntypedef int T%d[];\n"),
    "shared memory without end": Construct(b"extern __shared__ T "),
    "restricted numbers": Construct(b"void f%d(uint32_t __restrict__ *p);\n"),
    "pointers to rows": Construct(
        b"int (*a%d)[n] = (int (*)[n])p;\n", b"void f(int *p, int n) {\n", tail=b"}\n"
    ),
    "stars in brackets": Construct(b"int (*a)[n"),
    "restrict without end": Construct(b"const __restrict__ uint32_t "),
    "rows of vectors": Construct(b"float2 a%d[2][2] = {1, 2, 3, 4};\n"),
    "versions of NCCL": Construct(b"#if NCCL_VERSION_CODE >= %d\nint a%d;\n#endif\n", b"#include <nccl.h>\n"),
}
AGAIN = {  # what is asked of each use, and of what the whole file says
    "overloads called by each other": Construct(
        b"__device__ int f(T%d a) { return __shfl_sync(~0u, a.x, 1); }\n"
        b"__device__ int u%d(T%d a) { return f(a); }\n",
        HEAD,
    ),
    "overloads called in one": Construct(
        b"__device__ int f(T%d a) { return __shfl_sync(~0u, a.x, 1); }\n",
        HEAD,
        b"__device__ int u() {\n",
        b"v = f(a%d);\n",
        b"}\n",
    ),
    "operators of the program used": Construct(
        b"__device__ float2 u%d(float2 a, float2 b) { return a * b; }\n",
        HEAD + b"__device__ float2 operator*(float2 a, float2 b) { return g(a, b); }\n",
    ),
    "atomics of the program used": Construct(
        b"__device__ double atomicAdd(double *a, double b) { return b; }\n"
        b"__device__ void u%d(double *a) { atomicAdd(a, 1.0); }\n",
        HEAD,
    ),
    "returns behind barriers": _in_kernel(b"if (threadIdx.x < 32) { __syncthreads(); return; }\n"),
    "returns behind barriers for an index": _in_kernel(
        b"if (tid < %d) { __syncthreads(); return; }\n", before=b"int tid = threadIdx.x;\n"
    ),
    "roles in a kernel that many start": Construct(
        b"if (threadIdx.x < 64) { __syncthreads(); }\n",
        HEAD + b"__global__ void k(int *p) {\n",
        b"}\nvoid f() {\n",
        b"k<<<1, 128>>>(p);\n",
        b"}\n",
    ),
    "barriers in a function with a condition": Construct(
        b"if (c) __syncthreads();\n",
        HEAD + b"__device__ void f(bool c, int *p) {\n",
        b"}\n" + KERNEL.removeprefix(HEAD),
        b"p[%d] = v;\n",
        b"f(true, p); }\n",
    ),
    "types named after the one before": Construct(
        b"typedef T%e T%d;\n",
        HEAD + b"typedef unsigned T0;\n",
        tail=b"__global__ void k() { T%n m = __ballot_sync(~0u, 1); }\n",
    ),
    "types named after the next": Construct(
        b"typedef T%d T%e;\n", HEAD, tail=b"__global__ void k() { T0 m = __ballot_sync(~0u, 1); }\n"
    ),
    "releases by the name before": Construct(
        b"#define A%d A%e\n#if A%d > 9000\nint a;\n#endif\n", HEAD + b"#define A0 CUDART_VERSION\n"
    ),
    "releases by many names": Construct(
        b"#define A%d CUDART_VERSION\n#if A%d > 9000\nint a;\n#endif\n", HEAD
    ),
    "architectures by many names": Construct(
        b"#define A%d __CUDA_ARCH__\n#if A%d > 700\n#error a\n#else\nint a;\n#endif\n", HEAD
    ),
    "macros defined anew": Construct(
        b"#define M g(a);\n__device__ void f%d() { M }\n#undef M\n",
        HEAD + b"__device__ int w = __shfl(1, 2);\n",
    ),
    "macros in brackets of their own": _in_kernel(b"M(", before=b"\n#define M(x) f(x);\n"),
    "lambdas handed on by many": Construct(
        b"__global__ void k%d() { each([&](int a) { if (a) __syncthreads(); }, 1); }\n",
        HEAD + b"template <class F> __device__ void each(F f, int x) { f(x); }\n",
    ),
    "lambdas called again and again": Construct(
        b"f(x); ",
        HEAD + b"template <class F> __device__ void each(F f, int x) { ",
        b"}\n" + KERNEL.removeprefix(HEAD),
        b"each([&](int a) { __syncthreads(); }, 1);\n",
        b"}\n",
    ),
    "launches that hand on barriers": Construct(
        b"struct B%d { __device__ void operator()() { __syncthreads(); } };\n"
        b"void u%d() { k<<<1, 2>>>(B%d()); }\n",
        HEAD + b"template <class F> __global__ void k(F f) { f(); }\n",
    ),
    "blocks handed on in one": Construct(
        b"f(g);\n",
        GROUPS + b"template <class G> __device__ void f(G g) { g.sync(); }\n"
        b"template <class G> __device__ void u(G g) {\n",
        tail=b"}\n__global__ void k() { u(cg::this_thread_block()); }\n",
    ),
    "loops with shuffles in a row": _in_kernel(b"for (int i = 0; i < n; i++) v = __shfl_sync(~0u, v, i);\n"),
    "loops with steps in a row": _in_kernel(b"for (v = 0; v < n; v = n) __shfl_sync(~0u, v, 0);\n"),
    "grids given to overloads": Construct(
        b"void t(T%d a);\n", HEAD, b"void f() {\n", b"t(threadIdx);\n", b"}\n"
    ),
    "indices in one call": Construct(
        b"threadIdx, ", HEAD + b"void t(int a);\n__global__ void k() { t(", tail=b"1); }\n"
    ),
    "grids of one name": Construct(b"uint3 a; dim3 d%d = a;\n", HEAD + b"void f(dim3 g) {\n", tail=b"}\n"),
    "findings on all lines": Construct(b"cudaNoSuchName(p);\n", HEAD + b"void f() {\n", tail=b"}\n"),
    "jumps back to themselves": _in_kernel(b"L%d: if (n) goto L%d;\n"),
    "jumps back to one place": _in_kernel(b"if (p[%d]) goto L;\n", before=b"L: ;\n"),
    "conditions of hip nested": Construct(
        b"#if defined(__HIPCC__)\n#include <a.h>\n", HEAD, closing=b"#endif\n"
    ),
    "architectures nested": Construct(
        b"#if __CUDA_ARCH__ < 700\n",
        HEAD + b"__device__ int v; __device__ void f() {\n",
        b"v = 2;\n",
        b"#else\nv = 1;\n#endif\n",
        b"}\n",
    ),
    "architectures nested around functions": Construct(
        b"#if __CUDA_ARCH__ < 700\n",
        HEAD,
        b"",
        b"__device__ int f%d(int a) { return __ldg(&a) + __CUDA_ARCH__; }\n#else\nint a%d;\n#endif\n",
    ),
    "architectures nested on the host": Construct(
        b"#if __CUDA_ARCH__ < 700\n",
        HEAD + b"void f(int *p) { int v; cudaFree(p);\n",
        b"v = 2;\n",
        b"#else\nv = 1;\n#endif\n",
        b"}\n",
    ),
    "returns and barriers in what calls itself": Construct(
        b"if (p[%d]) return 1; __syncthreads();\n",
        HEAD + b"__device__ int r(int *p, int n) { r(p, n - 1);\n",
        tail=b"return 0; }\n__global__ void k(int *p) { r(p, 3); }\n",
    ),
    "gotos to one end": _in_kernel(
        b"if (p[threadIdx.x]) goto l; v = __shfl_sync(~0u, v, 1); __syncthreads();\n",
        closing=b"",
        middle=b"l: ;",
    ),
    "gotos back to one label": _in_kernel(
        b"if (p[threadIdx.x] > %d) goto l; v = __shfl_sync(~0u, v, 1);\n", before=b"l: ;\n"
    ),
    "leaders of votes in turns": _in_kernel(
        b"if (threadIdx.x > %d) continue; { int l%d = __ffs(__ballot(1)) - 1; v = __shfl(v, l%d); }\n",
        before=b"for (;;) {",
        middle=b"}",
    ),
    "distances given in a loop": _in_kernel(
        b"d%d = v; v = __shfl_down_sync(~0u, v, d%d);\n",
        before=b"for (int d = 1; d < 32; d *= 2) {\n",
        middle=b"}",
    ),
}
SHAPES = {  # structures, overloads, chains, and what one rule each asks of each place
    "fields of lane indices": Construct(
        b"int f%d;\n",
        head=HEAD + b"struct S {\n",
        middle=b"};\n__global__ void k(S *s) {\n S t;\n",
        closing=b"t.f%d = threadIdx.x / 32; if (t.f%d) __syncthreads();\n",
        tail=b"}\n",
    ),
    "fields filled by a list": Construct(
        b"float2 f%d;\n",
        head=HEAD + b"struct S {\n",
        middle=b"};\nS s = {\n",
        closing=b"{%d, 1},\n",
        tail=b"};\n",
    ),
    "overloads of one name": Construct(
        b"struct A%d {};\n__device__ int f(A%d a) { return 1; }\n",
        head=HEAD,
        middle=b"__global__ void k() {\n",
        closing=b"f(A%d());\n",
        tail=b"}\n",
    ),
    "overloads of one name with shuffles": Construct(
        b"struct A%d { int a; };\n__device__ int f(A%d a) { return __shfl_sync(~0u, a.a, 1); }\n",
        head=HEAD,
        middle=b"__global__ void k() {\n",
        closing=b"f(A%d());\n",
        tail=b"}\n",
    ),
    "overloads of atomicAdd": Construct(
        b"struct A%d {};\n__device__ A%d atomicAdd(A%d *a, A%d b) { return *a; }\n",
        head=HEAD,
        middle=b"__global__ void k(A1 *a, A1 b) {\n",
        closing=b"atomicAdd(a, b);\n",
        tail=b"}\n",
    ),
    "namespaces reopened": Construct(
        b"namespace n { __device__ int f%d(int a) { return __shfl_sync(~0u, a, 1); } }\n", head=HEAD
    ),
    "using of the one before": Construct(
        b"using A%d = A%e;\n", head=HEAD + b"using A0 = float4;\n", closing=b"A%d a%d = {0};\n"
    ),
    "typedef of numbers": Construct(
        b"typedef A%e A%d;\n",
        head=HEAD + b"typedef unsigned A0;\n",
        middle=KERNEL.removeprefix(HEAD),
        closing=b"A%d m%d = __ballot_sync(~0u, n); p[%d] = m%d;\n",
        tail=b"}\n",
    ),
    "namespace aliases of the one before": Construct(
        b"namespace n%d = n%e;\n",
        head=HEAD + b"#include <cub/cub.cuh>\nnamespace n0 = cub;\n",
        closing=b"n%d::Sum s%d;\n",
    ),
    "groups aliased by the one before": Construct(
        b"auto t%d = t%e;\n",
        head=GROUPS
        + (b"__global__ void k(int *p) {\n auto t0 = cg::tiled_partition<32>(cg::this_thread_block());\n"),
        closing=b"p[%d] = t%d.shfl(p[0], 1);\n",
        tail=b"}\n",
    ),
    "packs": Construct(
        b"template <class... T%d> __global__ void k%d(T%d... a) { f(a...); __syncwarp(); }\n", head=HEAD
    ),
    "parameters of one template": Construct(
        b"class T%d, ",
        head=HEAD + b"template <",
        middle=b"class U> __global__ void k(U u) { __syncwarp(); }\n",
    ),
    "number parameters of one template": Construct(
        b"int N%d, ",
        head=HEAD + b"template <",
        middle=b"int M> __global__ void k(int v) {\n",
        closing=b"v = __shfl_sync(~0u, v, N%d);\n",
        tail=b"}\n",
    ),
    "instantiations of a kernel": Construct(
        b"template __global__ void k<%d>(int *);\n",
        head=HEAD + (b"template <int N> __global__ void k(int *p) { p[0] = __shfl_sync(~0u, p[1], N); }\n"),
    ),
    "launches with numbers of a template": Construct(
        b"k<%d><<<1, 32>>>(p);\n",
        head=HEAD
        + (
            b"template <int N> __global__ void k(int *p) { p[0] = __shfl_sync(~0u, p[1], "
            b"N); }\nvoid f(int *p) {\n"
        ),
        tail=b"}\n",
    ),
    "templates that call themselves": Construct(
        b"template <int N> __device__ int f%d(int a) { return f%e<N / 2>(a) + f%e<N - 1>(a); }\n",
        head=HEAD + (b"template <int N> __device__ int f0(int a) { return __shfl_xor_sync(~0u, a, N); }\n"),
        middle=b"__global__ void k(int *p) { p[0] = f%n<32>(p[1]); }\n",
    ),
    "enable_if in heads": Construct(
        (
            b"template <class T, typename std::enable_if<sizeof(T) == %d, int>::type = 0> "
            b"__device__ T f(T a) { return __shfl_sync(~0u, a, 1); }\n"
        ),
        head=HEAD,
    ),
    "launch bounds": Construct(
        b"__global__ void __launch_bounds__(%d, 2) k%d(int *p) { p[0] = __shfl_sync(~0u, p[1], 1); }\n",
        head=HEAD,
    ),
    "launch bounds of constants": Construct(
        (
            b"constexpr int T%d = T%e + 1;\n__global__ void __launch_bounds__(T%d) k%d(int "
            b"*p) { p[threadIdx.x / 32] = __shfl_sync(~0u, p[1], 1); }\n"
        ),
        head=HEAD + b"constexpr int T0 = 32;\n",
    ),
    "asm of strings in lines": Construct(
        b'"add.s32 %0, %0, 1;\\n\\t"\n', head=KERNEL + b"asm(", middle=b': "+r"(v));\n}\n'
    ),
    "asm of registers declared": Construct(
        b'".reg .b32 r%d;\\n mov.b32 r%d, r%e;\\n"\n',
        head=KERNEL + b'asm("{ .reg .b32 r0; mov.b32 r0, 1;"',
        middle=b'"mov.b32 %0, r1; }" : "=r"(v));\n}\n',
    ),
    "asm of predicates": Construct(
        b'"setp.eq.s32 p, %0, %d; @p add.s32 %0, %0, 1;\\n"\n',
        head=KERNEL + b'asm("{ .reg .pred p;"',
        middle=b'"}" : "+r"(v));\n}\n',
    ),
    "#if chains": Construct(
        b"#elif __CUDA_ARCH__ >= %d\n__syncwarp();\n", head=KERNEL + b"#if 0\n", middle=b"#endif\n}\n"
    ),
    "#if chains of releases": Construct(
        b"#elif CUDART_VERSION >= %d\nint a%d;\n", head=HEAD + b"#if 0\n", middle=b"#endif\n"
    ),
    "ifdef of the one before": Construct(
        b"#ifdef A%e\n#define A%d\n#endif\n",
        head=HEAD + b"#ifdef __CUDACC__\n#define A0\n#endif\n",
        middle=b"#ifdef A%n\nint a = warpSize;\n#endif\n",
    ),
    "parameters of one macro": Construct(
        b"a%d, ",
        head=HEAD + b"#define M(",
        middle=b"b) __shfl_sync(~0u, b, 1)\n" + KERNEL.removeprefix(HEAD) + b"v = M(",
        closing=b"%d, ",
        tail=b"v);\n}\n",
    ),
    "macros of macros with two uses": Construct(
        b"#define M%d(x) M%e(x) + M%e(x)\n",
        head=HEAD + b"#define M0(x) __shfl_sync(~0u, x, 1)\n",
        middle=KERNEL.removeprefix(HEAD),
        tail=b"v = M%n(v);\n}\n",
    ),
    "lists of X macros": Construct(
        b" X(a%d) \\\n",
        head=HEAD + b"#define LIST \\\n",
        middle=(
            b"\n#define X(a) __global__ void a(int *p) { p[0] = __shfl_sync(~0u, p[1], 1); }\n"
            b"LIST\n#undef X\n"
        ),
    ),
    "launches by a macro": Construct(
        b"RUN(k%d, p);\n",
        head=HEAD + b"#define RUN(k, ...) k<<<1, 32>>>(__VA_ARGS__)\nvoid f(int *p) {\n",
        tail=b"}\n",
    ),
    "dimensions of the one before": Construct(
        b"int b%d = b%e + 1;\n",
        head=HEAD
        + (b"__global__ void k(int *p) { p[0] = __shfl_sync(~0u, p[1], 1); }\nvoid f(int *p, int b0) {\n"),
        middle=b"k<<<1, b%n>>>(p);\n",
        closing=b"k<<<1, b%d>>>(p);\n",
        tail=b"}\n",
    ),
    "dimensions chosen": Construct(
        b"n > %d ? 64 : ",
        head=HEAD
        + (
            b"__global__ void k(int *p) { p[0] = __shfl_sync(~0u, p[1], 1); }\nvoid f(int "
            b"*p, int n) { int b = "
        ),
        middle=b"32; k<<<1, b>>>(p); }\n",
    ),
    "dimensions by functions": Construct(
        b"int b%d(int n) { return b%e(n) * 2; }\n",
        head=HEAD
        + (
            b"__global__ void k(int *p) { p[threadIdx.x / 32] = __shfl_sync(~0u, p[1], 1); "
            b"}\nint b0(int n) { return 32; }\n"
        ),
        middle=b"void f(int *p, int n) {\n",
        closing=b"k<<<1, b%d(n)>>>(p);\n",
        tail=b"}\n",
    ),
    "launches of one kernel by many sizes": Construct(
        b"k<<<1, %d>>>(p);\n",
        head=HEAD
        + (
            b"__global__ void k(int *p) { p[threadIdx.x / 32] = __shfl_sync(~0u, p[1], 1); "
            b"if (threadIdx.x / warpSize == 3) p[1] = 2; }\nvoid f(int *p) {\n"
        ),
        tail=b"}\n",
    ),
    "kernels that call one function": Construct(
        b"__global__ void k%d(int *p) { p[0] = f(p[%d], threadIdx.x); }\n",
        head=HEAD
        + (b"__device__ int f(int a, int b) { if (b < 16) return a; return __shfl_sync(~0u, a, 1); }\n"),
    ),
    "kernels that call one function which calls all": Construct(
        b"__device__ int g%d(int a) { return __shfl_sync(~0u, a, 1); }\n",
        head=HEAD,
        middle=b"__device__ int f(int a) { int s = 0;\n",
        closing=b"s += g%d(a);\n",
        tail=(
            b"return s; }\n__global__ void k1(int *p) { f(p[0]); }\n__global__ void k2(int *p) { f(p[1]); }\n"
        ),
    ),
    "barriers behind calls of levels": Construct(
        b"__device__ void a%d(int x) { a%e(x); b%e(x); }\n__device__ void b%d(int x) { a%e(x); b%e(x); }\n",
        head=HEAD
        + (b"__device__ void a0(int x) { __syncthreads(); }\n__device__ void b0(int x) { __syncwarp(); }\n"),
        middle=b"__global__ void k(int *p) { if (p[0]) a%n(threadIdx.x); }\n",
    ),
    "pointers to functions in a table": Construct(
        b"__device__ int f%d(int x) { return __shfl_sync(~0u, x, 1); }\n",
        head=HEAD,
        middle=b"__device__ int (*table[])(int) = {\n",
        closing=b"f%d,\n",
        tail=b"};\n__global__ void k(int *p) { p[0] = table[p[1]](p[2]); }\n",
    ),
    "atomics of long long": Construct(b"atomicAdd((long long *)p + %d, 1LL);\n", head=KERNEL, tail=b"\n}\n"),
    "atomics of vectors": Construct(
        b"atomicAdd((float2 *)p + %d, make_float2(1, 2));\n", head=KERNEL, tail=b"\n}\n"
    ),
    "loads of a template's type": Construct(
        b"v = __ldg(p + %d);\n",
        head=HEAD + b"template <class T> __global__ void k(const T *p) { T v;\n",
        middle=b"}\n",
    ),
    "powers of the program": Construct(
        b"__device__ float pow(float a, A%d b);\nfloat g%d() { return pow(1.0f, 2); }\n", head=HEAD
    ),
    "returns without a value": Construct(b"int f%d(int a) { if (a) return; return 1; }\n", head=HEAD),
    "members that a template lacks": Construct(
        b"a.x%d(); this->y%d();\n",
        head=HEAD + b"template <class T> struct A { int z; __device__ void f() { A<T> a;\n",
        middle=b"} };\n",
    ),
    "bare names of thrust": Construct(
        b"sort(v.begin(), v.end()); copy(v.begin(), v.end(), w%d.begin());\n",
        head=HEAD
        + (
            b"#include <thrust/sort.h>\nusing namespace thrust;\nusing namespace std;\nvoid "
            b"f(thrust::device_vector<int> &v) {\n"
        ),
        middle=b"}\n",
    ),
    "decltype of the device": Construct(
        b"template <class T> __host__ __device__ auto h%d(T a) -> decltype(f%d(a)) { return f%d(a); }\n",
        head=HEAD,
        closing=b"__device__ int f%d(int a) { return a; }\n",
    ),
    "glm in device code": Construct(
        b"v%d = glm::normalize(glm::vec3(1) * v%e);\n",
        head=HEAD + b"#include <glm/glm.hpp>\n__global__ void k(glm::vec3 v0) {\n",
        middle=b"}\n",
    ),
    "calls before declarations": Construct(
        b"template <class T> __global__ void k%d(T *p) { g%d(p[0]); }\n",
        head=HEAD,
        closing=b"__device__ int g%d(int a) { return a; }\n",
    ),
    "backslashes before comments": Construct(b"int a%d; \\ // x\n", head=HEAD),
    "objects of the device on the host": Construct(
        b"struct S%d { int a; __device__ S%d() {} };\nvoid f%d() { S%d s; }\n", head=HEAD
    ),
    "statuses shown": Construct(
        b'printf("%d", cudaGetLastError()); int e%d = cudaGetDevice(0); printf("%d", e%d);\n',
        head=HEAD + b"void f() {\n",
        middle=b"}\n",
    ),
    "properties by members of a structure": Construct(
        b"if (a.cc%d > 70) g(%d); a.cc%d = p.major * 10 + p.minor;\n",
        head=HEAD + b"void f(A &a) { cudaDeviceProp p;\n",
        middle=b"}\n",
    ),
    "properties by functions": Construct(
        (
            b"int cc%d() { cudaDeviceProp p; return p.major * 10 + p.minor; }\nvoid g%d() { "
            b"if (cc%d() >= 70) h(); }\n"
        ),
        head=HEAD,
    ),
    "dynamic shared by kernels": Construct(
        (
            b"__global__ void k%d(int *p) { extern __shared__ int s%d[]; s%d[0] = p[0]; }\n"
            b"void f%d(int *p) { k%d<<<1, 1, 1024 * %d>>>(p); }\n"
        ),
        head=HEAD,
    ),
    "static shared by constants": Construct(
        b"constexpr int N%d = N%e;\n__global__ void k%d() { __shared__ int s[N%d]; s[0] = 1; }\n",
        head=HEAD + b"constexpr int N0 = 99999;\n",
    ),
    "operators between vectors": Construct(
        b"float3 v%d = v%e + v%e * 2.0f;\n",
        head=HEAD
        + (
            b"__device__ float3 operator+(float3 a, float3 b) { return a; }\n__device__ "
            b"float3 operator*(float3 a, float b) { return a; }\n__global__ void k(float3 "
            b"v0) {\n"
        ),
        middle=b"}\n",
    ),
    "macro sides": Construct(
        (
            b"#ifdef __CUDA_ARCH__\n#define HD%d __device__\n#else\n#define HD%d\n#endif\nHD%d "
            b"int f%d(int a) { return a; }\n"
        ),
        head=HEAD,
    ),
    "labels in switch": Construct(
        b"case %d: v = __shfl_sync(~0u, v, 1); break;\n",
        head=KERNEL + b"switch (n) {\n",
        middle=b"}\n",
        tail=b"\n}\n",
    ),
    "unions of words": Construct(
        (
            b"union { double d; int i[2]; } u%d; u%d.d = x; u%d.i[0] = __shfl_sync(~0u, "
            b"u%d.i[0], 1); u%d.i[1] = __shfl_sync(~0u, u%d.i[1], 1);\n"
        ),
        head=HEAD + b"__global__ void k(double x) {\n",
        middle=b"}\n",
    ),
    "views of words": Construct(
        b"int *w%d = (int *)&d; w%d[0] = __shfl_sync(~0u, w%d[0], 1);\n",
        head=KERNEL + b"double d;\n",
        tail=b"\n}\n",
    ),
    "unset values": Construct(
        b"int u%d; if (n == %d) u%d = 1; v += __shfl_sync(~0u, u%d, 0);\n", head=KERNEL, tail=b"\n}\n"
    ),
    "roles of warps": Construct(
        b"if (threadIdx.x / warpSize == %d) p[%d] = v;\n", head=KERNEL, tail=b"\n}\n"
    ),
    "rows of lanes": Construct(
        b"__shared__ int r%d[32]; r%d[threadIdx.x % warpSize] = v;\n", head=KERNEL, tail=b"\n}\n"
    ),
    "sums over half": Construct(
        b"for (int o = 16; o > 0; o /= 2) v += __shfl_down_sync(~0u, v, o); p[%d] = v / 32;\n",
        head=KERNEL,
        tail=b"\n}\n",
    ),
    "items that warps share out": Construct(
        b"int r%d = (blockIdx.x * blockDim.x + threadIdx.x) / warpSize; "
        b"p[r%d * each] = __shfl_sync(~0u, n, %d);\n",
        head=HEAD
        + (
            b"__global__ void k(int *p, int n) {\n"
            b"int w = gridDim.x * blockDim.x / warpSize, each = (n + w - 1) / w;\n"
        ),
        tail=b"}\nvoid go(int *p) { k<<<3, 256>>>(p, 1); }\n",
    ),
    "steps down in blocks of a warp": Construct(
        b"int t%d = p[%d]; t%d += __shfl_down_sync(~0u, t%d, 16);\n",
        head=KERNEL,
        tail=b"\n}\nvoid go(int *p) { k<<<1, 32>>>(p, 1); }\n",
    ),
    "kernels in blocks of a warp": Construct(
        b"__global__ void k%d(int *p) { *p = __shfl_down_sync(~0u, *p, 16); }\n"
        b"void go%d(int *p) { k%d<<<1, 32>>>(p); }\n",
        HEAD,
    ),
    "leaders in lockstep": Construct(
        b"if (threadIdx.x % warpSize == 0) s[%d] = v; v = s[%d];\n",
        head=KERNEL + b"volatile __shared__ int s[32];\n",
        tail=b"\n}\n",
    ),
    "tries for lanes": Construct(
        b"while (true) { if (!atomicCAS(p + %d, 0, 1)) { p[1]++; atomicExch(p + %d, 0); break; } }\n",
        head=KERNEL,
        tail=b"\n}\n",
    ),
    "locks by lanes in turn": Construct(
        (
            b"for (int i = 0; i < 32; i++) if (threadIdx.x % 32 == i) { while (atomicCAS(p "
            b"+ %d, 0, 1)); p[%d] = 0; }\n"
        ),
        head=KERNEL,
        tail=b"\n}\n",
    ),
    "bit fields of lanes": Construct(
        (
            b"struct S%d { unsigned lane : 5; unsigned w : 3; };\n__global__ void k%d() { "
            b"S%d s; s.lane = threadIdx.x % 32; }\n"
        ),
        head=HEAD,
    ),
    "tables of distances": Construct(
        b"{ const int d%d[] = {16, 8, 4, 2, 1}; for (int i : d%d) v += __shfl_xor_sync(~0u, v, i); }\n",
        head=KERNEL,
        tail=b"\n}\n",
    ),
    "masks in structures": Construct(
        (
            b"struct M%d { unsigned m; };\n__global__ void k%d(int *p) { M%d x; x.m = "
            b"__ballot_sync(~0u, p[0]); p[1] = __popc(x.m); }\n"
        ),
        head=HEAD,
    ),
    "masks by references of the one before": Construct(
        b"__device__ void f%d(unsigned &m) { f%e(m); }\n",
        head=HEAD + b"__device__ void f0(unsigned &m) { m = __ballot_sync(~0u, 1); }\n",
        middle=b"__global__ void k(int *p) { unsigned m; f%n(m); p[0] = __popc(m); }\n",
    ),
    "whole kernels in strings": Construct(
        (
            b'const char *s%d = R"(__global__ void k%d(int *p) { p[0] = __shfl_sync(~0u, '
            b'p[1], 1); })";\nvoid f%d() { nvrtcCreateProgram(&g, s%d, 0, 0, 0, 0); }\n'
        ),
        head=HEAD,
    ),
    "ignores of each rule": Construct(
        b"cudaNoSuchName%d(p); // hipify: ignore[N001]\n", head=HEAD + b"void f() {\n", middle=b"}\n"
    ),
}
CONSTRUCTS: dict[str, Construct] = {
    **SHAPES,
    **AGAIN,
    **WAYS,
    **VALUES,
    **LISTS,
    **REACHING,
    **LEXER,
    **UNREAD,
    **DIRECTIVES,
    **BRACKETS,
    **NAMES,
    **SCOPES,
    **LAUNCHES,
    **SUPPRESSIONS,
    **CONSTANTS,
    **FLOW,
    **WARPS,
    **COOPERATIVE,
}
