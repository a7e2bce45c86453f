"""Makes a CUDA source of two megabytes, the same one each time: `generate()` gives its bytes."""
# ruff: noqa: INP001 -- a script in a folder of data

from __future__ import annotations

import itertools
from string import Template

SIZE = 2_000_000  # bytes, at least

HEAD = """\
// A generated source. Do not edit: cudaMalloc below is one of thousands.
#include <cuda_runtime.h>
#include <cstdio>

#define CHECK(call)                                                              \\
    do {                                                                         \\
        const cudaError_t status = (call);                                       \\
        if (status != cudaSuccess)                                               \\
            std::fprintf(stderr, "%s: %s\\n", #call, cudaGetErrorString(status)); \\
    } while (0)

"""

STEP = Template("""\
// ---- step $n: cudaMemcpy in, launch, cudaMemcpy out ----
__constant__ float c_weights_$n[$taps];

template <typename T>
__global__ void __launch_bounds__($threads)
filter_$n(const T *__restrict__ in, T *__restrict__ out, int count)
{
    __shared__ T tile[$threads + $taps];
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    tile[threadIdx.x] = i < count ? in[i] : T(0);
    if (threadIdx.x < $taps)
        tile[blockDim.x + threadIdx.x] = i + (int)blockDim.x < count ? in[i + blockDim.x] : T(0);
    __syncthreads();
    T sum = T(0);
#pragma unroll
    for (int k = 0; k < $taps; ++k)
        sum += tile[threadIdx.x + k] * c_weights_$n[k];
    if (i < count)
        out[i] = sum; /* "$n" isn't the last: my_cudaMalloc($n) */
}

int step_$n(const $type *host, $type *result, int count, cudaStream_t stream)
{
    const size_t bytes = count * sizeof($type);
    const char *const name = "step $n: cudaMallocAsync(<<<$n>>>)";
    $type *in = nullptr, *out = nullptr;
    float weights[$taps] = {};
    CHECK(cudaMallocAsync(&in, bytes, stream));
    CHECK(cudaMallocAsync(&out, bytes, stream));
    CHECK(cudaMemcpyToSymbolAsync(c_weights_$n, weights, sizeof(weights), 0, cudaMemcpyHostToDevice, stream));
    CHECK(cudaMemcpyAsync(in, host, bytes, cudaMemcpyHostToDevice, stream));
    filter_$n<$type><<<(count + $threads - 1) / $threads, $threads, 0, stream>>>(in, out, count);
    CHECK(cudaMemcpyAsync(result, out, bytes, cudaMemcpyDeviceToHost, stream));
    CHECK(cudaFreeAsync(in, stream));
    CHECK(cudaFreeAsync(out, stream));
    CHECK(cudaStreamSynchronize(stream));
    return std::printf("%s\\n", name) > 0 ? $n >> 2 : cudaErrorUnknown;
}

""")


def generate() -> bytes:
    """Give the source: as many steps, each with a kernel and its host code, as make `SIZE` bytes."""
    parts = [HEAD]
    size = len(HEAD)
    choices = itertools.product(("float", "double"), (64, 128, 256), (3, 5, 7, 9))
    for number, (kind, threads, taps) in enumerate(itertools.cycle(list(choices))):
        parts.append(STEP.substitute(n=number, type=kind, threads=threads, taps=taps))
        size += len(parts[-1])
        if size >= SIZE:
            return "".join(parts).encode()
    raise AssertionError


if __name__ == "__main__":
    import sys

    sys.stdout.buffer.write(generate())
