// Warps an image by a homography.
#include <cuda_runtime.h>

__device__ float2 warpPoint(const float *h, float x, float y)
{
    float w = h[6] * x + h[7] * y + h[8];
    return make_float2((h[0] * x + h[1] * y + h[2]) / w, (h[3] * x + h[4] * y + h[5]) / w);
}

__global__ void warpImage(const float *in, float *out, const float *h, int width, int height)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height)
        return;
    float2 p = warpPoint(h, x, y);
    int sx = (int)p.x, sy = (int)p.y;
    out[y * width + x] = sx >= 0 && sy >= 0 && sx < width && sy < height ? in[sy * width + sx] : 0;
}
