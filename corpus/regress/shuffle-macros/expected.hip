// Macros that let calls from before CUDA 9 stay as they are.
#include <hip/hip_runtime.h>
#define FULL 0xffffffffu
#undef __shfl
#undef __shfl_down
#include <hip/hip_fp16.h>
#include <hip/hip_bf16.h>
#define __shfl(value, lane) __shfl(value, lane, 32)
#if CUDART_VERSION >= 9000 || defined(__HIP_PLATFORM_AMD__)
#define __shfl_down(value, delta) __shfl_down((value), (delta) & 31, 32)
#endif

__device__ int first(int value)
{
    return __shfl(value, 0);
}

__device__ int first_of_8(int value)
{
    return (__shfl)(value, 0, 8); // not by way of the macro
}

__global__ void sums(int *data)
{
    int value = data[threadIdx.x];
    for (int delta = 16; delta > 0; delta /= 2)
        value += (__shfl_down)(value, delta, 32);
    value += first(value) + first_of_8(value) + __shfl_xor(value, 1, 32);
    if (threadIdx.x % 32 == 0)
        data[threadIdx.x / 32] = value;
}

__global__ void halves(int *data)
{
    data[threadIdx.x] += (__shfl_down)(data[threadIdx.x], 16, 32);
}
