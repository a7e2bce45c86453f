#include <hip/hip_runtime.h>

// whole names on either side of ##
#define MEMCPY(mode) hipMemcpy##mode
#define ASYNC(call) call##Async
#define COPY_KIND(from, to) hipMemcpy##from##To##to
#define FREE_OF(where) hipFree ## where

// a user's name that has a CUDA name behind ##
#define POOLED(p, n) my_##cudaMalloc(p, n)
#define PREFIXED(name) traced_##name

static hipError_t my_cudaMalloc(void **p, size_t n) { return hipMalloc(p, n); }
static hipError_t traced_release(void *p) { return hipFree(p); }

int exchange(float *host, float *device, int n, hipStream_t stream)
{
    const size_t bytes = n * sizeof(float);
    void *scratch = nullptr, *pinned = nullptr;

    if (POOLED(&scratch, bytes) != hipSuccess || hipHostMalloc(&pinned, bytes, hipHostMallocDefault) != hipSuccess)
        return 1;
    MEMCPY(Async)(device, host, bytes, COPY_KIND(Host, Device), stream);
    ASYNC(hipMemcpy)(scratch, device, bytes, hipMemcpyDeviceToDevice, stream);
    ASYNC(hipMemset)(device, 0, bytes, stream);
    MEMCPY(Async)(pinned, scratch, bytes, COPY_KIND(Device, Host), stream);
    hipStreamSynchronize(stream);
    FREE_OF(Host)(pinned);
    return PREFIXED(release)(scratch) != hipSuccess;
}
