// Block-wide LSD radix sort: ranks within a warp from per-digit ballots, digit counts of the warps scanned in shared memory.
#include <cstdio>
#include <algorithm>
#include <cuda_runtime.h>

template <int THREADS, int RADIX_BITS>
class BlockSort {
    enum {
        LOG_WARP = 5,
        WARP_THREADS = 1 << LOG_WARP,
        WARPS = THREADS >> LOG_WARP,
        DIGITS = 1 << RADIX_BITS
    };

public:
    struct TempStorage {
        int counts[DIGITS][WARPS];
        unsigned keys[THREADS];
    };

    __device__ __forceinline__ explicit BlockSort(TempStorage &s) : temp(s), warp(threadIdx.x >> LOG_WARP)
    {
        asm volatile("mov.u32 %0, %%laneid;" : "=r"(lane));
    }

    __device__ unsigned sort(unsigned key, int begin_bit, int end_bit)
    {
        for (int bit = begin_bit; bit < end_bit; bit += RADIX_BITS)
            key = pass(key, bit);
        return key;
    }

private:
    TempStorage &temp;
    unsigned lane;
    const int warp;

    __device__ unsigned peers_of(unsigned digit) const
    {
        unsigned m = 0xffffffffu;
#pragma unroll
        for (int b = 0; b < RADIX_BITS; b++) {
            const bool set = digit >> b & 1;
            const unsigned vote = __ballot_sync(0xffffffffu, set);
            m &= set ? vote : ~vote;
        }
        return m;
    }

    __device__ unsigned pass(unsigned key, int bit)
    {
        const unsigned digit = (key >> bit) & (DIGITS - 1);
        for (int i = threadIdx.x; i < DIGITS * WARPS; i += THREADS)
            (&temp.counts[0][0])[i] = 0;
        __syncthreads();
        const unsigned peers = peers_of(digit);
        unsigned lt;
        asm("mov.u32 %0, %%lanemask_lt;" : "=r"(lt));
        const int rank_in_warp = __popc(peers & lt);
        if (rank_in_warp == 0)
            temp.counts[digit][warp] = __popc(peers);
        __syncthreads();
        if (warp == 0) { // exclusive scan over digit-major counts
            int carry = 0;
            for (int base = 0; base < DIGITS * WARPS; base += WARP_THREADS) {
                int *cell = &temp.counts[0][0] + base + lane;
                const bool in = base + (int)lane < DIGITS * WARPS;
                const int c = in ? *cell : 0;
                int s = c;
                for (int d = 1; d < WARP_THREADS; d <<= 1) {
                    const int t = __shfl_up_sync(0xffffffffu, s, d);
                    if ((int)lane >= d)
                        s += t;
                }
                if (in)
                    *cell = carry + s - c;
                carry += __shfl_sync(0xffffffffu, s, WARP_THREADS - 1);
            }
        }
        __syncthreads();
        temp.keys[temp.counts[digit][warp] + rank_in_warp] = key;
        __syncthreads();
        const unsigned r = temp.keys[threadIdx.x];
        __syncthreads();
        return r;
    }
};

template <int THREADS>
__global__ void sort_tiles(unsigned *data, int n)
{
    typedef BlockSort<THREADS, 3> Sorter;
    __shared__ typename Sorter::TempStorage temp;
    const int i = blockIdx.x * THREADS + threadIdx.x;
    unsigned key = i < n ? data[i] : 0xfffu;
    key = Sorter(temp).sort(key, 0, 12);
    if (i < n)
        data[i] = key;
}

int main()
{
    const int n = 700, tile = 224, tiles = (n + tile - 1) / tile;
    static unsigned h[n], ref[n];
    for (int i = 0; i < n; i++)
        ref[i] = h[i] = (i * 2551u + i / 5) % 4000u;
    unsigned *d;
    cudaMalloc(&d, sizeof h);
    cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);
    sort_tiles<tile><<<tiles, tile>>>(d, n);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    int wrong = 0;
    unsigned check = 0;
    for (int t = 0; t < tiles; t++) {
        const int lo = t * tile, hi = lo + tile < n ? lo + tile : n;
        std::sort(ref + lo, ref + hi);
        for (int i = lo; i < hi; i++) {
            wrong += ref[i] != h[i];
            check = check * 33u + h[i];
        }
    }
    printf("tiles %d wrong %d check %u\n", tiles, wrong, check);
    cudaFree(d);
    return wrong ? 1 : 0;
}
