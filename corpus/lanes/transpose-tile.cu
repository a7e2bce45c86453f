// Transpose through a 32 x 32 tile in shared memory. Here 32 is the edge of a tile, not the width of a warp.
#include <cstdio>
#include <cuda_runtime.h>

#define TILE_DIM 32
#define BLOCK_ROWS 8

__global__ void transpose(float *out, const float *in, int width, int height)
{
    __shared__ float tile[TILE_DIM][TILE_DIM + 1];
    int x = blockIdx.x * TILE_DIM + threadIdx.x;
    int y = blockIdx.y * TILE_DIM + threadIdx.y;
    for (int j = 0; j < TILE_DIM; j += BLOCK_ROWS)
        if (x < width && y + j < height)
            tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * width + x];
    __syncthreads();
    x = blockIdx.y * TILE_DIM + threadIdx.x;
    y = blockIdx.x * TILE_DIM + threadIdx.y;
    for (int j = 0; j < TILE_DIM; j += BLOCK_ROWS)
        if (x < height && y + j < width)
            out[(y + j) * height + x] = tile[threadIdx.x][threadIdx.y + j];
}

int main()
{
    const int width = 70, height = 45;
    static float h[width * height], result[width * height];
    for (int i = 0; i < width * height; i++)
        h[i] = (float)i;
    float *in, *out;
    int wrong = 0;
    cudaMalloc(&in, sizeof(h));
    cudaMalloc(&out, sizeof(h));
    cudaMemcpy(in, h, sizeof(h), cudaMemcpyHostToDevice);
    dim3 grid((width + TILE_DIM - 1) / TILE_DIM, (height + TILE_DIM - 1) / TILE_DIM);
    transpose<<<grid, dim3(TILE_DIM, BLOCK_ROWS)>>>(out, in, width, height);
    cudaMemcpy(result, out, sizeof(h), cudaMemcpyDeviceToHost);
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++)
            wrong += result[x * height + y] != h[y * width + x];
    printf("wrong: %d, %g %g\n", wrong, result[1], result[width * height - 2]);
    cudaFree(in);
    cudaFree(out);
    return wrong != 0;
}
