#ifndef RANDOM_CUH
#define RANDOM_CUH

#include <hip/hip_runtime.h>
#include <stdint.h>

// xorshift, one state a thread
__device__ inline uint32_t nextRandom(uint32_t *state)
{
    uint32_t x = *state;
    x ^= x << 13;
    x ^= x >> 17;
    x ^= x << 5;
    return *state = x;
}

__device__ inline float nextFloat(uint32_t *state)
{
    return nextRandom(state) * 2.3283064365386963e-10f;
}

#endif
