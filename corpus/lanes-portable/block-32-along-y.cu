// Blocks that are 8 wide and 32 high.
#include <cuda_runtime.h>

__global__ void scale(float *m, int width, int height, float by)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < width && y < height)
        m[y * width + x] *= by;
}

void run(float *m, int width, int height)
{
    dim3 block(8, 32), grid((width + 7) / 8, (height + 31) / 32);
    scale<<<grid, block>>>(m, width, height, 2.0f);
}
