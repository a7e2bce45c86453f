#include <hip/hip_runtime.h>
#include "context.h"

__global__ static void gainKernel(float *samples, size_t count, float gain)
{
    const size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
    if (i < count)
        samples[i] *= gain;
}

extern "C" int dsp_gain(dsp_context *ctx, float *samples, size_t count, float gain)
{
    void *device = NULL;
    if (dsp_cudaMalloc(ctx, &device, count * sizeof(float)))
        return -1;
    hipMemcpyAsync(device, samples, count * sizeof(float), hipMemcpyHostToDevice, ctx->stream);
    gainKernel<<<(unsigned)((count + 255) / 256), 256, 0, ctx->stream>>>((float *)device, count, gain);
    hipMemcpyAsync(samples, device, count * sizeof(float), hipMemcpyDeviceToHost, ctx->stream);
    ctx->last = hipStreamSynchronize(ctx->stream);
    dsp_cudaFree(ctx, device);
    return ctx->last == hipSuccess ? 0 : -1;
}
