// Threads that have nothing to do return; nobody waits for them.
#include <cuda_runtime.h>

__global__ void normalise(float3 *v, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float l = v[i].x * v[i].x + v[i].y * v[i].y + v[i].z * v[i].z;
    if (l == 0)
        return;
    float by = rsqrtf(l);
    v[i] = make_float3(v[i].x * by, v[i].y * by, v[i].z * by);
}
