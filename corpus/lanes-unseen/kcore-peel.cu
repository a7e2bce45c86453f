// k-core decomposition by peeling: one block scans for vertices of the current degree and works its buffer off, a warp
// to a vertex; a neighbour that falls to degree k is appended by whichever lanes are active in that branch.
#include <cstdio>
#include <vector>
#include <cuda_runtime.h>

#define WARPS 4
#define WARP_SIZE 32

__device__ int append(int *tail)
{
    const unsigned active = __activemask();
    const int lane = threadIdx.x & (WARP_SIZE - 1);
    const int leader = __ffs(active) - 1;
    int base = 0;
    if (lane == leader)
        base = atomicAdd(tail, __popc(active));
    base = __shfl_sync(active, base, leader);
    return base + __popc(active & ((1u << lane) - 1));
}

__global__ void __launch_bounds__(WARPS *WARP_SIZE) peel(int n, const int *row, const int *col, int *degree, int *core,
                                                         int *rounds)
{
    extern __shared__ int buffer[]; // n vertices
    __shared__ int tail, done;
    const int warp = threadIdx.x / WARP_SIZE, lane = threadIdx.x % WARP_SIZE;
    int r = 0;
    if (threadIdx.x == 0)
        done = 0;
    __syncthreads();
    for (int k = 0; done < n; k++) {
        if (threadIdx.x == 0)
            tail = 0;
        __syncthreads();
        for (int v = threadIdx.x; v < n; v += blockDim.x)
            if (degree[v] == k)
                buffer[append(&tail)] = v;
        __syncthreads();
        int head = 0, end = tail;
        while (head < end) {
            __syncthreads(); // everybody has read the tail
            for (int i = head + warp; i < end; i += WARPS) {
                const int v = buffer[i];
                for (int e = row[v] + lane; e < row[v + 1]; e += WARP_SIZE) {
                    const int u = col[e];
                    if (*(volatile int *)&degree[u] > k) {
                        const int before = atomicSub(&degree[u], 1);
                        if (before == k + 1)
                            buffer[append(&tail)] = u;
                        else if (before <= k)
                            atomicAdd(&degree[u], 1); // somebody else was first
                    }
                }
                if (lane == 0)
                    core[v] = k;
            }
            __syncthreads();
            head = end;
            end = tail;
            r++;
        }
        __syncthreads();
        if (threadIdx.x == 0)
            done += end;
        __syncthreads();
    }
    if (threadIdx.x == 0)
        *rounds = r;
}

int main()
{
    const int n = 180;
    std::vector<std::vector<int>> g(n);
    auto edge = [&](int a, int b) {
        for (int x : g[a])
            if (x == b)
                return;
        if (a != b) {
            g[a].push_back(b);
            g[b].push_back(a);
        }
    };
    for (int i = 0; i < n; i++) {
        if (i % 10 == 9)
            continue;
        edge(i, i * i % n);
        edge(i, (i * 7 + 3) % n);
        if (i < 40)
            for (int j = 0; j < 40; j += 1 + i % 3)
                edge(i, j);
    }
    int *row, *col, *degree, *core, *rounds;
    size_t m = 0;
    for (auto &l : g)
        m += l.size();
    cudaMallocManaged(&row, (n + 1) * sizeof(int));
    cudaMallocManaged(&col, m * sizeof(int));
    cudaMallocManaged(&degree, n * sizeof(int));
    cudaMallocManaged(&core, n * sizeof(int));
    cudaMallocManaged(&rounds, sizeof(int));
    row[0] = 0;
    for (int v = 0; v < n; v++) {
        row[v + 1] = row[v];
        for (int w : g[v])
            col[row[v + 1]++] = w;
        degree[v] = (int)g[v].size();
        core[v] = -1;
    }
    peel<<<1, WARPS * WARP_SIZE, n * sizeof(int)>>>(n, row, col, degree, core, rounds);
    cudaDeviceSynchronize();
    std::vector<int> d(n), want(n, -1);
    for (int v = 0; v < n; v++)
        d[v] = (int)g[v].size();
    for (int left = n, k = 0; left;) {
        int v = 0;
        while (v < n && (want[v] >= 0 || d[v] > k))
            v++;
        if (v == n) {
            k++;
            continue;
        }
        want[v] = k;
        left--;
        for (int w : g[v])
            d[w]--;
    }
    int wrong = 0, highest = 0;
    std::vector<int> histogram(n);
    for (int v = 0; v < n; v++) {
        wrong += want[v] != core[v];
        highest = core[v] > highest ? core[v] : highest;
        if (core[v] >= 0)
            histogram[core[v]]++;
    }
    for (int k = 0; k <= highest; k++)
        printf("core %d: %d vertices\n", k, histogram[k]);
    printf("wrong: %d\n", wrong + (*rounds <= 0));
    cudaFree(row); cudaFree(col); cudaFree(degree); cudaFree(core); cudaFree(rounds);
    return wrong != 0;
}
