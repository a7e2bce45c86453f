#include <cuda_runtime.h>
#include <nvtx3/nvToolsExt.h>

static const unsigned colours[] = {0xff00ff00u, 0xff0000ffu};

#define PUSH(text, which)                                    \
    do {                                                     \
        nvtxEventAttributes_t event = {0};                   \
        event.version = NVTX_VERSION;                        \
        event.size = NVTX_EVENT_ATTRIB_STRUCT_SIZE;          \
        event.colorType = NVTX_COLOR_ARGB;                   \
        event.color = colours[(which) % 2];                  \
        event.messageType = NVTX_MESSAGE_TYPE_ASCII;         \
        event.message.ascii = text;                          \
        nvtxRangePushEx(&event);                             \
    } while (0)

__global__ void scale(float *x) { x[threadIdx.x] *= 2.0f; }

void run(float *x)
{
    PUSH("scale", 1);
    scale<<<1, 32>>>(x);
    nvtxRangePop();
}
