#include <cuda_runtime.h>

// whole names on either side of ##
#define MEMCPY(mode) cudaMemcpy##mode
#define ASYNC(call) call##Async
#define COPY_KIND(from, to) cudaMemcpy##from##To##to
#define FREE_OF(where) cudaFree ## where

// a user's name that has a CUDA name behind ##
#define POOLED(p, n) my_##cudaMalloc(p, n)
#define PREFIXED(name) traced_##name

static cudaError_t my_cudaMalloc(void **p, size_t n) { return cudaMalloc(p, n); }
static cudaError_t traced_release(void *p) { return cudaFree(p); }

int exchange(float *host, float *device, int n, cudaStream_t stream)
{
    const size_t bytes = n * sizeof(float);
    void *scratch = nullptr, *pinned = nullptr;

    if (POOLED(&scratch, bytes) != cudaSuccess || cudaMallocHost(&pinned, bytes) != cudaSuccess)
        return 1;
    MEMCPY(Async)(device, host, bytes, COPY_KIND(Host, Device), stream);
    ASYNC(cudaMemcpy)(scratch, device, bytes, cudaMemcpyDeviceToDevice, stream);
    ASYNC(cudaMemset)(device, 0, bytes, stream);
    MEMCPY(Async)(pinned, scratch, bytes, COPY_KIND(Device, Host), stream);
    cudaStreamSynchronize(stream);
    FREE_OF(Host)(pinned);
    return PREFIXED(release)(scratch) != cudaSuccess;
}
