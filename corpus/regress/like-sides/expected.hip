#include <hip/hip_runtime.h>

// Older and newer names of the same shuffle, which become one.
const unsigned allLanes = 0xffffffff;

template <typename Value>
__device__ Value sumOfWarp(Value value) {
    for (int delta = 16; delta > 0; delta /= 2)
#if __CUDACC_VER_MAJOR__ >= 12
        value += __shfl_down(value, delta, 32);
#else
        value += __shfl_down(value, delta, 32);  // without a mask
#endif
    return value;
}

template <typename Value>
__device__ Value fromLane(Value value, int lane) {
#if __CUDA_ARCH__ >= 700
    return __shfl(value, lane, 32);
#else
    return __shfl(value, lane, 32);
#endif
}

// One side shuffles up: it matters which is taken.
template <typename Value>
__device__ Value beside(Value value) {
#if __CUDACC_VER_MAJOR__ >= 12
    return __shfl_down(value, 1, 32);
#else
    return __shfl_up(value, 1, 32);
#endif
}

__global__ void sums(float *values) {
    float sum = sumOfWarp(values[threadIdx.x]);
#if CUDART_VERSION >= 12000
    sum = beside(fromLane(sum, 0));
#endif
    values[threadIdx.x] = sum;
}
