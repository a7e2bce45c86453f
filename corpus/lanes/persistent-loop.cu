// Persistent warps: the grid is as large as the machine, each warp goes on with tiles of 32 rows and keeps its own sums.
#include <cstdio>
#include <cuda_runtime.h>

static constexpr int kWarpSize = 32;
static constexpr unsigned kFullMask = 0xffffffffu;

__global__ void __launch_bounds__(128) columnSums(const int *matrix, int rows, int cols, int *sums, int *tiles)
{
    const int lane = threadIdx.x % kWarpSize;
    const int globalWarp = blockIdx.x * (blockDim.x / kWarpSize) + threadIdx.x / kWarpSize;
    const int numWarps = gridDim.x * (blockDim.x / kWarpSize);
    const int tilesDown = (rows + kWarpSize - 1) / kWarpSize;
    int done = 0;
    for (int tile = globalWarp; tile < tilesDown * cols; tile += numWarps, done++) {
        const int col = tile % cols, row = tile / cols * kWarpSize + lane;
        int value = row < rows ? matrix[row * cols + col] : 0;
#pragma unroll
        for (int delta = kWarpSize / 2; delta >= 1; delta /= 2)
            value += __shfl_down_sync(kFullMask, value, delta);
        if (lane == 0)
            atomicAdd(&sums[col], value);
    }
    if (lane == 0)
        tiles[globalWarp] = done;
}

int main()
{
    const int rows = 150, cols = 23, blocks = 3, warps = blocks * 4;
    int *matrix, *sums, *tiles, wrong = 0, done = 0;
    cudaMallocManaged(&matrix, rows * cols * sizeof(int));
    cudaMallocManaged(&sums, cols * sizeof(int));
    cudaMallocManaged(&tiles, warps * sizeof(int));
    for (int i = 0; i < rows * cols; i++)
        matrix[i] = (i * 31) % 47 - 11;
    for (int c = 0; c < cols; c++)
        sums[c] = 0;
    columnSums<<<blocks, 128>>>(matrix, rows, cols, sums, tiles);
    cudaDeviceSynchronize();
    for (int c = 0; c < cols; c++) {
        int expected = 0;
        for (int r = 0; r < rows; r++)
            expected += matrix[r * cols + c];
        wrong += sums[c] != expected;
        printf("%d ", sums[c]);
    }
    for (int w = 0; w < warps; w++)
        done += tiles[w];
    wrong += done != (rows + 31) / 32 * cols;
    printf("\n%d tiles, wrong: %d\n", done, wrong);
    cudaFree(matrix);
    cudaFree(sums);
    cudaFree(tiles);
    return wrong != 0;
}
