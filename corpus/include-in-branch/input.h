#pragma once
#ifdef ENABLE_GPU
#include <cuda_runtime.h>
#define HD __host__ __device__
#else
#define HD
#endif

#include <cmath>

struct Quaternion {
    float w, x, y, z;

    HD Quaternion conjugate() const { return {w, -x, -y, -z}; }
    HD float norm() const { return std::sqrt(w * w + x * x + y * y + z * z); }
};

HD inline Quaternion operator*(const Quaternion &a, const Quaternion &b)
{
    return {a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z, a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
            a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x, a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w};
}

#ifdef ENABLE_GPU
int rotateOnDevice(Quaternion q, const float3 *in, float3 *out, int n, cudaStream_t stream);
#endif
