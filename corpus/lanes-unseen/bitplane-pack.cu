// Bit-sliced integer columns: 32 values become W words, word b holding bit b of every value (one ballot each).
// Predicates are evaluated on the slices without unpacking.
#include <cstdio>
#include <cstdint>
#include <initializer_list>
#include <cuda_runtime.h>

template <int W>
__global__ void slice(const uint32_t *values, int n, uint32_t *planes)
{
    const int gid = blockIdx.x * blockDim.x + threadIdx.x;
    const int group = gid >> 5;
    const uint32_t v = gid < n ? values[gid] : 0;
    uint32_t keep = 0;
#pragma unroll
    for (int b = 0; b < W; b++) {
        const uint32_t plane = __ballot_sync(~0u, v >> b & 1);
        if ((gid & 31) == b)
            keep = plane;
    }
    if ((gid & 31) < W && group < (n + 31) / 32)
        planes[group * W + (gid & 31)] = keep; // a coalesced store of all planes
}

template <int W>
__global__ void unslice(const uint32_t *planes, int n, uint32_t *values)
{
    const int gid = blockIdx.x * blockDim.x + threadIdx.x, lane = gid & 31, group = gid >> 5;
    if (group >= (n + 31) / 32)
        return;
    const uint32_t plane = lane < W ? planes[group * W + lane] : 0u;
    uint32_t v = 0;
    for (int b = W - 1; b >= 0; b--)
        v = v << 1 | (__shfl_sync(0xFFFFFFFF, plane, b) >> lane & 1);
    if (gid < n)
        values[gid] = v;
}

// one thread answers 'value < constant' for 32 rows; a warp then adds up its 1024 rows
template <int W>
__global__ void select_less(const uint32_t *planes, int n, uint32_t constant, uint32_t *bitmap, int *selected)
{
    const int groups = (n + 31) / 32;
    const int g = blockIdx.x * blockDim.x + threadIdx.x;
    uint32_t less = 0, equal = ~0u;
    if (g < groups) {
        for (int b = W - 1; b >= 0 && equal; --b) {
            const uint32_t p = planes[g * W + b];
            const uint32_t c = 0u - (constant >> b & 1u);
            less |= equal & ~p & c;
            equal &= ~(p ^ c);
        }
        if (g == groups - 1 && n % 32)
            less &= (1u << n % 32) - 1;
        bitmap[g] = less;
    }
    int hits = __popc(less);
    for (int m = 16; m >= 1; m >>= 1)
        hits += __shfl_xor_sync(0xFFFFFFFF, hits, m);
    if (!(threadIdx.x & 31) && hits)
        atomicAdd(selected, hits);
}

int main()
{
    constexpr int W = 11;
    const int n = 2000, groups = (n + 31) / 32;
    uint32_t *values, *back, *planes, *bitmap;
    int *selected, wrong = 0;
    cudaMallocManaged(&values, n * 4);
    cudaMallocManaged(&back, n * 4);
    cudaMallocManaged(&planes, groups * W * 4);
    cudaMallocManaged(&bitmap, groups * 4);
    cudaMallocManaged(&selected, 4);
    for (int i = 0; i < n; i++)
        values[i] = (uint32_t)(i * 977 + i / 3) % (1u << W);
    slice<W><<<(n + 191) / 192, 192>>>(values, n, planes);
    unslice<W><<<(n + 191) / 192, 192>>>(planes, n, back);
    cudaDeviceSynchronize();
    for (int i = 0; i < n; i++)
        wrong += back[i] != values[i];
    for (uint32_t c : {0u, 1u, 700u, 1024u, 2047u}) {
        *selected = 0;
        select_less<W><<<(groups + 63) / 64, 64>>>(planes, n, c, bitmap, selected);
        cudaDeviceSynchronize();
        int want = 0;
        for (int i = 0; i < n; i++) {
            want += values[i] < c;
            wrong += (bitmap[i / 32] >> i % 32 & 1) != (values[i] < c);
        }
        wrong += want != *selected;
        printf("less than %u: %d\n", c, *selected);
    }
    printf("wrong %d\n", wrong);
    cudaFree(values); cudaFree(back); cudaFree(planes); cudaFree(bitmap); cudaFree(selected);
    return wrong != 0;
}
