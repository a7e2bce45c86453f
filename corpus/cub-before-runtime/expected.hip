#include <hip/hip_runtime.h>
#include <hipcub/block/block_reduce.hpp>

#include <cstdio>
#include <hip/hip_runtime.h>

// Largest absolute difference of two fields; out must hold 0.
template <int Threads>
__global__ void maxDifference(const float *a, const float *b, int *out, int n)
{
    typedef hipcub::BlockReduce<float, Threads> Reduce;
    __shared__ typename Reduce::TempStorage storage;
    float largest = 0.0f;
    for (int i = blockIdx.x * Threads + threadIdx.x; i < n; i += gridDim.x * Threads)
        largest = fmaxf(largest, fabsf(a[i] - b[i]));
    largest = Reduce(storage).Reduce(largest, [](float x, float y) { return x > y ? x : y; });
    if (threadIdx.x == 0)
        atomicMax(out, __float_as_int(largest)); // no negative numbers, so their bits compare like integers
}

float maxDifference(const float *a, const float *b, int n)
{
    int *device, bits = 0;
    hipMalloc(&device, sizeof(int));
    hipMemset(device, 0, sizeof(int));
    maxDifference<256><<<64, 256>>>(a, b, device, n);
    hipMemcpy(&bits, device, sizeof(int), hipMemcpyDeviceToHost);
    hipFree(device);
    float value;
    static_assert(sizeof(value) == sizeof(bits), "");
    __builtin_memcpy(&value, &bits, sizeof(value));
    std::printf("%g\n", value);
    return value;
}
