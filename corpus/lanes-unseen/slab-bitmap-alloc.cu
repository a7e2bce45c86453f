// Slab allocator: a warp holds a bitmap word per lane of the resident block, lanes ask for units and give them back.
#include <cstdio>
#include <initializer_list>
#include <cuda_runtime.h>

namespace slab {

constexpr int kSuperBlocks = 2, kWords = 32, kUnits = kWords * 32;

struct Pool {
    unsigned *bitmap; // kSuperBlocks * kWords
};

class WarpContext {
    Pool pool_;
    unsigned lane_id_;
    unsigned resident_, word_;
    int moves_;

    __device__ void load_resident()
    {
        word_ = *(volatile unsigned *)&pool_.bitmap[resident_ * kWords + lane_id_];
    }

public:
    __device__ WarpContext(Pool p, unsigned lane_id, unsigned warp_id)
        : pool_(p), lane_id_(lane_id), resident_(warp_id % kSuperBlocks), moves_(0)
    {
        load_resident();
    }

    // one unit for the warp, the same answer in all lanes; -1 when all is full
    __device__ int allocate_for_warp()
    {
        for (int full_in_a_row = 0; full_in_a_row < 2 * kSuperBlocks;) {
            const int empty = __ffs(~word_) - 1; // my free bit
            const unsigned vote = __ballot_sync(0xffffffffu, empty >= 0);
            if (vote == 0) {
                resident_ = (resident_ + 1) % kSuperBlocks;
                ++full_in_a_row, ++moves_;
                load_resident();
                __syncwarp();
                continue;
            }
            const unsigned src = __ffs(vote) - 1;
            int got = -1;
            if (src == lane_id_) {
                const unsigned before = atomicOr(&pool_.bitmap[resident_ * kWords + lane_id_], 1u << empty);
                if (!(before >> empty & 1u))
                    got = (int)(resident_ * kUnits + lane_id_ * 32 + empty);
                word_ = before | 1u << empty;
            }
            got = __shfl_sync(0xffffffffu, got, (int)src);
            if (got >= 0)
                return got;
        }
        return -1;
    }

    __device__ void release(int unit) const { atomicAnd(&pool_.bitmap[unit / 32], ~(1u << unit % 32)); }
};

} // namespace slab

__global__ void grab(slab::Pool pool, const int *wants, int n, int *owner, int *kept, int *failures)
{
    const unsigned tid = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x & 31u;
    slab::WarpContext ctx(pool, lane, tid >> 5);
    int to_do = tid < n ? wants[tid] : 0, last = -1;
    unsigned work;
    while ((work = __ballot_sync(0xffffffffu, to_do > 0)) != 0) {
        const int server = __ffs(work) - 1;
        const int unit = ctx.allocate_for_warp();
        if ((int)lane == server) {
            --to_do;
            if (unit < 0)
                atomicAdd(failures, 1);
            else {
                atomicAdd(&owner[unit], 1); // 1 for ever if the unit is given out once
                last = unit;
            }
        }
    }
    __syncwarp();
    if (last >= 0 && tid % 3 == 0) { // every third thread gives its last unit back
        atomicSub(&owner[last], 1);
        __threadfence();
        ctx.release(last);
    } else if (last >= 0) {
        atomicAdd(kept, 1);
    }
}

int main()
{
    using namespace slab;
    const int n = 300, units = kSuperBlocks * kUnits;
    Pool pool;
    int *wants, *owner, *kept, *failures;
    cudaMallocManaged(&pool.bitmap, kSuperBlocks * kWords * sizeof(unsigned));
    cudaMallocManaged(&wants, n * sizeof(int));
    cudaMallocManaged(&owner, units * sizeof(int));
    cudaMallocManaged(&kept, sizeof(int));
    cudaMallocManaged(&failures, sizeof(int));
    cudaMemset(pool.bitmap, 0, kSuperBlocks * kWords * sizeof(unsigned));
    cudaMemset(owner, 0, units * sizeof(int));
    int asked = *kept = *failures = 0, back = 0, stay = 0;
    for (int i = 0; i < n; i++) {
        wants[i] = i % 5 == 1 ? 0 : 1 + i % 6;
        asked += wants[i];
        if (wants[i])
            (i % 3 == 0 ? back : stay)++;
    }
    grab<<<5, 64>>>(pool, wants, n, owner, kept, failures);
    cudaDeviceSynchronize();
    int wrong = 0, in_use = 0;
    for (int u = 0, bit; u < units; u++) {
        in_use += bit = pool.bitmap[u / 32] >> (u % 32) & 1;
        wrong += owner[u] != bit;
    }
    wrong += in_use != asked - back || *kept != stay || *failures;
    printf("asked %d, in use %d, wrong %d\n", asked, in_use, wrong);
    for (void *p : {(void *)pool.bitmap, (void *)wants, (void *)owner, (void *)kept, (void *)failures})
        cudaFree(p);
    return wrong != 0;
}
