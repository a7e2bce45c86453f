// Marks that are set once: who sets one puts its vertex into the next frontier.
#include <cuda_runtime.h>

__global__ void expand(const int *frontier, int size, const int *first, const int *edges, int *visited, int *next,
                       int *count)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < size; i += gridDim.x * blockDim.x) {
        int e = first[frontier[i]];
        const int end = first[frontier[i] + 1];
        while (true) {
            if (e == end)
                break;
            const int v = edges[e++];
            if (atomicCAS(&visited[v], 0, 1) == 0)
                next[atomicAdd(count, 1)] = v;
        }
    }
}
