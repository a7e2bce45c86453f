#include "vectors.h"
#include "pull.cuh"

__global__ void forces(const float4 *v, float *out)
{
    unsigned i = threadIdx.x;
    out[i] = pull(dot(v[i], v[i]), 0.01f);
}

void launch(const float4 *v, float *out, cudaStream_t stream) { forces<<<1, 64, 0, stream>>>(v, out); }
