#include "hipify_compat.h"
#include <hip/hip_runtime.h>
#include <cmath>
#include <cstdio>
#include <cstdlib>

__host__ __device__ inline void fail(const char *what)
{
#if defined(__CUDA_ARCH__) || defined(__HIP_DEVICE_COMPILE__)
    printf("block %d: %s\n", blockIdx.x, what);
#else
    std::fprintf(stderr, "%s\n", what);
    std::abort();
#endif
}

__host__ __device__ inline float inverseRoot(float x)
{
#if defined(__CUDA_ARCH__) || defined(__HIP_DEVICE_COMPILE__)
    return hipify_compat::rsqrtf(x);
#else
    return 1.0f / std::sqrt(x);
#endif
}

__host__ __device__ inline int laneOf()
{
#if !defined(__CUDA_ARCH__) && !defined(__HIP_DEVICE_COMPILE__)
    return 0;
#else
    return threadIdx.x;
#endif
}

__host__ __device__ inline double sum(const double *x, int n)
{
#if !(defined(__CUDA_ARCH__) || defined(__HIP_DEVICE_COMPILE__)) && defined(_OPENMP)
#pragma omp simd
#endif
    for (int i = 1; i < n; ++i)
        if (!(x[i] == x[i]))
            fail("not a number");
    double s = 0;
    for (int i = 0; i < n; ++i)
        s += x[i];
    return s;
}

__host__ __device__ inline int popcount(unsigned x)
{
#if defined(_MSC_VER) && !(defined(__CUDA_ARCH__) || defined(__HIP_DEVICE_COMPILE__))
    return (int)__popcnt(x);
#elif defined(__CUDA_ARCH__) || defined(__HIP_DEVICE_COMPILE__)
    return __popc(x);
#else
    return __builtin_popcount(x);
#endif
}

__global__ void use(double *x, float *y, int *z, int n)
{
    y[laneOf()] = inverseRoot((float)sum(x, n));
    z[laneOf()] = popcount(n);
}

double onHost(const double *x, int n) { return sum(x, n) * inverseRoot(4.0f) + popcount(n) + laneOf(); }
