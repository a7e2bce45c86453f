// Particles are routed to three output lists by predicate functors, one atomic per warp and list;
// a particle may go to several lists. Blocks are 32 x 4, x is the lane.
#include <algorithm>
#include <cstdio>
#include <vector>
#include <cuda_runtime.h>

struct Particle {
    int id, cell, energy;
};

struct IsHot {
    int limit;
    __device__ __host__ bool operator()(const Particle &p) const { return p.energy > limit; }
};
struct IsEdge {
    int cells;
    __device__ __host__ bool operator()(const Particle &p) const { return p.cell == 0 || p.cell == cells - 1; }
};
struct IsOdd {
    __device__ __host__ bool operator()(const Particle &p) const { return p.id & 1; }
};

struct List {
    int *items;
    int *count;
};

template <typename Pred>
__device__ void append_if(const Particle &p, bool valid, Pred pred, List out)
{
    const unsigned hits = __ballot_sync(0xffffffffu, valid && pred(p));
    if (hits == 0)
        return; // uniform in the warp
    const int lane = threadIdx.x;
    const int leader = __ffs(hits) - 1;
    int base = 0;
    if (lane == leader)
        base = atomicAdd(out.count, __popc(hits));
    base = __shfl_sync(0xffffffffu, base, leader);
    if (hits >> lane & 1u)
        out.items[base + __popc(hits & ((1u << lane) - 1u))] = p.id;
}

__global__ void route(const Particle *in, int n, IsHot hot, IsEdge edge, List lists0, List lists1, List lists2)
{
    const int warps = gridDim.x * blockDim.y;
    const int warp = blockIdx.x * blockDim.y + threadIdx.y;
    for (int first = warp * 32; first < n; first += warps * 32) {
        const int i = first + threadIdx.x;
        Particle p{};
        const bool valid = i < n;
        if (valid)
            p = in[i];
        append_if(p, valid, hot, lists0);
        append_if(p, valid, edge, lists1);
        append_if(p, valid, IsOdd{}, lists2);
    }
}

template <typename Pred>
int verify(const char *name, const Particle *in, int n, Pred pred, const List &list)
{
    std::vector<int> want, got(list.items, list.items + *list.count);
    for (int i = 0; i < n; i++)
        if (pred(in[i]))
            want.push_back(in[i].id);
    std::sort(got.begin(), got.end());
    std::sort(want.begin(), want.end());
    long sum = 0;
    for (int id : got)
        sum += id;
    printf("%s: %d items, sum %ld\n", name, *list.count, sum);
    return got != want;
}

int main()
{
    const int n = 701;
    Particle *in;
    List lists[3];
    cudaMallocManaged(&in, n * sizeof(Particle));
    for (auto &l : lists) {
        cudaMallocManaged(&l.items, n * sizeof(int));
        cudaMallocManaged(&l.count, sizeof(int));
        *l.count = 0;
    }
    for (int i = 0; i < n; i++)
        in[i] = {i, i * 7 % 40, (i * 131 + 17) % 1000};
    const IsHot hot{820};
    const IsEdge edge{40};
    route<<<2, dim3(32, 4)>>>(in, n, hot, edge, lists[0], lists[1], lists[2]);
    if (cudaDeviceSynchronize() != cudaSuccess)
        return 2;
    int wrong = verify("hot", in, n, hot, lists[0]);
    wrong += verify("edge", in, n, edge, lists[1]);
    wrong += verify("odd", in, n, IsOdd{}, lists[2]);
    printf("wrong lists: %d\n", wrong);
    cudaFree(in);
    for (auto &l : lists) {
        cudaFree(l.items);
        cudaFree(l.count);
    }
    return wrong;
}
