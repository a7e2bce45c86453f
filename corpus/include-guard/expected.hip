#ifndef PHYSICS_INTEGRATE_CUH
#define PHYSICS_INTEGRATE_CUH

#include <hip/hip_runtime.h>

namespace physics {

struct Body {
    float4 position; // w is the mass
    float4 velocity;
};

__host__ __device__ inline float4 operator+(float4 a, float4 b)
{
    return make_float4(a.x + b.x, a.y + b.y, a.z + b.z, a.w);
}

__device__ inline float4 scaled(float4 v, float s) { return make_float4(v.x * s, v.y * s, v.z * s, 0.0f); }

__global__ void integrate(Body *bodies, const float4 *forces, float dt, int n);

inline hipError_t integrateAll(Body *bodies, const float4 *forces, float dt, int n, hipStream_t stream)
{
    integrate<<<(n + 127) / 128, 128, 0, stream>>>(bodies, forces, dt, n);
    return hipGetLastError();
}

} // namespace physics

#endif // PHYSICS_INTEGRATE_CUH
