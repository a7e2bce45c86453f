// LSD radix sort passes with digits ranked by __match_any_sync: peers count themselves in a per-warp histogram.
#include <algorithm>
#include <cstdio>
#include <vector>
#include <cuda_runtime.h>

const int RADIX_BITS = 4, RADIX = 1 << RADIX_BITS;
const int WARPS = 3;
const unsigned FULL = 0xFFFFFFFF;

__device__ __forceinline__ int digit_of(unsigned key, int shift) { return key >> shift & (RADIX - 1); }

// each warp owns a contiguous share of the block's keys; hist[warp][digit]
__device__ void histogram(const unsigned *keys, int from, int to, int shift, int *hist, int lane)
{
    for (int d = lane; d < RADIX; d += 32)
        hist[d] = 0;
    __syncwarp();
    for (int i = from + lane; i - lane < to; i += 32) {
        const int d = i < to ? digit_of(keys[i], shift) : -1;
        const unsigned peers = __match_any_sync(FULL, d);
        if (d >= 0 && __ffs(peers) - 1 == lane)
            hist[d] += __popc(peers);
        __syncwarp();
    }
}

__global__ void radix_pass(const unsigned *in, unsigned *out, int n, int shift)
{
    __shared__ int hist[WARPS][RADIX];
    const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    const int share = (n + WARPS - 1) / WARPS;
    const int from = min(n, warp * share), to = min(n, from + share);
    histogram(in, from, to, shift, hist[warp], lane);
    __syncthreads();
    if (warp == 0) {
        // column-major exclusive scan over (digit, warp): a lane per digit
        int column = 0;
        if (lane < RADIX)
            for (int w = 0; w < WARPS; w++)
                column += hist[w][lane];
        int scan = column;
        for (int k = 1; k < RADIX; k <<= 1) {
            const int t = __shfl_up_sync(FULL, scan, k, RADIX);
            if (lane % RADIX >= k)
                scan += t;
        }
        scan -= column;
        if (lane < RADIX)
            for (int w = 0; w < WARPS; w++) {
                const int c = hist[w][lane];
                hist[w][lane] = scan;
                scan += c;
            }
    }
    __syncthreads();
    int *offset = hist[warp];
    for (int base = from; base < to; base += 32) {
        const int i = base + lane;
        const unsigned active = __ballot_sync(FULL, i < to);
        if (i < to) {
            const unsigned key = in[i];
            const int d = digit_of(key, shift);
            const unsigned peers = __match_any_sync(active, d);
            const int rank = __popc(peers & ((1u << lane) - 1));
            out[offset[d] + rank] = key;
            __syncwarp(active);
            if (rank == 0)
                offset[d] += __popc(peers);
        }
        __syncwarp();
    }
}

int main()
{
    const int n = 777;
    std::vector<unsigned> keys(n);
    for (int i = 0; i < n; i++)
        keys[i] = i * 40503u % 65521u;
    unsigned *buf[2];
    cudaMalloc(&buf[0], n * sizeof(unsigned));
    cudaMalloc(&buf[1], n * sizeof(unsigned));
    cudaMemcpy(buf[0], keys.data(), n * sizeof(unsigned), cudaMemcpyHostToDevice);
    for (int shift = 0; shift < 16; shift += RADIX_BITS) {
        radix_pass<<<1, WARPS * 32>>>(buf[0], buf[1], n, shift);
        std::swap(buf[0], buf[1]);
    }
    std::vector<unsigned> got(n);
    cudaMemcpy(got.data(), buf[0], n * sizeof(unsigned), cudaMemcpyDeviceToHost);
    std::sort(keys.begin(), keys.end());
    int wrong = 0;
    for (int i = 0; i < n; i++)
        wrong += keys[i] != got[i];
    printf("%d keys, lowest %u, highest %u, wrong %d\n", n, got[0], got[n - 1], wrong);
    cudaFree(buf[0]);
    cudaFree(buf[1]);
    return wrong != 0;
}
