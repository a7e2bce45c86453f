// A warp multiplies 8 x 8 tiles: each lane holds two elements of each operand and gets the others by shuffles.
#include <cstdio>
#include <cuda_runtime.h>

// Element (row, col) of a tile is the register row / 4 of lane row % 4 * 8 + col.
struct Tile {
    float low, high;
};

__device__ float element(const Tile &tile, int row, int col)
{
    int source = (row & 3) * 8 + col;
    float low = __shfl_sync(0xffffffff, tile.low, source);
    float high = __shfl_sync(0xffffffff, tile.high, source);
    return row < 4 ? low : high;
}

__global__ void multiply(const float *a, const float *b, float *c, int n)
{
    const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    const int row = lane / 8, col = lane % 8, tiles = n / 8;
    const int tileRow = warp, tileCol = blockIdx.x;
    Tile sum = {0, 0};
    for (int t = 0; t < tiles; t++) {
        const float *pa = a + tileRow * 8 * n + t * 8, *pb = b + t * 8 * n + tileCol * 8;
        Tile ta = {pa[row * n + col], pa[(row + 4) * n + col]};
        Tile tb = {pb[row * n + col], pb[(row + 4) * n + col]};
        for (int k = 0; k < 8; k++) {
            float x = element(tb, k, col);
            sum.low += element(ta, row, k) * x;
            sum.high += element(ta, row + 4, k) * x;
        }
    }
    float *pc = c + tileRow * 8 * n + tileCol * 8;
    pc[row * n + col] = sum.low;
    pc[(row + 4) * n + col] = sum.high;
}

int main()
{
    const int n = 24;
    static float a[n * n], b[n * n], c[n * n];
    for (int i = 0; i < n * n; i++) {
        a[i] = (float)((i * 7) % 11 - 5);
        b[i] = (float)((i * 5) % 13 - 6);
    }
    float *da, *db, *dc;
    int wrong = 0;
    double sum = 0;
    cudaMalloc(&da, sizeof(a));
    cudaMalloc(&db, sizeof(b));
    cudaMalloc(&dc, sizeof(c));
    cudaMemcpy(da, a, sizeof(a), cudaMemcpyHostToDevice);
    cudaMemcpy(db, b, sizeof(b), cudaMemcpyHostToDevice);
    multiply<<<n / 8, n / 8 * 32>>>(da, db, dc, n);
    cudaMemcpy(c, dc, sizeof(c), cudaMemcpyDeviceToHost);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            float expected = 0;
            for (int k = 0; k < n; k++)
                expected += a[i * n + k] * b[k * n + j];
            wrong += c[i * n + j] != expected;
            sum += c[i * n + j] * (i - j);
        }
    printf("wrong: %d, sum %g\n", wrong, sum);
    cudaFree(da);
    cudaFree(db);
    cudaFree(dc);
    return wrong != 0;
}
