#include "context.h"

#include <new>

extern "C" dsp_context *dsp_create(int device)
{
    dsp_context *ctx = new (std::nothrow) dsp_context{device, nullptr, hipSuccess};
    if (ctx && ((ctx->last = hipSetDevice(device)) != hipSuccess || (ctx->last = hipStreamCreate(&ctx->stream)) != hipSuccess)) {
        delete ctx;
        return nullptr;
    }
    return ctx;
}

extern "C" void dsp_destroy(dsp_context *ctx)
{
    if (ctx) {
        hipStreamDestroy(ctx->stream);
        delete ctx;
    }
}

extern "C" int dsp_cudaMalloc(dsp_context *ctx, void **ptr, size_t bytes)
{
    ctx->last = hipMalloc(ptr, bytes);
    return ctx->last != hipSuccess;
}

extern "C" void dsp_cudaFree(dsp_context *ctx, void *ptr) { ctx->last = hipFree(ptr); }

extern "C" const char *dsp_error(const dsp_context *ctx) { return hipGetErrorString(ctx->last); }
