#include "hipify_nvtx.h"
#include <hip/hip_runtime.h>
#include <roctracer/roctx.h>

static const unsigned colours[] = {0xff00ff00u, 0xff0000ffu};

#define PUSH(text, which)                                    \
    do {                                                     \
        hipify_nvtx::nvtxEventAttributes_t event = {0};                   \
        event.version = hipify_nvtx::NVTX_VERSION;                        \
        event.size = hipify_nvtx::NVTX_EVENT_ATTRIB_STRUCT_SIZE;          \
        event.colorType = hipify_nvtx::NVTX_COLOR_ARGB;                   \
        event.color = colours[(which) % 2];                  \
        event.messageType = hipify_nvtx::NVTX_MESSAGE_TYPE_ASCII;         \
        event.message.ascii = text;                          \
        hipify_nvtx::nvtxRangePushEx(&event);                             \
    } while (0)

__global__ void scale(float *x) { x[threadIdx.x] *= 2.0f; }

void run(float *x)
{
    PUSH("scale", 1);
    scale<<<1, 32>>>(x);
    roctxRangePop();
}
