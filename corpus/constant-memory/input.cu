#include <cuda_runtime.h>
#include <math.h>

#define RADIUS 8
#define LENGTH (2 * RADIUS + 1)
#define ROWS_BLOCKDIM 64

__constant__ float c_Kernel[LENGTH];
static __constant__ int c_offsets[2] = {-1, 1};
__device__ __constant__ const float *c_lookup;

struct Camera {
    float3 eye, right, up;
    float fov;
};
__constant__ Camera c_camera;

extern "C" void setConvolutionKernel(const float *h_Kernel)
{
    cudaMemcpyToSymbol(c_Kernel, h_Kernel, LENGTH * sizeof(float));
}

extern "C" void setCamera(const Camera *camera, const float *lookup)
{
    cudaMemcpyToSymbol(c_camera, camera, sizeof(Camera));
    cudaMemcpyToSymbol(c_lookup, &lookup, sizeof(lookup));
}

__global__ void convolveRows(float *dst, const float *src, int width, int height, int pitch)
{
    __shared__ float row[ROWS_BLOCKDIM + 2 * RADIUS];
    const int x = blockIdx.x * ROWS_BLOCKDIM + threadIdx.x;
    const int y = blockIdx.y;
    for (int i = threadIdx.x; i < ROWS_BLOCKDIM + 2 * RADIUS; i += ROWS_BLOCKDIM) {
        const int at = blockIdx.x * ROWS_BLOCKDIM + i - RADIUS;
        row[i] = at >= 0 && at < width ? src[y * pitch + at] : 0.0f;
    }
    __syncthreads();
    if (x >= width || y >= height)
        return;
    float sum = 0.0f;
#pragma unroll
    for (int k = -RADIUS; k <= RADIUS; ++k)
        sum += row[threadIdx.x + RADIUS + k] * c_Kernel[RADIUS - k];
    dst[y * pitch + x] = sum + c_offsets[x & 1];
}

__global__ void primaryRays(float3 *rays, int width, int height)
{
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height)
        return;
    const float scale = tanf(0.5f * c_camera.fov) + c_lookup[0];
    const float u = (2.0f * x / width - 1.0f) * scale, v = (1.0f - 2.0f * y / height) * scale;
    rays[y * width + x] = make_float3(c_camera.right.x * u + c_camera.up.x * v, c_camera.right.y * u + c_camera.up.y * v,
                                      c_camera.right.z * u + c_camera.up.z * v);
}

extern "C" void convolve(float *dst, const float *src, int width, int height, int pitch, float3 *rays)
{
    dim3 blocks((width + ROWS_BLOCKDIM - 1) / ROWS_BLOCKDIM, height), threads(ROWS_BLOCKDIM);
    convolveRows<<<blocks, threads>>>(dst, src, width, height, pitch);
    primaryRays<<<dim3((width + 7) / 8, (height + 7) / 8), dim3(8, 8)>>>(rays, width, height);
}
