// A loop over a plane with blocks of 32 by 32.
#include <cuda_runtime.h>

__global__ void threshold(const float *in, unsigned char *out, int w, int h, float t)
{
    for (int y = blockIdx.y * 32 + threadIdx.y; y < h; y += gridDim.y * 32)
        for (int x = blockIdx.x * 32 + threadIdx.x; x < w; x += gridDim.x * 32)
            out[y * w + x] = in[y * w + x] > t;
}
