// Boruvka's minimum spanning forest: half a warp per vertex finds its lightest leaving edge (a struct reduced by shuffles),
// components keep theirs by a 64-bit atomicMin, trees are hooked and flattened.
#include <algorithm>
#include <cstdio>
#include <numeric>
#include <vector>
#include <cuda_runtime.h>

struct Edge {
    int weight, id, other;

    __device__ bool lighter(const Edge &e) const { return weight != e.weight ? weight < e.weight : id < e.id; }
    __device__ Edge from_below(unsigned mask, int distance, int width) const
    {
        return {__shfl_down_sync(mask, weight, distance, width), __shfl_down_sync(mask, id, distance, width),
                __shfl_down_sync(mask, other, distance, width)};
    }
};

#define NONE 0x7fffffff
#define HALF_WARP 16

__global__ void lightest(int n, const int *xadj, const Edge *adj, const int *comp, unsigned long long *best)
{
    const int t = blockIdx.x * blockDim.x + threadIdx.x;
    const int v = t / HALF_WARP, r = t % HALF_WARP;
    Edge e = {NONE, NONE, -1};
    if (v < n)
        for (int i = xadj[v] + r; i < xadj[v + 1]; i += HALF_WARP)
            if (comp[adj[i].other] != comp[v] && adj[i].lighter(e))
                e = adj[i];
    for (int d = HALF_WARP / 2; d; d >>= 1) {
        const Edge f = e.from_below(0xffffffff, d, HALF_WARP);
        if (f.lighter(e))
            e = f;
    }
    if (r == 0 && e.weight != NONE)
        atomicMin(&best[comp[v]], (unsigned long long)e.weight << 32 | (unsigned)e.id);
}

__global__ void hook(int n, const int *ends, const int *comp, const unsigned long long *best, int *next, unsigned char *chosen, int *merged)
{
    const int c = blockIdx.x * blockDim.x + threadIdx.x;
    bool joins = false;
    if (c < n) {
        next[c] = c;
        if (comp[c] == c && best[c] != ~0ull) {
            const int id = (int)(best[c] & 0xffffffffu);
            int to = comp[ends[2 * id]];
            if (to == c)
                to = comp[ends[2 * id + 1]];
            chosen[id] = 1;
            const bool mutual = best[to] == best[c];
            if (!mutual || c > to) {
                next[c] = to;
                joins = true;
            }
        }
    }
    const unsigned m = __ballot_sync(0xffffffff, joins);
    if (m && (threadIdx.x & 31) == __ffs(m) - 1)
        atomicAdd(merged, __popc(m));
}

__global__ void flatten(int n, int *comp, const int *next)
{
    const int v = blockIdx.x * blockDim.x + threadIdx.x;
    if (v < n) {
        int c = comp[v];
        while (next[c] != c)
            c = next[c];
        comp[v] = c;
    }
}

int main()
{
    const int n = 130;
    std::vector<std::vector<Edge>> lists(n);
    std::vector<int> ends, weights;
    for (int v = 0; v < n; v++)
        for (int k = 1; k <= (v % 20 ? 4 : 45); k++) {
            const int w = (v * 3 + k * k * 5) % n, weight = (v * 41 + k * 97) % 251;
            if (w == v || (w < 8) != (v < 8)) continue; // the first eight stay apart
            lists[v].push_back({weight, (int)weights.size(), w});
            lists[w].push_back({weight, (int)weights.size(), v});
            ends.push_back(v), ends.push_back(w);
            weights.push_back(weight);
        }
    const int m = (int)weights.size();
    int *xadj, *comp, *next, *dends, *merged;
    Edge *adj;
    unsigned long long *best;
    unsigned char *chosen;
    cudaMallocManaged(&xadj, (n + 1) * sizeof(int));
    cudaMallocManaged(&comp, n * sizeof(int));
    cudaMallocManaged(&next, n * sizeof(int));
    cudaMallocManaged(&dends, 2 * m * sizeof(int));
    cudaMallocManaged(&merged, sizeof(int));
    cudaMallocManaged(&adj, 2 * m * sizeof(Edge));
    cudaMallocManaged(&best, n * sizeof *best);
    cudaMallocManaged(&chosen, m);
    xadj[0] = 0;
    for (int v = 0; v < n; v++) {
        std::copy(lists[v].begin(), lists[v].end(), adj + xadj[v]);
        xadj[v + 1] = xadj[v] + (int)lists[v].size();
        comp[v] = v;
    }
    std::copy(ends.begin(), ends.end(), dends);
    cudaMemset(chosen, 0, m);
    int rounds = 0, trees = n;
    do {
        cudaMemset(best, 0xff, n * sizeof *best);
        cudaMemset(merged, 0, sizeof(int));
        lightest<<<(n * HALF_WARP + 127) / 128, 128>>>(n, xadj, adj, comp, best);
        hook<<<(n + 63) / 64, 64>>>(n, dends, comp, best, next, chosen, merged);
        flatten<<<(n + 63) / 64, 64>>>(n, comp, next);
        cudaDeviceSynchronize();
        trees -= *merged;
        printf("round %d: %d trees\n", ++rounds, trees);
    } while (*merged);
    std::vector<int> order(m), root(n);
    std::iota(order.begin(), order.end(), 0);
    std::iota(root.begin(), root.end(), 0);
    std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return weights[a] < weights[b]; });
    int wrong = 0, sum = 0;
    for (int e : order) {
        const int a = root[ends[2 * e]], b = root[ends[2 * e + 1]];
        if (a != b) {
            std::replace(root.begin(), root.end(), a, b);
            sum += weights[e];
        }
        wrong += chosen[e] != (a != b);
    }
    printf("weight %d, wrong %d\n", sum, wrong);
    cudaFree(xadj); cudaFree(comp); cudaFree(next); cudaFree(dends); cudaFree(merged); cudaFree(adj); cudaFree(best); cudaFree(chosen);
    return wrong != 0;
}
