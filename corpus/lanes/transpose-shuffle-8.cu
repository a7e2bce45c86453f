// Transposes 8 x 8 tiles: groups of eight lanes hold a column each, four tiles to a warp.
#include <cstdio>
#include <cuda_runtime.h>

#define TILE 8

__global__ void transpose8(const float *in, float *out)
{
    const int lane = threadIdx.x % TILE;
    const int tile = (blockIdx.x * blockDim.x + threadIdx.x) / TILE;
    float column[TILE], row[TILE];
    for (int k = 0; k < TILE; k++)
        column[k] = in[tile * 64 + k * TILE + lane];
    for (int step = 0; step < TILE; step++) {
        // in step s lane l gives column[(l - s) mod 8] and takes from lane l + s its element l
        float give = 0;
        for (int k = 0; k < TILE; k++)
            give = k == ((lane - step) & (TILE - 1)) ? column[k] : give;
        const float got = __shfl_sync(0xffffffff, give, (lane + step) & (TILE - 1), TILE);
        for (int k = 0; k < TILE; k++)
            row[k] = k == ((lane + step) & (TILE - 1)) ? got : row[k];
    }
    for (int k = 0; k < TILE; k++)
        out[tile * 64 + k * TILE + lane] = row[k];
}

int main()
{
    const int threads = 96, tiles = threads / TILE * 2;
    float *in, *out;
    int wrong = 0;
    cudaMallocManaged(&in, tiles * 64 * sizeof(float));
    cudaMallocManaged(&out, tiles * 64 * sizeof(float));
    for (int i = 0; i < tiles * 64; i++)
        in[i] = (float)((i * 37) % 1021);
    transpose8<<<2, threads>>>(in, out);
    cudaDeviceSynchronize();
    for (int t = 0; t < tiles; t++)
        for (int y = 0; y < TILE; y++)
            for (int x = 0; x < TILE; x++)
                wrong += out[t * 64 + y * TILE + x] != in[t * 64 + x * TILE + y];
    printf("%g %g %g, wrong: %d\n", out[1], out[8], out[tiles * 64 - 2], wrong);
    cudaFree(in);
    cudaFree(out);
    return wrong != 0;
}
