// Level-synchronous BFS with frontier queues; discovered vertices are appended with one atomic per coalesced group.
#include <cstdio>
#include <vector>
#include <utility>
#include <cuda_runtime.h>
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

struct Graph { int n; const int *xadj, *adj; };

struct Queue {
    int *items;
    int *size;
    __device__ void push(int v)
    {
        cg::coalesced_group active = cg::coalesced_threads();
        int base = 0;
        if (active.thread_rank() == 0)
            base = atomicAdd(size, active.size());
        items[active.shfl(base, 0) + active.thread_rank()] = v;
    }
};

__global__ void expand(Graph g, const int *frontier, int count, Queue next, int *depth, int level)
{
    const int stride = gridDim.x * blockDim.x;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += stride) {
        const int v = frontier[i];
        for (int e = g.xadj[v]; e < g.xadj[v + 1]; e++) {
            const int w = g.adj[e];
            if (depth[w] < 0 && atomicCAS(&depth[w], -1, level) == -1)
                next.push(w);
        }
    }
}

// sum of the degrees of the frontier (for choosing a direction)
__global__ void degree_sum(Graph g, const int *frontier, int count, int *total)
{
    auto warp = cg::tiled_partition<32>(cg::this_thread_block());
    int d = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x)
        d += g.xadj[frontier[i] + 1] - g.xadj[frontier[i]];
    for (int k = warp.size() / 2; k > 0; k /= 2)
        d += warp.shfl_down(d, k);
    if (warp.thread_rank() == 0)
        atomicAdd(total, d);
}

int main()
{
    const int n = 400;
    std::vector<std::vector<int>> lists(n);
    for (int v = 0; v < n; v++)
        for (int w : {v * 3 % n, (v + 17) % n, v / 5})
            if (w != v && v % 29 != 28 && w % 29 != 28) {
                lists[v].push_back(w);
                lists[w].push_back(v);
            }
    int *xadj, *adj, *depth, *q[2], *counters;
    int m = 0;
    for (auto &l : lists) m += (int)l.size();
    cudaMallocManaged(&xadj, (n + 1) * sizeof(int));
    cudaMallocManaged(&adj, m * sizeof(int));
    cudaMallocManaged(&depth, n * sizeof(int));
    cudaMallocManaged(&q[0], n * sizeof(int));
    cudaMallocManaged(&q[1], n * sizeof(int));
    cudaMallocManaged(&counters, 2 * sizeof(int));
    xadj[0] = 0;
    for (int v = 0; v < n; v++) {
        xadj[v + 1] = xadj[v];
        for (int w : lists[v]) adj[xadj[v + 1]++] = w;
        depth[v] = -1;
    }
    const Graph g{n, xadj, adj};
    const int root = 1;
    depth[root] = 0;
    q[0][0] = root;
    int count = 1, cur = 0, reached = 1, wrong = 0;
    for (int level = 1; count; level++) {
        counters[0] = counters[1] = 0;
        degree_sum<<<2, 64>>>(g, q[cur], count, counters + 1);
        expand<<<2, 80>>>(g, q[cur], count, Queue{q[1 - cur], counters}, depth, level);
        cudaDeviceSynchronize();
        printf("level %d: frontier %d, edges %d, found %d\n", level, count, counters[1], counters[0]);
        count = counters[0];
        reached += count;
        cur ^= 1;
    }
    std::vector<int> want(n, -1), fifo(1, root);
    want[root] = 0;
    for (size_t h = 0; h < fifo.size(); h++)
        for (int w : lists[fifo[h]])
            if (want[w] < 0) {
                want[w] = want[fifo[h]] + 1;
                fifo.push_back(w);
            }
    for (int v = 0; v < n; v++)
        wrong += want[v] != depth[v];
    printf("reached %d of %d, wrong %d\n", reached, n, wrong);
    for (void *p : {(void *)xadj, (void *)adj, (void *)depth, (void *)q[0], (void *)q[1], (void *)counters})
        cudaFree(p);
    return wrong != 0 || reached != (int)fifo.size();
}
