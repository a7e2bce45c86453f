// Weighted reservoir sampling: lanes draw from their own xorshift streams (seeded by item, so results do not depend on the
// schedule); the 32 largest priorities of a stream are kept sorted in the warp, batches merged bitonically.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <functional>
#include <vector>
#include <cuda_runtime.h>

constexpr unsigned kWarp = 32;
constexpr unsigned kEveryone = 0xFFFFFFFFu;

struct Rng {
    uint64_t s;
    __host__ __device__ explicit Rng(uint64_t seed) : s(seed * 0x9E3779B97F4A7C15ull + 1) {}
    __host__ __device__ uint32_t next()
    {
        s ^= s << 13;
        s ^= s >> 7;
        s ^= s << 17;
        return (uint32_t)(s >> 32);
    }
};

// priority of an item: the best of `weight` draws; the item's number makes it unique
__host__ __device__ inline uint64_t priority(int item, int weight)
{
    Rng rng(item + 1);
    uint32_t best = 0;
    for (int i = 0; i < weight; i++) { // lanes take different numbers of turns
        const uint32_t r = rng.next();
        best = r > best ? r : best;
    }
    return (uint64_t)best << 32 | (uint32_t)item;
}

__device__ inline uint64_t max64(uint64_t a, uint64_t b) { return a > b ? a : b; }
__device__ inline uint64_t min64(uint64_t a, uint64_t b) { return a < b ? a : b; }

__device__ uint64_t exchange(uint64_t v, unsigned stride, bool want_max)
{
    const uint64_t o = __shfl_xor_sync(kEveryone, v, stride);
    return want_max ? max64(v, o) : min64(v, o);
}

// descending over the lanes
__device__ uint64_t warp_sort(uint64_t v)
{
    const unsigned lane = threadIdx.x % kWarp;
    for (unsigned size = 2; size <= kWarp; size <<= 1)
        for (unsigned stride = size >> 1; stride; stride >>= 1)
            v = exchange(v, stride, ((lane & stride) == 0) == ((lane & size) == 0 || size == kWarp));
    return v;
}

// both descending; the 32 largest of the two, descending
__device__ uint64_t warp_merge(uint64_t a, uint64_t b)
{
    const unsigned lane = threadIdx.x % kWarp;
    const uint64_t r = __shfl_sync(kEveryone, b, kWarp - 1 - lane);
    uint64_t v = max64(a, r); // bitonic
    for (unsigned stride = kWarp / 2; stride; stride >>= 1)
        v = exchange(v, stride, (lane & stride) == 0);
    return v;
}

__global__ void sample(const int *weight, int n, uint64_t *out)
{
    __shared__ uint64_t best[8][kWarp];
    const unsigned lane = threadIdx.x, warp = threadIdx.y, warps = blockDim.y;
    uint64_t mine = 0;
    const int per = (n + gridDim.x - 1) / gridDim.x;
    const int begin = blockIdx.x * per, end = min(begin + per, n);
    for (int first = begin + warp * kWarp; first < end; first += warps * kWarp) {
        const int i = first + lane;
        uint64_t p = 0;
        if (i < end && weight[i] > 0)
            p = priority(i, weight[i]);
        __syncwarp();
        // anything better than the least one kept?
        const uint64_t least = __shfl_sync(kEveryone, mine, kWarp - 1);
        if (__any_sync(kEveryone, p > least))
            mine = warp_merge(mine, warp_sort(p));
    }
    best[warp][lane] = mine;
    __syncthreads();
    for (unsigned half = warps / 2; half; half /= 2) {
        if (warp < half)
            best[warp][lane] = warp_merge(best[warp][lane], best[warp + half][lane]);
        __syncthreads();
    }
    if (warp == 0)
        out[blockIdx.x * kWarp + lane] = best[0][lane];
}

int main()
{
    const int n = 900, blocks = 3;
    int *weight;
    uint64_t *out;
    cudaMallocManaged(&weight, n * sizeof(int));
    cudaMallocManaged(&out, blocks * kWarp * sizeof(uint64_t));
    for (int i = 0; i < n; i++)
        weight[i] = i % 10 == 0 ? 9 : i % 4;
    sample<<<blocks, dim3(kWarp, 4)>>>(weight, n, out);
    cudaDeviceSynchronize();
    int wrong = 0, heavy = 0;
    for (int b = 0; b < blocks; b++) {
        std::vector<uint64_t> all;
        for (int i = b * 300; i < (b + 1) * 300; i++)
            if (weight[i])
                all.push_back(priority(i, weight[i]));
        std::sort(all.begin(), all.end(), std::greater<uint64_t>());
        for (unsigned k = 0; k < kWarp; k++) {
            wrong += all[k] != out[b * kWarp + k];
            heavy += weight[(uint32_t)out[b * kWarp + k] % n] == 9;
        }
        printf("block %d: %u %u ... %u\n", b, (uint32_t)out[b * kWarp], (uint32_t)out[b * kWarp + 1],
               (uint32_t)out[b * kWarp + 31]);
    }
    printf("heavy ones %d, wrong %d\n", heavy, wrong);
    cudaFree(weight);
    cudaFree(out);
    return wrong != 0;
}
