// Bucketed cuckoo hashing: tiles of 16 threads (cooperative groups) probe a bucket of 16 slots at once; a full bucket
// gives up a random entry, which is carried on by the same tile. Keys above 0, a key is at home in one of two buckets.
#include <cstdint>
#include <cstdio>
#include <vector>
#include <cooperative_groups.h>
#include <cuda_runtime.h>

namespace cg = cooperative_groups;

constexpr int kBucket = 16;
constexpr uint32_t kEmpty = 0;
using Tile = cg::thread_block_tile<kBucket>;

struct Pair {
    uint32_t key, value;
};
static_assert(sizeof(Pair) == 8, "one word for an atomic exchange");

class Table {
    unsigned long long *slots_;
    uint32_t buckets_;

    static __device__ uint64_t bits(Pair p) { return (uint64_t)p.value << 32 | p.key; }
    static __device__ Pair pair(uint64_t b) { return {(uint32_t)b, (uint32_t)(b >> 32)}; }

public:
    Table(unsigned long long *slots, uint32_t buckets) : slots_(slots), buckets_(buckets) {}

    __device__ uint32_t home(uint32_t key, int which) const
    {
        return (which ? (key ^ 0x9e3779b9u) * 0x85ebca6bu : key * 2654435761u) >> 16 & (buckets_ - 1);
    }

    __device__ bool insert(const Tile &tile, Pair p) const
    {
        uint32_t bucket = home(p.key, 0);
        for (int kicks = 0; kicks < 64; kicks++) {
            unsigned long long *slot = slots_ + bucket * kBucket + tile.thread_rank();
            for (;;) {
                const uint64_t seen = *(volatile unsigned long long *)slot;
                const unsigned vacant = tile.ballot(pair(seen).key == kEmpty);
                if (!vacant)
                    break;
                const int chosen = __ffs(vacant) - 1;
                bool won = false;
                if (tile.thread_rank() == chosen)
                    won = atomicCAS(slot, 0ull, bits(p)) == 0;
                if (tile.shfl(won, chosen))
                    return true;
            }
            // throw one out
            const int victim = (p.key * 31 + kicks * 7) % kBucket;
            uint64_t old = 0;
            if (tile.thread_rank() == victim)
                old = atomicExch(slot, (unsigned long long)bits(p));
            p = pair(tile.shfl(old, victim));
            if (p.key == kEmpty)
                return true;
            bucket = home(p.key, 0) == bucket ? home(p.key, 1) : home(p.key, 0);
        }
        return false;
    }

    __device__ uint32_t find(const Tile &tile, uint32_t key) const
    {
        for (int which = 0; which < 2; which++) {
            const Pair p = pair(slots_[home(key, which) * kBucket + tile.thread_rank()]);
            const unsigned hit = tile.ballot(p.key == key);
            if (hit)
                return tile.shfl(p.value, __ffs(hit) - 1);
        }
        return 0;
    }
};

__global__ void build(Table table, const Pair *pairs, int n, int *failed)
{
    const Tile tile = cg::tiled_partition<kBucket>(cg::this_thread_block());
    const int tiles = gridDim.x * blockDim.x / kBucket;
    for (int i = (blockIdx.x * blockDim.x + threadIdx.x) / kBucket; i < n; i += tiles)
        if (!table.insert(tile, pairs[i]) && tile.thread_rank() == 0)
            atomicAdd(failed, 1);
}

__global__ void lookup(Table table, const uint32_t *keys, int n, uint32_t *values)
{
    const Tile tile = cg::tiled_partition<kBucket>(cg::this_thread_block());
    // every thread brings a key, the tile looks them up in turn
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const uint32_t mine = i < n ? keys[i] : kEmpty;
    uint32_t answer = 0;
    for (int turn = 0; turn < kBucket; turn++) {
        const uint32_t key = tile.shfl(mine, turn);
        if (key == kEmpty)
            continue;
        const uint32_t v = table.find(tile, key);
        if (turn == tile.thread_rank())
            answer = v;
    }
    if (i < n)
        values[i] = answer;
}

int main()
{
    const int n = 220, asked = 333;
    const uint32_t buckets = 16;
    Pair *pairs;
    unsigned long long *slots;
    uint32_t *keys, *values;
    int *failed;
    cudaMallocManaged(&pairs, n * sizeof(Pair));
    cudaMallocManaged(&slots, buckets * kBucket * sizeof *slots);
    cudaMallocManaged(&keys, asked * sizeof(uint32_t));
    cudaMallocManaged(&values, asked * sizeof(uint32_t));
    cudaMallocManaged(&failed, sizeof(int));
    *failed = 0;
    cudaMemset(slots, 0, buckets * kBucket * sizeof *slots);
    for (int i = 0; i < n; i++)
        pairs[i] = {(uint32_t)i * 3 + 1, (uint32_t)(i * i + 1)};
    for (int i = 0; i < asked; i++)
        keys[i] = (i * 5 % asked) * 2 + 1;
    const Table table(slots, buckets);
    build<<<2, 80>>>(table, pairs, n, failed);
    lookup<<<4, 96>>>(table, keys, asked, values);
    cudaDeviceSynchronize();
    int wrong = *failed, found = 0;
    for (int i = 0; i < asked; i++) {
        const uint32_t k = keys[i] - 1, id = k / 3;
        const uint32_t want = k % 3 == 0 && id < n ? id * id + 1 : 0;
        wrong += values[i] != want;
        found += values[i] != 0;
    }
    printf("%d of %d keys found, %d wrong\n", found, asked, wrong);
    cudaFree(pairs); cudaFree(slots); cudaFree(keys); cudaFree(values); cudaFree(failed);
    return wrong != 0;
}
