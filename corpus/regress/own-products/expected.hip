// Complex numbers in vectors of two, with their own product.
#include <hip/hip_runtime.h>

__attribute__((enable_if(true, "rather than HIP's"))) __host__ __device__ inline float2 operator*(float2 a, float2 b)
{
    return make_float2(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);
}

__global__ void turn(float2 *points, const float2 *phases, float scale, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;

    float2 phase = phases[i];
    phase.x *= scale;
    phase.y *= scale;

    points[i] = phase * points[i];
}

// The same under other names, as a declaration and a definition.
typedef double2 number;

__device__ number operator*(const number &a, const number &b);

__global__ void square(number *numbers)
{
    number mine = numbers[threadIdx.x];
    numbers[threadIdx.x] = mine * mine;
}

__device__ number operator*(const number &a, const number &b)
{
    return make_double2(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);
}
