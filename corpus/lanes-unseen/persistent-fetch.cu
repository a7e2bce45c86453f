// Persistent warps: idle lanes are counted by ballot and refilled together from a global counter (Aila/Laine style),
// jobs have very different lengths (Collatz steps).
#include <cstdio>
#include <algorithm>
#include <cuda_runtime.h>

#define WARP_LANES 32
#define FETCH_THRESHOLD 10

__device__ int g_next;

__device__ __forceinline__ int fetch_jobs(bool idle, unsigned idle_mask, int total)
{
    const int lane = threadIdx.x & (WARP_LANES - 1);
    const int rank = __popc(idle_mask & ((1u << lane) - 1));
    const int leader = __ffs(idle_mask) - 1;
    int base = 0;
    if (idle && rank == 0)
        base = atomicAdd(&g_next, __popc(idle_mask));
    base = __shfl_sync(0xffffffff, base, leader);
    if (!idle)
        return -1;
    return base + rank < total ? base + rank : -1;
}

__global__ void collatz(const unsigned *start, int total, int *length, unsigned *peak)
{
    int job = -1, steps = 0;
    unsigned x = 1, highest = 0;
    bool exhausted = false;

    for (;;) {
        const bool idle = job < 0;
        const unsigned idle_mask = __ballot_sync(0xffffffff, idle);
        if (!exhausted && (__popc(idle_mask) >= FETCH_THRESHOLD)) {
            const int got = fetch_jobs(idle, idle_mask, total);
            if (idle && got >= 0) {
                job = got;
                x = highest = start[job];
                steps = 0;
            }
            exhausted = __any_sync(0xffffffff, idle && got < 0);
        } else if (idle_mask == 0xffffffff)
            break;
        // a burst of steps between two looks at the queue
#pragma unroll 4
        for (int burst = 0; burst < 8; burst++) {
            if (job < 0)
                break;
            if (x == 1) {
                length[job] = steps;
                peak[job] = highest;
                job = -1;
            } else {
                x = x & 1 ? 3 * x + 1 : x >> 1;
                highest = max(highest, x);
                ++steps;
            }
        }
    }
}

int main()
{
    const int total = 500;
    unsigned *start, *peak;
    int *length, zero = 0;
    cudaMallocManaged(&start, total * sizeof(unsigned));
    cudaMallocManaged(&peak, total * sizeof(unsigned));
    cudaMallocManaged(&length, total * sizeof(int));
    for (int i = 0; i < total; i++)
        start[i] = 1 + (i * 37 + i / 10) % 900;
    cudaMemcpyToSymbol(g_next, &zero, sizeof zero);
    cudaMemset(length, 0xff, total * sizeof(int));
    collatz<<<2, 2 * WARP_LANES>>>(start, total, length, peak);
    cudaDeviceSynchronize();
    int wrong = 0, longest = 0;
    for (int i = 0; i < total; i++) {
        unsigned x = start[i], high = x;
        int s = 0;
        for (; x != 1; s++) {
            x = x & 1 ? 3 * x + 1 : x / 2;
            high = std::max(high, x);
        }
        wrong += s != length[i] || high != peak[i];
        longest = std::max(longest, length[i]);
    }
    printf("%d jobs, longest %d, wrong %d\n", total, longest, wrong);
    cudaFree(start); cudaFree(peak); cudaFree(length);
    return wrong != 0;
}
