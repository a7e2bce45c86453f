#include <cuda_runtime.h>

// Sums and scaling of points.
inline __host__ __device__ float3 operator+(float3 a, float3 b)
{
    return make_float3(a.x + b.x, a.y + b.y, a.z + b.z);
}

inline __host__ __device__ void operator+=(float3 &a, float3 b)
{
    a.x += b.x;
    a.y += b.y;
    a.z += b.z;
}

inline __host__ __device__ float3 operator*(float3 a, float3 b)
{
    return make_float3(a.x * b.x, a.y * b.y, a.z * b.z);
}

inline __host__ __device__ float3 operator*(float s, float3 a)
{
    return make_float3(s * a.x, s * a.y, s * a.z);
}

static __device__ double atomicMax(double *address, double value)
{
    unsigned long long *bits = (unsigned long long *)address;
    unsigned long long old = *bits, assumed;
    do {
        assumed = old;
        old = atomicCAS(bits, assumed, __double_as_longlong(fmax(value, __longlong_as_double(assumed))));
    } while (assumed != old);
    return __longlong_as_double(old);
}

__device__ size_t atomicAdd(size_t *address, size_t value)
{
    return atomicAdd((unsigned long long *)address, (unsigned long long)value);
}

__global__ void sums(const float3 *in, int n, float3 *out, double *greatest, size_t *count)
{
    float3 sum = make_float3(0, 0, 0);
    for (int i = threadIdx.x; i < n; i += blockDim.x) {
        sum += 0.5f * (in[i] * in[i] + in[i]);
        atomicMax(greatest, (double)in[i].x);
        atomicAdd(count, (size_t)1);
    }
    out[threadIdx.x] = sum;
}
