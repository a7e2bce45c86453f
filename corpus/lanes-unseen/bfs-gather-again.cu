// Breadth-first search: big adjacency lists are taken over by the whole warp (vote through shared memory), small ones packed by a scan.
#include <cstdio>
#include <initializer_list>
#include <vector>
#include <queue>
#include <cuda_runtime.h>

#define WARP_SZ 32
#define BLOCK 96
#define BIG 20

struct Comm { volatile int owner, beg, end; };

__device__ __forceinline__ void visit(int v, int level, int *dist, int *next, int *next_n)
{
    const bool fresh = atomicCAS(&dist[v], -1, level) == -1;
    const unsigned here = __activemask();
    const unsigned add = __ballot_sync(here, fresh);
    if (!fresh)
        return;
    const int ln = threadIdx.x & (WARP_SZ - 1), leader = __ffs(add) - 1;
    int at = 0;
    if (ln == leader)
        at = atomicAdd(next_n, __popc(add));
    at = __shfl_sync(add, at, leader);
    next[at + __popc(add & ((1u << ln) - 1))] = v;
}

__global__ void expand(const int *off, const int *adj, const int *cur, int cur_n, int level, int *dist, int *next, int *next_n)
{
    __shared__ Comm comm[BLOCK / WARP_SZ];
    __shared__ int packed[BLOCK / WARP_SZ][WARP_SZ * BIG];
    const int wid = threadIdx.x / WARP_SZ, ln = threadIdx.x & (WARP_SZ - 1);
    for (int base = blockIdx.x * BLOCK; base < cur_n; base += gridDim.x * BLOCK) {
        const int q = base + threadIdx.x;
        int beg = 0, end = 0;
        if (q < cur_n) {
            beg = off[cur[q]];
            end = off[cur[q] + 1];
        }
        // big lists: lanes race for the warp, everybody helps the winner
        while (__any_sync(0xffffffff, end - beg >= BIG)) {
            if (end - beg >= BIG)
                comm[wid].owner = ln;
            __syncwarp();
            if (comm[wid].owner == ln) {
                comm[wid].beg = beg;
                comm[wid].end = end;
                beg = end;
            }
            __syncwarp();
            const int stop = comm[wid].end;
            for (int e = comm[wid].beg + ln; e < stop; e += WARP_SZ)
                visit(adj[e], level, dist, next, next_n);
            __syncwarp();
        }
        // small lists: gathered into shared memory at scanned offsets
        const int len = end - beg;
        int incl = len;
        for (int d = 1; d < WARP_SZ; d *= 2) {
            const int t = __shfl_up_sync(0xffffffff, incl, d);
            if (ln >= d)
                incl += t;
        }
        const int total = __shfl_sync(0xffffffff, incl, WARP_SZ - 1);
        for (int k = 0, at = incl - len; k < len; k++)
            packed[wid][at + k] = adj[beg + k];
        __syncwarp();
        for (int e = ln; e < total; e += WARP_SZ)
            visit(packed[wid][e], level, dist, next, next_n);
        __syncwarp();
    }
}

int main()
{
    const int n = 400;
    std::vector<int> o(1, 0), a;
    for (int v = 0; v < n; v++) {
        const int deg = v % 50 == 0 ? 45 : v % 7;
        for (int k = 0; k < deg; k++)
            a.push_back((v * 3 + k * k * 5 + 1) % n);
        o.push_back((int)a.size());
    }
    int *off, *adj, *dist, *queue[2], *count;
    cudaMallocManaged(&off, o.size() * sizeof(int));
    cudaMallocManaged(&adj, a.size() * sizeof(int));
    cudaMallocManaged(&dist, n * sizeof(int));
    cudaMallocManaged(&queue[0], n * sizeof(int));
    cudaMallocManaged(&queue[1], n * sizeof(int));
    cudaMallocManaged(&count, sizeof(int));
    cudaMemcpy(off, o.data(), o.size() * sizeof(int), cudaMemcpyHostToDevice);
    cudaMemcpy(adj, a.data(), a.size() * sizeof(int), cudaMemcpyHostToDevice);
    cudaMemset(dist, 0xff, n * sizeof(int));
    queue[0][0] = 50;
    dist[50] = 0;
    int size = 1, level = 0;
    while (size) {
        *count = 0;
        expand<<<2, BLOCK>>>(off, adj, queue[level & 1], size, level + 1, dist, queue[~level & 1], count);
        cudaDeviceSynchronize();
        size = *count;
        level++;
    }
    std::vector<int> ref(n, -1);
    std::queue<int> todo;
    ref[50] = 0;
    todo.push(50);
    int reached = 0, wrong = 0;
    for (; !todo.empty(); todo.pop(), reached++)
        for (int e = o[todo.front()]; e < o[todo.front() + 1]; e++)
            if (ref[a[e]] < 0) {
                ref[a[e]] = ref[todo.front()] + 1;
                todo.push(a[e]);
            }
    for (int v = 0; v < n; v++)
        wrong += ref[v] != dist[v];
    printf("levels %d reached %d wrong %d\n", level, reached, wrong);
    for (void *p : {(void *)off, (void *)adj, (void *)dist, (void *)queue[0], (void *)queue[1], (void *)count})
        cudaFree(p);
    return wrong != 0;
}
