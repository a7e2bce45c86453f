// Group-wise int4 quantisation: groups of 32 values share a scale, eight nibbles packed per word by shuffles of width 8.
#include <cstdio>
#include <cstdlib>
#include <cstdint>
#include <cuda_runtime.h>

enum { GROUP_SIZE = 32, PACK = 8, WORDS_PER_GROUP = GROUP_SIZE / PACK };

template <unsigned W>
__device__ __forceinline__ uint32_t packNibbles(uint32_t nibble, unsigned l)
{
    uint32_t word = nibble << (4 * (l % W));
    for (unsigned d = 1; d < W; d *= 2)
        word |= __shfl_xor_sync(~0u, word, d, W);
    return word;
}

__device__ int groupAbsMax(int v)
{
    v = abs(v);
    v = max(v, __shfl_xor_sync(~0u, v, 16));
    v = max(v, __shfl_xor_sync(~0u, v, 8));
    v = max(v, __shfl_xor_sync(~0u, v, 4));
    v = max(v, __shfl_xor_sync(~0u, v, 2));
    v = max(v, __shfl_xor_sync(~0u, v, 1));
    return v;
}

__host__ __device__ inline int quant(int x, int scale)
{
    const int num = 2 * x * 7 + (x >= 0 ? scale : -scale);
    int q = num / (2 * scale);
    return q < -8 ? -8 : q > 7 ? 7 : q;
}

__global__ void quantize_groups(const int *__restrict__ w, uint32_t *packed, int *scales, int groups)
{
    for (int g = blockIdx.x * (blockDim.x / GROUP_SIZE) + threadIdx.x / GROUP_SIZE; g < groups;
         g += gridDim.x * (blockDim.x / GROUP_SIZE)) {
        const unsigned l = threadIdx.x % GROUP_SIZE;
        const int x = w[g * GROUP_SIZE + l];
        int scale = groupAbsMax(x);
        if (scale == 0)
            scale = 1;
        const uint32_t word = packNibbles<PACK>(quant(x, scale) & 0xf, l);
        if (l % PACK == 0)
            packed[g * WORDS_PER_GROUP + l / PACK] = word;
        if (l == 0)
            scales[g] = scale;
    }
}

__global__ void dequantize(const uint32_t *packed, const int *scales, int *out, int n)
{
    const int i = blockDim.x * blockIdx.x + threadIdx.x;
    const unsigned active = __ballot_sync(0xffffffff, i < n);
    if (i >= n)
        return;
    // one lane of eight loads the word
    uint32_t word = 0;
    if ((threadIdx.x & (PACK - 1)) == 0)
        word = packed[i / PACK];
    word = __shfl_sync(active, word, 0, PACK);
    const int q = (int)(word << (28 - 4 * (i % PACK))) >> 28;
    out[i] = q * scales[i / GROUP_SIZE] / 7;
}

int main()
{
    const int groups = 37, n = groups * GROUP_SIZE;
    int *w, *scales, *out;
    uint32_t *packed;
    cudaMallocManaged(&w, n * sizeof *w);
    cudaMallocManaged(&out, n * sizeof *out);
    cudaMallocManaged(&scales, groups * sizeof *scales);
    cudaMallocManaged(&packed, n / PACK * sizeof *packed);
    for (int i = 0; i < n; i++)
        w[i] = i / GROUP_SIZE == 5 ? 0 : (i * 7919 + i / 3) % 1999 - 999;
    quantize_groups<<<3, 4 * GROUP_SIZE>>>(w, packed, scales, groups);
    dequantize<<<(n + 191) / 192, 192>>>(packed, scales, out, n);
    cudaDeviceSynchronize();
    int wrong = 0;
    long sum = 0;
    for (int g = 0; g < groups; g++) {
        int scale = 0;
        for (int i = 0; i < GROUP_SIZE; i++)
            scale = std::abs(w[g * GROUP_SIZE + i]) > scale ? std::abs(w[g * GROUP_SIZE + i]) : scale;
        scale = scale ? scale : 1;
        wrong += scales[g] != scale;
        for (int i = 0; i < GROUP_SIZE; i++) {
            const int idx = g * GROUP_SIZE + i, q = quant(w[idx], scale);
            wrong += ((packed[idx / PACK] >> (4 * (idx % PACK))) & 15) != (unsigned)(q & 15);
            wrong += out[idx] != q * scale / 7;
            sum += out[idx];
        }
    }
    printf("groups %d, wrong %d, sum %ld\n", groups, wrong, sum);
    cudaFree(w);
    cudaFree(out);
    cudaFree(scales);
    cudaFree(packed);
    return !!wrong;
}
