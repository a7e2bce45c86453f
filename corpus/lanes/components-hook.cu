// Connected components: a warp hooks the edges it reads and votes whether it changed anything.
#include <cstdio>
#include <cuda_runtime.h>

#define WARP_MASK 0xffffffff

__global__ void hook(const int2 *edges, int m, int *label, int *changes)
{
    const int lane = threadIdx.x & 31;
    const int warp = (blockIdx.x * blockDim.x + threadIdx.x) >> 5, warps = (gridDim.x * blockDim.x) >> 5;
    for (int base = warp * 32; base < m; base += warps * 32) {
        const int e = base + lane;
        bool changed = false;
        if (e < m) {
            const int2 edge = edges[e];
            const int a = label[edge.x], b = label[edge.y];
            if (a != b) {
                const int low = min(a, b), high = max(a, b);
                changed = atomicMin(&label[high], low) > low;
                changed |= atomicMin(&label[edge.x], low) > low;
                changed |= atomicMin(&label[edge.y], low) > low;
            }
        }
        if (__any_sync(WARP_MASK, changed) && lane == 0)
            atomicAdd(changes, 1);
    }
}

__global__ void jump(int *label, int n)
{
    const int v = blockIdx.x * blockDim.x + threadIdx.x;
    int mine = v < n ? label[v] : 0;
    while (!__all_sync(WARP_MASK, v >= n || label[mine] == mine))
        mine = label[mine];
    if (v < n)
        label[v] = mine;
}

int main()
{
    const int n = 260, m = 240;
    int2 *edges;
    int *label, *changes, wrong = 0, components = 0, expected[n];
    cudaMallocManaged(&edges, m * sizeof(int2));
    cudaMallocManaged(&label, n * sizeof(int));
    cudaMallocManaged(&changes, sizeof(int));
    for (int i = 0; i < n; i++)
        label[i] = expected[i] = i;
    for (int i = 0; i < m; i++)
        edges[i] = make_int2((i * 37) % n, (i * 61 + i / 9 + 2) % n);
    for (bool again = true; again;) {
        again = false;
        for (int i = 0; i < m; i++) {
            int low = expected[edges[i].x] < expected[edges[i].y] ? expected[edges[i].x] : expected[edges[i].y];
            again |= expected[edges[i].x] != low || expected[edges[i].y] != low;
            expected[edges[i].x] = expected[edges[i].y] = low;
        }
    }
    int rounds = 0;
    do {
        *changes = 0;
        hook<<<2, 64>>>(edges, m, label, changes);
        jump<<<(n + 63) / 64, 64>>>(label, n);
        cudaDeviceSynchronize();
    } while (*changes && ++rounds < 1000);
    for (int i = 0; i < n; i++) {
        wrong += label[i] != expected[i];
        components += label[i] == i;
    }
    printf("%d components, wrong: %d\n", components, wrong);
    cudaFree(edges);
    cudaFree(label);
    cudaFree(changes);
    return wrong != 0;
}
