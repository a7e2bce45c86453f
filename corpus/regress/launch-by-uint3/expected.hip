#include <hip/hip_runtime.h>

__global__ void fill(float *p, int width)
{
    p[(blockIdx.y * blockDim.y + threadIdx.y) * width + blockIdx.x * blockDim.x + threadIdx.x] = 1.0f;
}

void filled(float *p, int width, int height)
{
    uint3 grid = make_uint3((width + 15) / 16, (height + 15) / 16, 1);
    const uint3 block = make_uint3(16, 16, 1);
    fill<<<dim3(grid.x, grid.y, grid.z), dim3(block.x, block.y, block.z)>>>(p, width);
    dim3 one(1);
    fill<<<one, dim3(block.x, 1)>>>(p, width);
}
