#include <cuda_runtime.h>

// A product of two numbers of 64 bits, of which the words carry.
__device__ void multiply(unsigned &low, unsigned &middle, unsigned a0, unsigned a1, unsigned b)
{
    asm("mul.lo.u32 %0, %2, %4;\n\t"
        "mul.hi.u32 %1, %2, %4;\n\t"
        "mad.lo.cc.u32 %1, %3, %4, %1;\n\t"
        "addc.u32 %1, %1, 0;"
        : "=&r"(low), "=&r"(middle)
        : "r"(a0), "r"(a1), "r"(b));
}

__device__ __forceinline__ unsigned long long rotate(unsigned long long x, unsigned by)
{
    unsigned long long made;
    asm("{\n\t"
        ".reg .b64 left, right;\n\t"
        ".reg .u32 rest;\n\t"
        "shl.b64 left, %1, %2;\n\t"
        "sub.u32 rest, 64, %2;\n\t"
        "shr.b64 right, %1, rest;\n\t"
        "or.b64 %0, left, right;\n\t"
        "}" : "=l"(made) : "l"(x), "r"(by));
    return made;
}

__device__ unsigned wait_for(unsigned *flag)
{
    unsigned seen;
    do {
        asm volatile("ld.acquire.gpu.global.u32 %0, [%1];" : "=r"(seen) : "l"(flag) : "memory");
    } while (seen == 0u);
    return seen;
}

__global__ void publish(unsigned *flag, uint4 *to, const uint4 *from)
{
    uint4 v;
    asm("ld.global.nc.v4.u32 {%0, %1, %2, %3}, [%4];"
        : "=r"(v.x), "=r"(v.y), "=r"(v.z), "=r"(v.w) : "l"(from + threadIdx.x));
    asm volatile("st.global.cs.v4.u32 [%0], {%1, %2, %3, %4};"
                 :: "l"(to + threadIdx.x), "r"(v.x), "r"(v.y), "r"(v.z), "r"(v.w));
    __syncthreads();
    if (threadIdx.x == 0)
        asm volatile("st.release.gpu.global.u32 [%0], %1;" :: "l"(flag), "r"(1u) : "memory");
}
