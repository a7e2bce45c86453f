// Nearest neighbours: a warp keeps the 32 nearest points in order and puts candidates in by shuffle up.
#include <cstdio>
#include <cuda_runtime.h>

#define WARP_SIZE 32

struct Candidate {
    float distance;
    int index;
};

__device__ void insert(Candidate &mine, float distance, int index, unsigned lane)
{
    const bool after = mine.distance > distance || (mine.distance == distance && mine.index > index);
    const float upDistance = __shfl_up_sync(0xffffffff, mine.distance, 1);
    const int upIndex = __shfl_up_sync(0xffffffff, mine.index, 1);
    const unsigned later = __ballot_sync(0xffffffff, after);
    if (later == 0)
        return;
    const unsigned place = __ffs(later) - 1;
    if (lane > place)
        mine = {upDistance, upIndex};
    else if (lane == place)
        mine = {distance, index};
}

__global__ void knn(const float2 *points, int n, const float2 *queries, int *nearest)
{
    const unsigned lane = threadIdx.x % WARP_SIZE;
    const int q = (blockIdx.x * blockDim.x + threadIdx.x) / WARP_SIZE;
    const float2 at = queries[q];
    Candidate mine = {1e30f, 0x7fffffff};
    for (int base = 0; base < n; base += WARP_SIZE) {
        const int i = base + lane;
        float distance = 2e30f;
        if (i < n) {
            const float dx = points[i].x - at.x, dy = points[i].y - at.y;
            distance = dx * dx + dy * dy;
        }
        const float worst = __shfl_sync(0xffffffff, mine.distance, WARP_SIZE - 1);
        unsigned candidates = __ballot_sync(0xffffffff, distance < worst);
        for (; candidates; candidates &= candidates - 1) {
            const int source = __ffs(candidates) - 1;
            insert(mine, __shfl_sync(0xffffffff, distance, source), base + source, lane);
        }
    }
    nearest[q * WARP_SIZE + lane] = mine.index;
}

int main()
{
    const int n = 190, m = 8;
    float2 *points, *queries;
    int *nearest, wrong = 0;
    cudaMallocManaged(&points, n * sizeof(float2));
    cudaMallocManaged(&queries, m * sizeof(float2));
    cudaMallocManaged(&nearest, m * WARP_SIZE * sizeof(int));
    for (int i = 0; i < n; i++)
        points[i] = make_float2((float)((i * 37) % 101), (float)((i * 53) % 89));
    for (int q = 0; q < m; q++)
        queries[q] = make_float2((float)(q * 12), (float)(90 - q * 11));
    knn<<<m / 2, 64>>>(points, n, queries, nearest);
    cudaDeviceSynchronize();
    for (int q = 0; q < m; q++) {
        for (int i = 0; i < n; i++) {
            float dx = points[i].x - queries[q].x, dy = points[i].y - queries[q].y, d = dx * dx + dy * dy;
            int rank = 0;
            for (int k = 0; k < n; k++) {
                float ex = points[k].x - queries[q].x, ey = points[k].y - queries[q].y, e = ex * ex + ey * ey;
                rank += e < d || (e == d && k < i);
            }
            if (rank < WARP_SIZE)
                wrong += nearest[q * WARP_SIZE + rank] != i;
        }
        printf("query %d: %d %d %d\n", q, nearest[q * WARP_SIZE], nearest[q * WARP_SIZE + 15], nearest[q * WARP_SIZE + 31]);
    }
    printf("wrong: %d\n", wrong);
    cudaFree(points);
    cudaFree(queries);
    cudaFree(nearest);
    return wrong != 0;
}
