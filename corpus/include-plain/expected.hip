#include <hip/hip_runtime.h>

__device__ float3 cross(float3 a, float3 b)
{
    return make_float3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x);
}

__device__ float length(float3 v) { return sqrtf(v.x * v.x + v.y * v.y + v.z * v.z); }

__global__ void triangleAreas(const float3 *vertices, const int3 *triangles, float *areas, int count)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count)
        return;
    const int3 t = triangles[i];
    const float3 a = vertices[t.x], b = vertices[t.y], c = vertices[t.z];
    const float3 u = make_float3(b.x - a.x, b.y - a.y, b.z - a.z);
    const float3 v = make_float3(c.x - a.x, c.y - a.y, c.z - a.z);
    areas[i] = 0.5f * length(cross(u, v));
}

void launchTriangleAreas(const float3 *vertices, const int3 *triangles, float *areas, int count)
{
    triangleAreas<<<(count + 255) / 256, 256>>>(vertices, triangles, areas, count);
}
