// Open-addressing hash map probed by cooperative tiles: every tile tests a group of slots at a time.
#include <cstdio>
#include <vector>
#include <cuda_runtime.h>
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

constexpr unsigned EMPTY = 0xffffffffu;

template <int GroupSize>
class HashMap {
    unsigned *keys_;
    unsigned *values_;
    unsigned capacity_; // a multiple of GroupSize

    __device__ static unsigned hash(unsigned k)
    {
        k ^= k >> 16;
        k *= 0x85ebca6bu;
        k ^= k >> 13;
        return k;
    }

public:
    using Group = cg::thread_block_tile<GroupSize>;

    HashMap(unsigned *keys, unsigned *values, unsigned capacity) : keys_(keys), values_(values), capacity_(capacity) {}

    // true if the key is new
    __device__ bool insert(const Group &g, unsigned key, unsigned value)
    {
        unsigned group = hash(key) % (capacity_ / GroupSize);
        for (;;) {
            const unsigned slot = group * GroupSize + g.thread_rank();
            unsigned seen = *(volatile unsigned *)&keys_[slot];
            if (unsigned hit = g.ballot(seen == key)) {
                const int src = __ffs(hit) - 1;
                if (g.thread_rank() == src)
                    atomicAdd(&values_[slot], value);
                return false;
            }
            unsigned vacant = g.ballot(seen == EMPTY);
            while (vacant) {
                const int leader = __ffs(vacant) - 1;
                unsigned old = 0;
                if (g.thread_rank() == leader) {
                    old = atomicCAS(&keys_[slot], EMPTY, key);
                    if (old == EMPTY || old == key)
                        atomicAdd(&values_[slot], value);
                }
                old = g.shfl(old, leader);
                if (old == EMPTY)
                    return true;
                if (old == key)
                    return false;
                vacant &= vacant - 1;
            }
            group = (group + 1) % (capacity_ / GroupSize);
        }
    }

    __device__ bool find(const Group &g, unsigned key, unsigned &value) const
    {
        unsigned group = hash(key) % (capacity_ / GroupSize);
        for (unsigned probes = 0; probes < capacity_ / GroupSize; probes++, group = (group + 1) % (capacity_ / GroupSize)) {
            const unsigned slot = group * GroupSize + g.thread_rank();
            const unsigned k = keys_[slot];
            const unsigned hit = g.ballot(k == key);
            if (hit) {
                value = g.shfl(values_[slot], __ffs(hit) - 1);
                return true;
            }
            if (g.any(k == EMPTY))
                return false;
        }
        return false;
    }
};

template <int G>
__global__ void build(HashMap<G> map, const unsigned *in, int n, int *fresh)
{
    auto tile = cg::tiled_partition<G>(cg::this_thread_block());
    const int i = (blockIdx.x * blockDim.x + threadIdx.x) / G;
    if (i < n && map.insert(tile, in[i], 1) && tile.thread_rank() == 0)
        atomicAdd(fresh, 1);
}

template <int G>
__global__ void query(HashMap<G> map, unsigned *out, int n)
{
    auto tile = cg::tiled_partition<G>(cg::this_thread_block());
    for (int i = (blockIdx.x * blockDim.x + threadIdx.x) / G; i < n; i += gridDim.x * blockDim.x / G) {
        unsigned v = 0;
        const bool ok = map.find(tile, i, v);
        if (tile.thread_rank() == 0)
            out[i] = ok ? v : 0;
    }
}

template <int G>
static int test()
{
    const int n = 120, universe = 90, capacity = 128;
    unsigned *keys, *values, *in, *out;
    int *fresh, wrong = 0;
    cudaMallocManaged(&keys, capacity * 4);
    cudaMallocManaged(&values, capacity * 4);
    cudaMallocManaged(&in, n * 4);
    cudaMallocManaged(&out, universe * 4);
    cudaMallocManaged(&fresh, 4);
    cudaMemset(keys, 0xff, capacity * 4);
    cudaMemset(values, 0, capacity * 4);
    *fresh = 0;
    std::vector<unsigned> count(universe, 0);
    for (int i = 0; i < n; i++)
        count[in[i] = (i * i + 3 * i) % universe]++;
    HashMap<G> map(keys, values, capacity);
    build<G><<<(n * G + 127) / 128, 128>>>(map, in, n, fresh);
    query<G><<<2, 128>>>(map, out, universe);
    cudaDeviceSynchronize();
    int distinct = 0;
    for (int k = 0; k < universe; k++) {
        distinct += count[k] > 0;
        wrong += out[k] != count[k];
    }
    wrong += distinct != *fresh;
    printf("groups of %d: %d distinct, %d wrong\n", G, *fresh, wrong);
    cudaFree(keys); cudaFree(values); cudaFree(in); cudaFree(out); cudaFree(fresh);
    return wrong;
}

int main()
{
    return test<4>() + test<16>() + test<32>() != 0;
}
