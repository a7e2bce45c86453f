// Memory that is counted on by bytes without a cast.
#include <cuda_runtime.h>

struct Pool {
    void *base;
    size_t used;
};

float *tail(float *base, size_t n) { return (float *)((void *)base + n * sizeof(float)); }

void *take(Pool *pool, size_t bytes)
{
    void *at = pool->base + pool->used;
    pool->used += bytes;
    return at;
}

void copy(void **parts, const void *from, int count, size_t bytes)
{
    for (int i = 0; i < count; ++i) {
        cudaMemcpy(parts[i] + bytes, from, bytes, cudaMemcpyDeviceToDevice);
        from += bytes;
    }
}

__global__ void fill(void *to, int bytes) { *(float *)(to + bytes * threadIdx.x) = 1; }
