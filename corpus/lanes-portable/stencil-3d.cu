// A stencil over a volume, planes of 32 by 4.
#include <cuda_runtime.h>

__global__ void laplace(const float *in, float *out, int nx, int ny, int nz)
{
    int x = blockIdx.x * 32 + threadIdx.x + 1, y = blockIdx.y * 4 + threadIdx.y + 1;
    if (x >= nx - 1 || y >= ny - 1)
        return;
    for (int z = 1; z < nz - 1; ++z) {
        int i = (z * ny + y) * nx + x;
        out[i] = in[i - 1] + in[i + 1] + in[i - nx] + in[i + nx] + in[i - nx * ny] + in[i + nx * ny] - 6 * in[i];
    }
}
