// One level of a breadth-first search: lanes hold vertices, the warp walks their lists one after the other and
// keeps room in the queue with one atomic for all new vertices.
#include <cstdio>
#include <cuda_runtime.h>

#define FULL_MASK 0xffffffffu

__global__ void expand(const int *ptr, const int *adj, int *dist, int level, const int *queue, int queued, int *next, int *nextSize)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const int lane = threadIdx.x % 32;
    const int vertex = i < queued ? queue[i] : -1;
    const int begin = vertex >= 0 ? ptr[vertex] : 0;
    const int end = vertex >= 0 ? ptr[vertex + 1] : 0;
    unsigned todo;
    bool open = begin < end;
    while ((todo = __ballot_sync(FULL_MASK, open)) != 0) {
        const int leader = __ffs(todo) - 1;
        if (lane == leader)
            open = false;
        const int from = __shfl_sync(FULL_MASK, begin, leader);
        const int to = __shfl_sync(FULL_MASK, end, leader);
        for (int base = from; base < to; base += 32) {
            const int neighbour = base + lane < to ? adj[base + lane] : -1;
            const bool fresh = neighbour >= 0 && atomicCAS(&dist[neighbour], -1, level) == -1;
            const unsigned found = __ballot_sync(FULL_MASK, fresh);
            int at = 0;
            if (lane == 0 && found)
                at = atomicAdd(nextSize, __popc(found));
            at = __shfl_sync(FULL_MASK, at, 0);
            if (fresh)
                next[at + __popc(found & ((1u << lane) - 1))] = neighbour;
        }
    }
}

int main()
{
    const int n = 300;
    int *ptr, *adj, *dist, *queue, *next, *size, edges = 0, wrong = 0;
    cudaMallocManaged(&ptr, (n + 1) * sizeof(int));
    cudaMallocManaged(&adj, n * 50 * sizeof(int));
    cudaMallocManaged(&dist, n * sizeof(int));
    cudaMallocManaged(&queue, n * sizeof(int));
    cudaMallocManaged(&next, n * sizeof(int));
    cudaMallocManaged(&size, sizeof(int));
    static int expected[n], order[n];
    for (int v = 0; v < n; v++) {
        ptr[v] = edges;
        int degree = v % 17 == 0 ? 45 : v % 3;
        for (int k = 0; k < degree; k++)
            adj[edges++] = (v * 5 + k * k + 1) % n;
        dist[v] = expected[v] = -1;
    }
    ptr[n] = edges;
    int head = 0, tail = 0;
    expected[0] = 0;
    order[tail++] = 0;
    while (head < tail) {
        int v = order[head++];
        for (int e = ptr[v]; e < ptr[v + 1]; e++)
            if (expected[adj[e]] < 0) {
                expected[adj[e]] = expected[v] + 1;
                order[tail++] = adj[e];
            }
    }
    dist[0] = queue[0] = 0;
    int queued = 1;
    for (int level = 1; queued; level++) {
        *size = 0;
        expand<<<(queued + 63) / 64, 64>>>(ptr, adj, dist, level, queue, queued, next, size);
        cudaDeviceSynchronize();
        queued = *size;
        printf("level %d: %d\n", level, queued);
        int *t = queue;
        queue = next;
        next = t;
    }
    for (int v = 0; v < n; v++)
        wrong += dist[v] != expected[v];
    printf("reached %d, wrong: %d\n", tail, wrong);
    cudaFree(ptr);
    cudaFree(adj);
    cudaFree(dist);
    cudaFree(queue);
    cudaFree(next);
    cudaFree(size);
    return wrong != 0;
}
