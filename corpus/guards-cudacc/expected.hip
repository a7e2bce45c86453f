#pragma once

// Usable from plain C++ and from device code.
#ifdef __HIPCC__
#include <hip/hip_runtime.h>
#endif
#if defined(__CUDACC__) || defined(__HIPCC__)
#define GEOM_HD __host__ __device__
#define GEOM_INLINE __forceinline__
#else
#define GEOM_HD
#define GEOM_INLINE inline
#endif

#if !defined(__CUDACC__) && !defined(__HIPCC__)
#include <cmath>
struct float2 {
    float x, y;
};
#endif

#if (defined(__NVCC__) || defined(__HIPCC__)) && !defined(GEOM_QUIET)
#pragma message("geometry: device functions enabled")
#elif defined(__INTEL_COMPILER) || (defined(__NVCC__) || defined(__HIPCC__))
#define GEOM_OTHER 1
#endif

#if (defined(__CUDACC__) || defined(__HIPCC__)) || (defined(__CUDACC_RTC__) || defined(__HIPCC_RTC__))
#define GEOM_ALIGN(n) __align__(n)
#elif defined(_MSC_VER)
#define GEOM_ALIGN(n) __declspec(align(n))
#else
#define GEOM_ALIGN(n) alignas(n)
#endif

#if !(defined(__NVCC__) || defined(__HIPCC__)) && !(defined(__CUDACC__) || defined(__HIPCC__))
#define GEOM_HOST_ONLY 1
#endif

struct GEOM_ALIGN(16) Segment {
    float2 from, to;
    GEOM_HD float squaredLength() const
    {
        const float dx = to.x - from.x, dy = to.y - from.y;
        return dx * dx + dy * dy;
    }
};

GEOM_HD GEOM_INLINE float area(const Segment &a, const Segment &b)
{
    return (a.to.x - a.from.x) * (b.to.y - b.from.y) - (b.to.x - b.from.x) * (a.to.y - a.from.y);
}

#if defined(__CUDACC__) || defined(__HIPCC__)
template <typename F>
__global__ void forEachSegment(const Segment *segments, int n, F f)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        f(segments[i]);
}
#endif // __CUDACC__
