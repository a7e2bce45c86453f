// Warp-cooperative hash table: 16 keys to a bucket, ballots find a match or a free slot, lanes' requests are served in turn.
#include <cstdio>
#include <map>
#include <cuda_runtime.h>

template <unsigned BUCKET_SLOTS, unsigned TILE_LANES = BUCKET_SLOTS>
struct WarpHash {
    static_assert(TILE_LANES == BUCKET_SLOTS && (TILE_LANES & (TILE_LANES - 1)) == 0, "one lane per slot");
    static constexpr unsigned EMPTY_KEY = 0xffffffffu;
    unsigned *keys;
    int *counts;
    unsigned buckets;

    static __host__ __device__ unsigned hash(unsigned k) { return k * 2654435769u >> 7; }

    // bits of my tile only, shifted down
    static __device__ unsigned tile_ballot(unsigned tile_mask, unsigned tile_shift, bool p)
    {
        return (__ballot_sync(tile_mask, p) & tile_mask) >> tile_shift;
    }

    __device__ void add(bool active, unsigned key, int by)
    {
        const unsigned ln = threadIdx.x & 31u;
        const unsigned rank = ln % TILE_LANES, shift = ln & ~(TILE_LANES - 1);
        const unsigned tmask = (TILE_LANES == 32 ? ~0u : (1u << (TILE_LANES & 31)) - 1u) << shift;
        unsigned queue;
        while ((queue = tile_ballot(tmask, shift, active)) != 0) {
            const int src = __ffs(queue) - 1;
            const unsigned k = __shfl_sync(tmask, key, src, TILE_LANES);
            const int inc = __shfl_sync(tmask, by, src, TILE_LANES);
            for (unsigned b = hash(k) % buckets;; b = (b + 1) % buckets) {
                volatile unsigned *slot = &keys[b * BUCKET_SLOTS + rank];
                const unsigned seen = *slot;
                const unsigned found = tile_ballot(tmask, shift, seen == k);
                if (found) {
                    if (rank == (unsigned)__ffs(found) - 1)
                        atomicAdd(&counts[b * BUCKET_SLOTS + rank], inc);
                    break;
                }
                const unsigned free_slots = tile_ballot(tmask, shift, seen == EMPTY_KEY);
                if (!free_slots)
                    continue;
                const int chosen = __ffs(free_slots) - 1;
                unsigned old = 0;
                if ((int)rank == chosen)
                    old = atomicCAS(&keys[b * BUCKET_SLOTS + rank], EMPTY_KEY, k);
                old = __shfl_sync(tmask, old, chosen, TILE_LANES);
                if (old == EMPTY_KEY || old == k) {
                    if ((int)rank == chosen)
                        atomicAdd(&counts[b * BUCKET_SLOTS + rank], inc);
                    break;
                }
                b = (b + buckets - 1) % buckets; // look at this bucket again
            }
            if ((int)rank == src)
                active = false;
        }
    }
};

__global__ void count_keys(WarpHash<16> table, const unsigned *in, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    table.add(i < n, i < n ? in[i] : 0u, i % 5 + 1);
}

int main()
{
    const int n = 500;
    const unsigned buckets = 11, slots = buckets * 16;
    unsigned *in;
    WarpHash<16> t;
    t.buckets = buckets;
    cudaMallocManaged(&in, n * sizeof(unsigned));
    cudaMallocManaged(&t.keys, slots * sizeof(unsigned));
    cudaMallocManaged(&t.counts, slots * sizeof(int));
    cudaMemset(t.keys, 0xff, slots * sizeof(unsigned));
    cudaMemset(t.counts, 0, slots * sizeof(int));
    std::map<unsigned, int> expect;
    for (int i = 0; i < n; i++) {
        in[i] = (i * i * 7u + i / 6) % 140u * 1001u;
        expect[in[i]] += i % 5 + 1;
    }
    count_keys<<<4, 128>>>(t, in, n);
    cudaDeviceSynchronize();
    std::map<unsigned, int> got;
    int occupied = 0;
    for (unsigned s = 0; s < slots; s++)
        if (t.keys[s] != 0xffffffffu) {
            got[t.keys[s]] += t.counts[s];
            occupied++;
        }
    const bool ok = got == expect && occupied == (int)expect.size();
    printf("distinct keys %d, %s\n", (int)expect.size(), ok ? "right" : "WRONG");
    cudaFree(in);
    cudaFree(t.keys);
    cudaFree(t.counts);
    return !ok;
}
