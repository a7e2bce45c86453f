#include "shapes.cuh"
#include <hip/hip_runtime.h>

__global__ void areas(const Box *boxes, float *out)
{
    const Box b = boxes[threadIdx.x];
    out[threadIdx.x] = (b.high.x - b.low.x) * (b.high.y - b.low.y);
}
