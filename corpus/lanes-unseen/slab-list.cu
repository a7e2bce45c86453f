// A slab hash set: every bucket is a list of 32-word slabs (30 keys, an unused word, the next slab).
// Threads bring one operation each; the warp serves them one after another.
#include <cstdio>
#include <cstdint>
#include <set>
#include <vector>
#include <cuda_runtime.h>

namespace slab {
static constexpr uint32_t EMPTY_KEY = 0xFFFFFFFFu;
static constexpr uint32_t NO_SLAB = 0xFFFFFFFEu;
static constexpr uint32_t KEY_LANES = 0x3FFFFFFFu;
static constexpr int NEXT_LANE = 31;

struct Pool {
    uint32_t *words;
    uint32_t *used; // slabs handed out
};

__device__ __forceinline__ uint32_t laneId()
{
    uint32_t id;
    asm volatile("mov.u32 %0, %%laneid;" : "=r"(id));
    return id;
}

__device__ uint32_t allocate(const Pool &pool, uint32_t lane)
{
    uint32_t s = 0;
    if (lane == 0)
        s = atomicAdd(pool.used, 1u);
    s = __shfl_sync(0xFFFFFFFF, s, 0);
    return s;
}

__device__ void insertKeys(const Pool &pool, uint32_t buckets, bool &todo, uint32_t lane, uint32_t key)
{
    uint32_t queue, lastQueue = 0, current = 0;
    while ((queue = __ballot_sync(0xFFFFFFFF, todo)) != 0) {
        const int src = __ffs(queue) - 1;
        const uint32_t srcKey = __shfl_sync(0xFFFFFFFF, key, src, 32);
        if (queue != lastQueue)
            current = srcKey * 2654435761u % buckets;
        lastQueue = queue;

        volatile uint32_t *slab = pool.words + current * 32;
        const uint32_t word = slab[lane];
        const bool present = __ballot_sync(0xFFFFFFFF, word == srcKey) & KEY_LANES;
        if (present) {
            if (lane == src)
                todo = false;
            continue;
        }
        const int vacant = __ffs(__ballot_sync(0xFFFFFFFF, word == EMPTY_KEY) & KEY_LANES) - 1;
        if (vacant < 0) {
            uint32_t next = __shfl_sync(0xFFFFFFFF, word, NEXT_LANE, 32);
            if (next == NO_SLAB) {
                const uint32_t fresh = allocate(pool, lane);
                if (lane == NEXT_LANE) {
                    const uint32_t old = atomicCAS(pool.words + current * 32 + NEXT_LANE, NO_SLAB, fresh);
                    next = old == NO_SLAB ? fresh : old; // a lost slab stays unused
                }
                next = __shfl_sync(0xFFFFFFFF, next, NEXT_LANE, 32);
            }
            current = next;
        } else if (lane == src) {
            const uint32_t old = atomicCAS(pool.words + current * 32 + vacant, EMPTY_KEY, key);
            if (old == EMPTY_KEY || old == key)
                todo = false;
        }
    }
}
} // namespace slab

__global__ void insertKernel(slab::Pool pool, uint32_t buckets, const uint32_t *keys, int n)
{
    const int tid = threadIdx.x + blockIdx.x * blockDim.x;
    const uint32_t lane = slab::laneId();
    if (tid - (int)lane >= n)
        return;
    bool todo = tid < n;
    const uint32_t key = todo ? keys[tid] : slab::EMPTY_KEY;
    slab::insertKeys(pool, buckets, todo, lane, key);
}

// a warp per bucket counts its keys and slabs
__global__ void countKernel(slab::Pool pool, uint32_t buckets, int *count, unsigned *sums)
{
    const uint32_t bucket = (threadIdx.x + blockIdx.x * blockDim.x) >> 5, lane = threadIdx.x & 0x1F;
    if (bucket >= buckets)
        return;
    int total = 0;
    for (uint32_t s = bucket; s != slab::NO_SLAB;) {
        const uint32_t w = pool.words[s * 32 + lane];
        const bool key = w != slab::EMPTY_KEY && lane < 30;
        total += __popc(__ballot_sync(0xFFFFFFFF, key));
        if (key)
            atomicAdd(sums + bucket, w);
        s = __shfl_sync(0xFFFFFFFF, w, slab::NEXT_LANE);
    }
    if (lane == 0)
        count[bucket] = total;
}

int main()
{
    const int n = 300, slabs = 64;
    const uint32_t buckets = 3;
    uint32_t *keys, *sums;
    int *count;
    slab::Pool pool;
    cudaMallocManaged(&keys, n * sizeof(uint32_t));
    cudaMallocManaged(&pool.words, slabs * 32 * sizeof(uint32_t));
    cudaMallocManaged(&pool.used, sizeof(uint32_t));
    cudaMallocManaged(&count, buckets * sizeof(int));
    cudaMallocManaged(&sums, buckets * sizeof(uint32_t));
    std::vector<std::set<uint32_t>> model(buckets);
    for (int i = 0; i < n; i++) {
        keys[i] = i * 37 % 211;
        model[keys[i] * 2654435761u % buckets].insert(keys[i]);
    }
    for (int i = 0; i < slabs * 32; i++)
        pool.words[i] = i % 32 == slab::NEXT_LANE ? slab::NO_SLAB : slab::EMPTY_KEY;
    *pool.used = buckets;
    for (uint32_t b = 0; b < buckets; b++)
        sums[b] = 0;
    insertKernel<<<3, 128>>>(pool, buckets, keys, n);
    countKernel<<<1, buckets * 32>>>(pool, buckets, count, sums);
    cudaDeviceSynchronize();
    int wrong = 0;
    for (uint32_t b = 0; b < buckets; b++) {
        unsigned sum = 0;
        for (uint32_t k : model[b])
            sum += k;
        wrong += count[b] != (int)model[b].size() || sums[b] != sum;
        printf("bucket %u: %d keys, sum %u\n", b, count[b], sums[b]);
    }
    printf("wrong: %d\n", wrong);
    cudaFree(keys); cudaFree(pool.words); cudaFree(pool.used); cudaFree(count); cudaFree(sums);
    return wrong != 0;
}
