#include <cuda_runtime.h>

// hipify: ignore[D001] there was inline PTX here once
__device__ __forceinline__ float fastRoot(float x) { return __fsqrt_rn(x); }

__global__ void __launch_bounds__(256) roots(float *x, int n) // hipify: ignore[D023] one argument only
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        x[i] = fastRoot(x[i]);
}

static const char *kText = "// hipify: ignore[D001] text in a string is no comment";

cudaError_t run(float *x, int n, cudaStream_t stream)
{
    // hipify: ignore[M001, M003] two at once, both unused
    roots<<<(n + 255) / 256, 256, 0, stream>>>(x, n);
    return kText ? cudaGetLastError() : cudaErrorUnknown;
}
// hipify: ignore[D007] the file ends here
