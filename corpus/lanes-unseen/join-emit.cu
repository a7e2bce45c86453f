// Hash join: every probe row may match several build rows; output space is taken once per warp.
#include <algorithm>
#include <cstdio>
#include <vector>
#include <cuda_runtime.h>

struct Pair { int left, right; };

__device__ __forceinline__ unsigned lanemask_lt()
{
    unsigned m;
    asm("mov.u32 %0, %%lanemask_lt;" : "=r"(m));
    return m;
}

// Takes one slot for every calling lane; must be called by converged lanes.
__device__ int reserve_one(int *counter)
{
    const unsigned active = __activemask();
    const int leader = __ffs(active) - 1;
    int base;
    if ((active & lanemask_lt()) == 0)
        base = atomicAdd(counter, __popc(active));
    base = __shfl_sync(active, base, leader);
    return base + __popc(active & lanemask_lt());
}

// Takes 'count' slots for every lane of a full warp with an inclusive scan and one atomic
__device__ int reserve_many(int *counter, int count)
{
    const int lane_id = threadIdx.x & 31;
    int incl = count;
    for (int i = 1; i <= 16; i *= 2) {
        int n = __shfl_up_sync(~0u, incl, i);
        if (lane_id >= i) incl += n;
    }
    int base = 0;
    if (lane_id == 31)
        base = atomicAdd(counter, incl);
    return __shfl_sync(~0u, base, 31) + incl - count;
}

__global__ void build_lists(const int *key, int n, int *head, int *next, int buckets)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        next[i] = atomicExch(&head[key[i] % buckets], i);
}

__global__ void probe_one_by_one(const int *lkey, int n, const int *rkey, const int *head, const int *next, int buckets,
                                 Pair *out, int *counter)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    for (int j = head[lkey[i] % buckets]; j >= 0; j = next[j])
        if (rkey[j] == lkey[i])
            out[reserve_one(counter)] = Pair{i, j};
}

__global__ void probe_two_pass(const int *lkey, int n, const int *rkey, const int *head, const int *next, int buckets,
                               Pair *out, int *counter)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const int key = i < n ? lkey[i] : -1;
    int matches = 0;
    if (key >= 0)
        for (int j = head[key % buckets]; j >= 0; j = next[j])
            matches += rkey[j] == key;
    int at = reserve_many(counter, matches);
    if (matches)
        for (int j = head[key % buckets]; j >= 0; j = next[j])
            if (rkey[j] == key)
                out[at++] = {i, j};
}

int main()
{
    const int nl = 200, nr = 100, buckets = 16, room = 2000;
    int *lkey, *rkey, *head, *next, *counter;
    Pair *out;
    cudaMallocManaged(&lkey, nl * sizeof(int));
    cudaMallocManaged(&rkey, nr * sizeof(int));
    cudaMallocManaged(&head, buckets * sizeof(int));
    cudaMallocManaged(&next, nr * sizeof(int));
    cudaMallocManaged(&counter, sizeof(int));
    cudaMallocManaged(&out, room * sizeof(Pair));
    for (int i = 0; i < nl; i++) lkey[i] = i * 7 % 61;
    for (int i = 0; i < nr; i++) rkey[i] = i * i % 47;
    std::vector<std::pair<int, int>> want;
    for (int i = 0; i < nl; i++)
        for (int j = 0; j < nr; j++)
            if (lkey[i] == rkey[j])
                want.push_back({i, j});
    std::fill(head, head + buckets, -1);
    build_lists<<<1, 64>>>(rkey, nr, head, next, buckets);
    int wrong = 0;
    for (int pass = 0; pass < 2; pass++) {
        cudaDeviceSynchronize();
        *counter = 0;
        if (pass == 0)
            probe_one_by_one<<<(nl + 95) / 96, 96>>>(lkey, nl, rkey, head, next, buckets, out, counter);
        else
            probe_two_pass<<<(nl + 95) / 96, 96>>>(lkey, nl, rkey, head, next, buckets, out, counter);
        cudaDeviceSynchronize();
        std::vector<std::pair<int, int>> got;
        for (int k = 0; k < *counter && k < room; k++)
            got.push_back({out[k].left, out[k].right});
        std::sort(got.begin(), got.end());
        printf("pass %d: %zu pairs, %s\n", pass, got.size(), got == want ? "right" : "WRONG");
        wrong += got != want;
    }
    cudaFree(lkey); cudaFree(rkey); cudaFree(head); cudaFree(next); cudaFree(counter); cudaFree(out);
    return wrong;
}
