#include <cuda_runtime.h>

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

cudaError_t run(float *x, float rate, int n, cudaStream_t stream, dim3 grid, dim3 block)
{
    heartbeat<<<1, 1>>>();
    heartbeat<<<1, 1, 0, stream>>>( /* nothing */ );
    decay<<<grid, block, block.x * sizeof(float)>>>(x, rate, n);
    decay<<<(n + 255) / 256, 256, 256 * sizeof(float), stream>>>(x, rate, n);
    decay<<<dim3((n + 15) / 16, 1), dim3(16, 1, 1), sizeof(float) * 16>>>(x + 1, rate > 0 ? rate : 0.f, n - 1);

    decay<<<grid,   // one block for 128 cells
            block,
            512     /* bytes */
         >>>(x,     // in and out
             rate, n);

    if (n > 1024)
        decay<<<1, 32, 128>>>(x, 0.5f * rate, 32);
    else
        heartbeat<<<1, 1>>>();
    return cudaGetLastError();
}
