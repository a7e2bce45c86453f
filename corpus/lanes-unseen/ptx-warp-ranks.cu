// Ranking of digits in the style of device libraries: lane ids, lane masks and votes by inline PTX, the peers of a digit
// found bit by bit. Blocks of 33, 48 and 96 threads end in a part of a warp; the member mask is that of the part.
#include <cstdint>
#include <cstdio>
#include <vector>
#include <cuda_runtime.h>

#define LOG_WARP_THREADS 5
#define WARP_THREADS (1 << LOG_WARP_THREADS)

namespace ptx {
__device__ __forceinline__ uint32_t lane_id()
{
    uint32_t r;
    asm volatile("mov.u32 %0, %%laneid;" : "=r"(r));
    return r;
}
__device__ __forceinline__ uint32_t mask_lt()
{
    uint32_t r;
    asm volatile("mov.u32 %0, %%lanemask_lt;" : "=r"(r));
    return r;
}
__device__ __forceinline__ uint32_t mask_ge()
{
    uint32_t r;
    asm volatile("mov.u32 %0, %%lanemask_ge;" : "=r"(r));
    return r;
}
// lanes first..(first + size - 1) of a warp
__device__ __forceinline__ uint32_t member_mask(unsigned size) { return 0xffffffffu >> (WARP_THREADS - size); }
} // namespace ptx

template <int BITS>
struct MatchAny {
    static __device__ uint32_t run(uint32_t members, uint32_t label)
    {
        uint32_t peers = members;
#pragma unroll
        for (int bit = 0; bit < BITS; ++bit) {
            const bool set = label >> bit & 1;
            const uint32_t vote = __ballot_sync(members, set);
            peers &= set ? vote : ~vote;
        }
        return peers;
    }
};

template <int BLOCK_THREADS, int BITS>
class BlockRank {
    enum {
        WARPS = (BLOCK_THREADS + WARP_THREADS - 1) / WARP_THREADS,
        LAST_WARP = BLOCK_THREADS - (WARPS - 1) * WARP_THREADS,
        DIGITS = 1 << BITS
    };

public:
    struct Temp {
        volatile int counters[WARPS][DIGITS];
        int start[DIGITS];
    };
    __device__ explicit BlockRank(Temp &temp)
        : t(temp), lane(ptx::lane_id()), warp(threadIdx.x >> LOG_WARP_THREADS),
          members(warp == WARPS - 1 ? ptx::member_mask(LAST_WARP) : 0xffffffffu)
    {
    }
    // stable rank of this thread's digit in the block
    __device__ int rank(uint32_t digit)
    {
        for (int i = threadIdx.x; i < WARPS * DIGITS; i += BLOCK_THREADS)
            (&t.counters[0][0])[i] = 0;
        __syncthreads();
        const uint32_t peers = MatchAny<BITS>::run(members, digit);
        const int before = __popc(peers & ptx::mask_lt());
        // the highest lane of the peers counts all of them
        if ((peers & ptx::mask_ge()) >> lane == 1)
            t.counters[warp][digit] = before + 1;
        __syncthreads();
        if (threadIdx.x < DIGITS) {
            int sum = 0;
            for (int w = 0; w < WARPS; ++w) {
                const int c = t.counters[w][threadIdx.x];
                t.counters[w][threadIdx.x] = sum;
                sum += c;
            }
            t.start[threadIdx.x] = sum;
        }
        __syncthreads();
        if (threadIdx.x == 0) {
            int run = 0;
            for (int d = 0; d < DIGITS; ++d) {
                const int c = t.start[d];
                t.start[d] = run;
                run += c;
            }
        }
        __syncthreads();
        return t.start[digit] + t.counters[warp][digit] + before;
    }

private:
    Temp &t;
    uint32_t lane, warp, members;
};

template <int BLOCK_THREADS, int BITS>
__global__ __launch_bounds__(BLOCK_THREADS) void sort_tiles(uint32_t *keys, int bits)
{
    using Rank = BlockRank<BLOCK_THREADS, BITS>;
    __shared__ typename Rank::Temp temp;
    __shared__ uint32_t exchange[BLOCK_THREADS];
    uint32_t key = keys[blockIdx.x * BLOCK_THREADS + threadIdx.x];
    for (int shift = 0; shift < bits; shift += BITS) {
        Rank ranker(temp);
        const int to = ranker.rank(key >> shift & ((1 << BITS) - 1));
        exchange[to] = key;
        __syncthreads();
        key = exchange[threadIdx.x];
        __syncthreads();
    }
    keys[blockIdx.x * BLOCK_THREADS + threadIdx.x] = key;
}

template <int THREADS, int BITS>
int test(int tiles, int bits)
{
    const int n = tiles * THREADS;
    uint32_t *keys;
    cudaMallocManaged(&keys, n * sizeof(uint32_t));
    std::vector<int> count(1 << bits);
    int wrong = 0;
    for (int i = 0; i < n; i++)
        keys[i] = (i * 2654435761u >> 11) & ((1u << bits) - 1) & (i % 5 ? ~0u : 0xf0u);
    std::vector<uint32_t> before(keys, keys + n);
    sort_tiles<THREADS, BITS><<<tiles, THREADS>>>(keys, bits);
    cudaDeviceSynchronize();
    for (int t = 0; t < tiles; t++) {
        for (int i = t * THREADS; i < (t + 1) * THREADS; i++) {
            wrong += i > t * THREADS && keys[i - 1] > keys[i];
            count[before[i]]++;
            count[keys[i]]--;
        }
        for (int c : count)
            wrong += c != 0;
    }
    printf("%d threads, digits of %d bits: %u .. %u, wrong %d\n", THREADS, BITS, keys[0], keys[n - 1], wrong);
    cudaFree(keys);
    return wrong;
}

int main()
{
    const int wrong = test<33, 2>(3, 6) + test<48, 4>(3, 8) + test<96, 3>(2, 9);
    printf("%s\n", wrong ? "FAILED" : "ok");
    return wrong != 0;
}
