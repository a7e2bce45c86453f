// Stream compaction into several bins; blocks of 100 threads, coalesced groups and __activemask side by side.
#include <cstdio>
#include <algorithm>
#include <cooperative_groups.h>
#include <cuda_runtime.h>

using namespace cooperative_groups;

__device__ unsigned atomicAggInc(unsigned *ctr)
{
    coalesced_group active = coalesced_threads();
    unsigned start = 0;
    if (active.thread_rank() == 0)
        start = atomicAdd(ctr, active.size());
    return active.shfl(start, 0) + active.thread_rank();
}

__device__ unsigned atomicAggIncMask(unsigned *ctr)
{
    const unsigned mask = __activemask();
    const unsigned lane = threadIdx.x % 32;
    const unsigned before = __popc(mask & ((1u << lane) - 1u));
    unsigned start;
    if (before == 0)
        start = atomicAdd(ctr, __popc(mask));
    start = __shfl_sync(mask, start, __ffs(mask) - 1);
    return start + before;
}

struct Bins {
    int *small, *large, *rest;
    unsigned *counts;
};

__global__ void split(const int *in, int n, Bins b)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    const int v = in[i];
    if (v < 30) {
        b.small[atomicAggInc(b.counts + 0)] = v;
        return;
    }
    if (v > 70)
        b.large[atomicAggIncMask(b.counts + 1)] = v;
    else
        b.rest[atomicAggInc(b.counts + 2)] = v;
}

static int compare(int *got, unsigned n, int *in, int total, int lo, int hi)
{
    int e[1024], m = 0, wrong = 0;
    for (int i = 0; i < total; i++)
        if (in[i] >= lo && in[i] <= hi)
            e[m++] = in[i];
    if ((unsigned)m != n)
        return total;
    std::sort(e, e + m);
    std::sort(got, got + n);
    for (int k = 0; k < m; k++)
        wrong += e[k] != got[k];
    return wrong;
}

int main()
{
    const int n = 950, threads = 100;
    int *in;
    Bins b;
    cudaMallocManaged(&in, n * sizeof(int));
    cudaMallocManaged(&b.small, n * sizeof(int));
    cudaMallocManaged(&b.large, n * sizeof(int));
    cudaMallocManaged(&b.rest, n * sizeof(int));
    cudaMallocManaged(&b.counts, 3 * sizeof(unsigned));
    cudaMemset(b.counts, 0, 3 * sizeof(unsigned));
    for (int i = 0; i < n; i++)
        in[i] = (i * 67 + i / 10 * 3) % 100;
    split<<<(n + threads - 1) / threads, threads>>>(in, n, b);
    cudaDeviceSynchronize();
    const int wrong = compare(b.small, b.counts[0], in, n, 0, 29) + compare(b.large, b.counts[1], in, n, 71, 99) +
                      compare(b.rest, b.counts[2], in, n, 30, 70);
    printf("%u small, %u large, %u others; wrong %d\n", b.counts[0], b.counts[1], b.counts[2], wrong);
    cudaFree(in);
    cudaFree(b.small);
    cudaFree(b.large);
    cudaFree(b.rest);
    cudaFree(b.counts);
    return wrong != 0;
}
