#include "context.h"

#include <new>

extern "C" dsp_context *dsp_create(int device)
{
    dsp_context *ctx = new (std::nothrow) dsp_context{device, nullptr, cudaSuccess};
    if (ctx && ((ctx->last = cudaSetDevice(device)) != cudaSuccess || (ctx->last = cudaStreamCreate(&ctx->stream)) != cudaSuccess)) {
        delete ctx;
        return nullptr;
    }
    return ctx;
}

extern "C" void dsp_destroy(dsp_context *ctx)
{
    if (ctx) {
        cudaStreamDestroy(ctx->stream);
        delete ctx;
    }
}

extern "C" int dsp_cudaMalloc(dsp_context *ctx, void **ptr, size_t bytes)
{
    ctx->last = cudaMalloc(ptr, bytes);
    return ctx->last != cudaSuccess;
}

extern "C" void dsp_cudaFree(dsp_context *ctx, void *ptr) { ctx->last = cudaFree(ptr); }

extern "C" const char *dsp_error(const dsp_context *ctx) { return cudaGetErrorString(ctx->last); }
