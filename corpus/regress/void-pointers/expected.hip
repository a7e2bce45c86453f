// Memory that is counted on by bytes without a cast.
#include <hip/hip_runtime.h>

struct Pool {
    void *base;
    size_t used;
};

float *tail(float *base, size_t n) { return (float *)((char *)(void *)base + n * sizeof(float)); }

void *take(Pool *pool, size_t bytes)
{
    void *at = (void *)((char *)pool->base + pool->used);
    pool->used += bytes;
    return at;
}

void copy(void **parts, const void *from, int count, size_t bytes)
{
    for (int i = 0; i < count; ++i) {
        hipMemcpy((void *)((char *)parts[i] + bytes), from, bytes, hipMemcpyDeviceToDevice);
        from = (const char *)from + bytes;
    }
}

__global__ void fill(void *to, int bytes) { *(float *)((char *)to + bytes * threadIdx.x) = 1; }
