#include "hipify_compat.h"
#include <hip/hip_runtime.h>

// A product of two numbers of 64 bits, of which the words carry.
__device__ void multiply(unsigned &low, unsigned &middle, unsigned a0, unsigned a1, unsigned b)
{
    do {
        unsigned ptx_0;
        unsigned ptx_1;
        unsigned ptx_2 = (unsigned)(a0);
        unsigned ptx_3 = (unsigned)(a1);
        unsigned ptx_4 = (unsigned)(b);
        unsigned ptx_carry;
        ptx_0 = ptx_2 * ptx_4;
        ptx_1 = __umulhi(ptx_2, ptx_4);
        ptx_1 = __builtin_addc(ptx_3 * ptx_4, ptx_1, 0u, &ptx_carry);
        ptx_1 = ptx_1 + 0u + (unsigned)ptx_carry;
        low = ptx_0;
        middle = ptx_1;
    } while (0);
}

__device__ __forceinline__ unsigned long long rotate(unsigned long long x, unsigned by)
{
    unsigned long long made;
    do {
        unsigned long long ptx_0;
        unsigned long long ptx_1 = (unsigned long long)(x);
        unsigned ptx_2 = (unsigned)(by);
        unsigned long long ptx_left_1, ptx_right_2;
        unsigned ptx_rest_3;
        ptx_left_1 = ptx_2 < 64u ? ptx_1 << ptx_2 : 0;
        ptx_rest_3 = 64u - ptx_2;
        ptx_right_2 = ptx_rest_3 < 64u ? ptx_1 >> ptx_rest_3 : 0;
        ptx_0 = ptx_left_1 | ptx_right_2;
        made = ptx_0;
    } while (0);
    return made;
}

__device__ unsigned wait_for(unsigned *flag)
{
    unsigned seen;
    do {
        do {
            unsigned ptx_0;
            unsigned long long ptx_1 = (unsigned long long)(flag);
            asm volatile("" ::: "memory");
            ptx_0 = __hip_atomic_load((unsigned *)ptx_1, __ATOMIC_ACQUIRE, __HIP_MEMORY_SCOPE_AGENT);
            asm volatile("" ::: "memory");
            seen = ptx_0;
        } while (0);
    } while (seen == 0u);
    return seen;
}

__global__ void publish(unsigned *flag, uint4 *to, const uint4 *from)
{
    uint4 v;
    do {
        unsigned ptx_0;
        unsigned ptx_1;
        unsigned ptx_2;
        unsigned ptx_3;
        unsigned long long ptx_4 = (unsigned long long)(from + threadIdx.x);
        { const uint4 ptx_loaded = *(const uint4 *)ptx_4; ptx_0 = ptx_loaded.x; ptx_1 = ptx_loaded.y; ptx_2 = ptx_loaded.z; ptx_3 = ptx_loaded.w; }
        v.x = ptx_0;
        v.y = ptx_1;
        v.z = ptx_2;
        v.w = ptx_3;
    } while (0);
    hipify_compat::stcs((uint4 *)(unsigned long long)(to + threadIdx.x), make_uint4((unsigned)(v.x), (unsigned)(v.y), (unsigned)(v.z), (unsigned)(v.w)));
    __syncthreads();
    if (threadIdx.x == 0)
        do {
            unsigned long long ptx_0 = (unsigned long long)(flag);
            unsigned ptx_1 = (unsigned)(1u);
            asm volatile("" ::: "memory");
            __hip_atomic_store((unsigned *)ptx_0, (unsigned)ptx_1, __ATOMIC_RELEASE, __HIP_MEMORY_SCOPE_AGENT);
            asm volatile("" ::: "memory");
        } while (0);
}
