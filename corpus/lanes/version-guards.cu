// Code that asks for the version of the compiler and the architecture, and has an older way for each intrinsic.
#include <cstdio>
#include <cuda_runtime.h>

#ifndef WARP_SHFL_XOR
#if defined(__CUDACC_VER_MAJOR__) && __CUDACC_VER_MAJOR__ >= 9
#define WARP_SHFL_XOR(x, lane) __shfl_xor_sync(0xffffffffu, (x), (lane))
#define WARP_BALLOT(p) __ballot_sync(0xffffffffu, (p))
#elif defined(__CUDACC__)
#define WARP_SHFL_XOR(x, lane) __shfl_xor_sync(0xffffffffu, (x), (lane), 32)
#define WARP_BALLOT(p) __ballot_sync(0xffffffffu, (p))
#else
#define WARP_SHFL_XOR(x, lane) __shfl_xor((x), (lane))
#define WARP_BALLOT(p) __ballot((p))
#endif
#endif

__device__ __forceinline__ int warpAdd(int x)
{
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
    return __reduce_add_sync(0xffffffffu, x);
#else
#pragma unroll
    for (int o = 16; o > 0; o >>= 1)
        x += WARP_SHFL_XOR(x, o);
    return x;
#endif
}

__device__ __forceinline__ unsigned laneMaskLess()
{
    const unsigned lane = threadIdx.x & 31;
    return lane == 0 ? 0u : 0xffffffffu >> (32 - lane);
}

__global__ void guarded(const int *in, int *out)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const unsigned odd = WARP_BALLOT(in[i] & 1);
    out[i] = warpAdd(in[i]) * 100 + __popc(odd & laneMaskLess());
}

int main()
{
    const int n = 256;
    int *in, *out, wrong = 0;
    cudaMallocManaged(&in, n * sizeof(int));
    cudaMallocManaged(&out, n * sizeof(int));
    for (int i = 0; i < n; i++)
        in[i] = (i * 37) % 83 + i / 64;
    guarded<<<2, 128>>>(in, out);
    cudaDeviceSynchronize();
    for (int w = 0; w < n; w += 32) {
        int sum = 0, odd = 0;
        for (int k = 0; k < 32; k++)
            sum += in[w + k];
        for (int k = 0; k < 32; k++) {
            wrong += out[w + k] != sum * 100 + odd;
            odd += in[w + k] & 1;
        }
        printf("warp %d: %d, %d odd\n", w / 32, sum, odd);
    }
    printf("wrong: %d\n", wrong);
    cudaFree(in);
    cudaFree(out);
    return wrong != 0;
}
