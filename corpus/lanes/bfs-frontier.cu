// Breadth-first search: a warp expands one vertex of the frontier, lanes take its edges, and the newly found vertices
// go to the next frontier with one addition per warp.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void expand(const int *offsets, const int *edges, const int *frontier, int size, int *distance, int level,
                       int *next, int *nextSize)
{
    int warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
    int lane = threadIdx.x % 32;
    if (warp >= size)
        return;
    int vertex = frontier[warp];
    int begin = offsets[vertex], end = offsets[vertex + 1];
    for (int base = begin; base < end; base += 32) {
        int found = -1;
        if (base + lane < end) {
            int target = edges[base + lane];
            if (atomicCAS(&distance[target], -1, level) == -1)
                found = target;
        }
        unsigned int fresh = __ballot_sync(0xffffffff, found >= 0);
        if (fresh == 0)
            continue;
        int start = 0;
        if (lane == __ffs(fresh) - 1)
            start = atomicAdd(nextSize, __popc(fresh));
        start = __shfl_sync(0xffffffff, start, __ffs(fresh) - 1);
        if (found >= 0)
            next[start + __popc(fresh & ((1u << lane) - 1u))] = found;
    }
}

int main()
{
    const int vertices = 300, maxEdges = vertices * 50;
    static int offsets[vertices + 1], edges[maxEdges], distance[vertices], expected[vertices], queue[vertices];
    int count = 0;
    for (int v = 0; v < vertices; v++) {
        int degree = v % 29 == 0 ? 45 : v % 3;
        for (int k = 0; k < degree; k++)
            edges[count++] = (v * 17 + k * k * 5 + 3) % vertices;
        offsets[v + 1] = count;
        expected[v] = distance[v] = -1;
    }
    int head = 0, tail = 0;
    expected[0] = 0;
    queue[tail++] = 0;
    while (head < tail) {
        int v = queue[head++];
        for (int k = offsets[v]; k < offsets[v + 1]; k++)
            if (expected[edges[k]] < 0) {
                expected[edges[k]] = expected[v] + 1;
                queue[tail++] = edges[k];
            }
    }

    int *o, *e, *d, *frontier, *next, *nextSize, size = 1, zero = 0, level = 0, wrong = 0;
    cudaMalloc(&o, sizeof(offsets));
    cudaMalloc(&e, count * sizeof(int));
    cudaMalloc(&d, sizeof(distance));
    cudaMalloc(&frontier, vertices * sizeof(int));
    cudaMalloc(&next, vertices * sizeof(int));
    cudaMalloc(&nextSize, sizeof(int));
    distance[0] = 0;
    cudaMemcpy(o, offsets, sizeof(offsets), cudaMemcpyHostToDevice);
    cudaMemcpy(e, edges, count * sizeof(int), cudaMemcpyHostToDevice);
    cudaMemcpy(d, distance, sizeof(distance), cudaMemcpyHostToDevice);
    cudaMemcpy(frontier, &zero, sizeof(int), cudaMemcpyHostToDevice);
    while (size > 0 && size <= vertices && level < vertices) {
        printf("level %d: %d\n", level, size);
        cudaMemcpy(nextSize, &zero, sizeof(int), cudaMemcpyHostToDevice);
        expand<<<(size * 32 + 95) / 96, 96>>>(o, e, frontier, size, d, ++level, next, nextSize);
        cudaMemcpy(&size, nextSize, sizeof(int), cudaMemcpyDeviceToHost);
        int *swapped = frontier;
        frontier = next;
        next = swapped;
    }
    cudaMemcpy(distance, d, sizeof(distance), cudaMemcpyDeviceToHost);
    for (int v = 0; v < vertices; v++)
        wrong += distance[v] != expected[v];
    printf("wrong: %d\n", wrong);
    cudaFree(o);
    cudaFree(e);
    cudaFree(d);
    cudaFree(frontier);
    cudaFree(next);
    cudaFree(nextSize);
    return wrong != 0;
}
