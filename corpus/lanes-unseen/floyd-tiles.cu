// All-pairs shortest paths (blocked Floyd-Warshall, tiles of 32 x 32, blocks of 32 x 8): inside the pivot tile the row k
// and the column k are handed round, columns by a broadcast from lane k.
#include <cstdio>
#include <vector>
#include <cuda_runtime.h>

#define TILE 32
#define ROWS 8
#define PER (TILE / ROWS)
#define INF 1000000

__global__ void pivot_tile(int *d, int n, int b)
{
    __shared__ int row[2][TILE];
    int mine[PER];
    const int x = threadIdx.x, y = threadIdx.y;
    int *tile = d + (b * TILE) * n + b * TILE;
    for (int r = 0; r < PER; r++)
        mine[r] = tile[(y + r * ROWS) * n + x];
    for (int k = 0; k < TILE; k++) {
        if (k % ROWS == y)
            row[k & 1][x] = mine[k / ROWS];
        __syncthreads();
        const int through = row[k & 1][x];
        for (int r = 0; r < PER; r++)
            mine[r] = min(mine[r], __shfl_sync(0xffffffff, mine[r], k) + through);
    }
    for (int r = 0; r < PER; r++)
        tile[(y + r * ROWS) * n + x] = mine[r];
}

// tiles of the pivot's row (blockIdx.y == 0) and column (1)
__global__ void cross_tiles(int *d, int n, int b)
{
    __shared__ int pivot[TILE][TILE + 1];
    const int x = threadIdx.x, y = threadIdx.y, t = blockIdx.x + (blockIdx.x >= b);
    for (int r = y; r < TILE; r += ROWS)
        pivot[r][x] = d[(b * TILE + r) * n + b * TILE + x];
    __syncthreads();
    for (int i = y; i < TILE; i += ROWS) {
        if (blockIdx.y == 0) {
            // a warp owns a column of the tile; lane = row
            int *p = d + (b * TILE + x) * n + t * TILE + i;
            int v = *p;
            for (int k = 0; k < TILE; k++)
                v = min(v, pivot[x][k] + __shfl_sync(0xffffffff, v, k));
            *p = v;
        } else {
            int *p = d + (t * TILE + i) * n + b * TILE + x;
            int v = *p;
            for (int k = 0; k < TILE; k++)
                v = min(v, __shfl_sync(0xffffffff, v, k) + pivot[k][x]);
            *p = v;
        }
    }
}

__global__ void other_tiles(int *d, int n, int b)
{
    if (blockIdx.x == b || blockIdx.y == b)
        return;
    __shared__ int top[TILE][TILE];
    const int x = threadIdx.x, y = threadIdx.y;
    for (int r = y; r < TILE; r += ROWS)
        top[r][x] = d[(b * TILE + r) * n + blockIdx.x * TILE + x];
    __syncthreads();
    for (int r = y; r < TILE; r += ROWS) {
        const int i = blockIdx.y * TILE + r;
        const int left = d[i * n + b * TILE + x]; // one element of the row's left tile to each lane
        int v = d[i * n + blockIdx.x * TILE + x];
        for (int k = 0; k < TILE; k++)
            v = min(v, __shfl_sync(0xffffffff, left, k) + top[k][x]);
        d[i * n + blockIdx.x * TILE + x] = v;
    }
}

int main()
{
    const int tiles = 3, n = tiles * TILE;
    std::vector<int> want(n * n);
    int *d;
    cudaMallocManaged(&d, n * n * sizeof(int));
    for (int i = 0; i < n * n; i++)
        want[i] = i / n == i % n ? 0 : (i * 2654435761u >> 8) % 19 < 2 ? 1 + (i * 31) % 97 : INF;
    for (int i = 0; i < n * n; i++)
        d[i] = want[i];
    for (int b = 0; b < tiles; b++) {
        pivot_tile<<<1, dim3(TILE, ROWS)>>>(d, n, b);
        cross_tiles<<<dim3(tiles - 1, 2), dim3(TILE, ROWS)>>>(d, n, b);
        other_tiles<<<dim3(tiles, tiles), dim3(TILE, ROWS)>>>(d, n, b);
    }
    cudaDeviceSynchronize();
    for (int k = 0; k < n; k++)
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++)
                if (want[i * n + k] + want[k * n + j] < want[i * n + j])
                    want[i * n + j] = want[i * n + k] + want[k * n + j];
    int wrong = 0;
    long sum = 0;
    for (int i = 0; i < n * n; i++) {
        wrong += want[i] != d[i];
        sum += d[i];
    }
    printf("0 -> %d: %d, sum %ld, wrong %d\n", n - 1, d[n - 1], sum, wrong);
    cudaFree(d);
    return wrong != 0;
}
