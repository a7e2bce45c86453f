// Butterflies over a whole warp for several types, as a template; every lane has the result, and one lane adds it up.
#include <cstdio>
#include <cuda_runtime.h>

#define ALL_LANES 0xffffffffu

template <typename T>
__device__ T largest(T value)
{
#pragma unroll
    for (int mask = warpSize / 2; mask > 0; mask >>= 1) {
        const T other = __shfl_xor_sync(ALL_LANES, value, mask);
        value = other > value ? other : value;
    }
    return value;
}

template <typename T>
__global__ void most(const T *in, int n, int *out)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const T top = largest(i < n ? in[i] : in[0]);
    if (threadIdx.x % warpSize == warpSize - 1)
        atomicMax(out, (int)(top * 2));
}

template <typename T>
int check(const char *name)
{
    const int n = 700;
    T *in;
    int *out, expected = 0;
    cudaMallocManaged(&in, n * sizeof(T));
    cudaMallocManaged(&out, sizeof(int));
    *out = 0;
    for (int i = 0; i < n; i++) {
        in[i] = (T)(i * 73 % 701) / 2;
        const int twice = (int)(in[i] * 2);
        expected = twice > expected ? twice : expected;
    }
    most<T><<<6, 128>>>(in, n, out);
    cudaDeviceSynchronize();
    printf("%s: %d, expected %d\n", name, *out, expected);
    return *out != expected;
}

int main()
{
    return check<int>("int") + check<float>("float") + check<double>("double") + check<long long>("long long");
}
