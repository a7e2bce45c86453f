#include <hip/hip_runtime.h>

#if 0
This file holds the integrator. It's split in two since nvcc 4 couldn't compile
it in one piece, and "cudaMalloc was slow in those days.
Don't call hipDeviceSynchronize here; isn't needed.
#endif

__global__ void advance(float3 *pos, const float3 *vel, float dt, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    pos[i].x += vel[i].x * dt;
    pos[i].y += vel[i].y * dt;
    pos[i].z += vel[i].z * dt;
}

#if 0 // the old way: one stream for each device
static hipStream_t streams[8];

hipError_t stepAll(float3 **pos, float3 **vel, float dt, int n, int devices)
{
    for (int d = 0; d < devices; ++d) {
        hipSetDevice(d);
        advance<<<(n + 255) / 256, 256, 0, streams[d]>>>(pos[d], vel[d], dt, n);
    }
    return hipDeviceSynchronize();
}
#else
hipError_t step(float3 *pos, const float3 *vel, float dt, int n, hipStream_t stream)
{
#if 0
    // cudaEventRecord(before, stream);
    hipEventRecord(before, stream);
#endif
    advance<<<(n + 255) / 256, 256, 0, stream>>>(pos, vel, dt, n);
#if 1
    return hipGetLastError();
#else
    return hipStreamSynchronize(stream); // that's slow
#endif
}
#endif

#if 0
#if 1
nested: hipGetLastError() isn't reached
#endif
#endif

hipError_t finish(hipStream_t stream) { return hipStreamSynchronize(stream); }
