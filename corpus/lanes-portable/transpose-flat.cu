// A transpose with a flat block: % 32 and / 32 are columns and rows of the tile.
#include <cuda_runtime.h>

__global__ void transpose(float *out, const float *in, int n)
{
    __shared__ float tile[32][33];
    int column = threadIdx.x % 32, row = threadIdx.x / 32;
    int x = blockIdx.x * 32 + column;
    for (int r = row; r < 32; r += blockDim.x / 32)
        tile[r][column] = in[(blockIdx.y * 32 + r) * n + x];
    __syncthreads();
    for (int r = row; r < 32; r += blockDim.x / 32)
        out[(blockIdx.x * 32 + r) * n + blockIdx.y * 32 + column] = tile[column][r];
}
