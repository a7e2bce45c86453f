// Merrill-style neighbour gathering: lanes vote for control of the warp, large lists are read by the whole warp,
// the small ones by single lanes afterwards. Visited flags are a bitmap.
#include <cstdio>
#include <cstring>
#include <vector>
#include <cuda_runtime.h>

#define BLOCK_SIZE 64
#define WARPS (BLOCK_SIZE / 32)
#define SMALL 6

__device__ bool claim(unsigned *visited, int v)
{
    const unsigned bit = 1u << (v & 31);
    return !(atomicOr(&visited[v >> 5], bit) & bit);
}

__global__ void gather(const int *row, const int *adj, const int *in, int in_count, int *out, int *out_count, unsigned *visited)
{
    __shared__ volatile int comm[WARPS][3];
    const int warp_id = threadIdx.x >> 5;
    const int lane_id = threadIdx.x & 31;
    const int i = blockIdx.x * BLOCK_SIZE + threadIdx.x;

    int r = 0, r_end = 0;
    if (i < in_count) {
        r = row[in[i]];
        r_end = row[in[i] + 1];
    }
    while (__any_sync(0xffffffff, r_end - r > SMALL)) {
        if (r_end - r > SMALL)
            comm[warp_id][0] = lane_id; // one of the writers wins
        __syncwarp();
        if (comm[warp_id][0] == lane_id) {
            comm[warp_id][1] = r;
            comm[warp_id][2] = r_end;
            r = r_end;
        }
        __syncwarp();
        const int begin = comm[warp_id][1], end = comm[warp_id][2];
        for (int g = begin; g < end; g += 32) {
            const bool found = g + lane_id < end && claim(visited, adj[g + lane_id]);
            const unsigned votes = __ballot_sync(0xffffffff, found);
            int at = 0;
            if (lane_id == 0 && votes)
                at = atomicAdd(out_count, __popc(votes));
            at = __shfl_sync(0xffffffff, at, 0);
            if (found)
                out[at + __popc(votes & ((1u << lane_id) - 1))] = adj[g + lane_id];
        }
        comm[warp_id][0] = -1;
        __syncwarp();
    }
    for (; r < r_end; ++r)
        if (claim(visited, adj[r]))
            out[atomicAdd(out_count, 1)] = adj[r];
}

int main()
{
    const int n = 500;
    std::vector<std::vector<int>> g(n);
    for (int v = 0; v < n; v++) {
        const int d = v % 41 == 0 ? 90 : v % 10 == 0 ? 12 : 2;
        for (int k = 1; k <= d; k++)
            g[v].push_back((v + k * k * 7 + k) % n);
    }
    int *row, *adj, *front, *back, *count, m = 0;
    unsigned *visited;
    for (auto &l : g) m += (int)l.size();
    cudaMallocManaged(&row, sizeof(int) * (n + 1));
    cudaMallocManaged(&adj, sizeof(int) * m);
    cudaMallocManaged(&front, sizeof(int) * n);
    cudaMallocManaged(&back, sizeof(int) * n);
    cudaMallocManaged(&count, sizeof(int));
    cudaMallocManaged(&visited, sizeof(unsigned) * ((n + 31) / 32));
    row[0] = 0;
    for (int v = 0; v < n; v++) {
        row[v + 1] = row[v] + (int)g[v].size();
        memcpy(adj + row[v], g[v].data(), g[v].size() * sizeof(int));
    }
    cudaMemset(visited, 0, sizeof(unsigned) * ((n + 31) / 32));
    std::vector<int> depth(n, -1), want(n, -1), now(1, 5);
    front[0] = 5;
    visited[0] = 1u << 5;
    depth[5] = want[5] = 0;
    int wrong = 0, size = 1;
    for (int level = 1; size; level++) {
        *count = 0;
        gather<<<(size + BLOCK_SIZE - 1) / BLOCK_SIZE, BLOCK_SIZE>>>(row, adj, front, size, back, count, visited);
        cudaDeviceSynchronize();
        size = *count;
        for (int k = 0; k < size; k++) {
            wrong += depth[back[k]] >= 0;
            depth[back[k]] = level;
        }
        std::swap(front, back);
        std::vector<int> next;
        for (int v : now)
            for (int w : g[v])
                if (want[w] < 0) {
                    want[w] = level;
                    next.push_back(w);
                }
        now.swap(next);
        printf("level %d: %d\n", level, size);
    }
    for (int v = 0; v < n; v++)
        wrong += want[v] != depth[v];
    printf("wrong %d\n", wrong);
    cudaFree(row); cudaFree(adj); cudaFree(front); cudaFree(back); cudaFree(count); cudaFree(visited);
    return wrong != 0;
}
