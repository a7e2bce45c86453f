#include <hip/hip_runtime.h>

__global__ void heartbeat() {}
__global__ void decay(float *x, float rate, int n)
{
    extern __shared__ float scratch[];
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        scratch[threadIdx.x] = x[i];
        x[i] = scratch[threadIdx.x] * __expf(-rate);
    }
}

hipError_t run(float *x, float rate, int n, hipStream_t stream, dim3 grid, dim3 block)
{
    hipLaunchKernelGGL(heartbeat, 1, 1, 0, 0);
    hipLaunchKernelGGL(heartbeat, 1, 1, 0, stream /* nothing */ );
    hipLaunchKernelGGL(decay, grid, block, block.x * sizeof(float), 0, x, rate, n);
    hipLaunchKernelGGL(decay, (n + 255) / 256, 256, 256 * sizeof(float), stream, x, rate, n);
    hipLaunchKernelGGL(decay, dim3((n + 15) / 16, 1), dim3(16, 1, 1), sizeof(float) * 16, 0, x + 1, rate > 0 ? rate : 0.f, n - 1);

    hipLaunchKernelGGL(decay, grid,   // one block for 128 cells
            block,
            512     /* bytes */, 0, x,     // in and out
             rate, n);

    if (n > 1024)
        hipLaunchKernelGGL(decay, 1, 32, 128, 0, x, 0.5f * rate, 32);
    else
        hipLaunchKernelGGL(heartbeat, 1, 1, 0, 0);
    return hipGetLastError();
}
