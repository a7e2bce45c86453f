#include <hip/hip_runtime.h>

#ifdef hipEventDisableTiming
static const char *nameOf(hipError_t error) { return hipGetErrorName(error); }
#endif

#ifndef hipStreamPerThread
#define hipStreamPerThread ((hipStream_t)0x2)
#endif

#if defined(hipHostAllocMapped) && defined(hipHostAllocPortable)
static const unsigned kHostFlags = hipHostAllocMapped | hipHostAllocPortable;
#elif defined hipHostAllocDefault
static const unsigned kHostFlags = hipHostAllocDefault;
#else
static const unsigned kHostFlags = 0;
#endif

#if !defined(CUDART_CB)
#define CUDART_CB
#endif

#if hipHostRegisterMapped != 2
#error "cudaHostRegisterMapped is not what this file was written for"
#endif

// some old code spells it like this
#undef cudaEventDefaultFlag
#define cudaEventDefaultFlag hipEventDefault

static void CUDART_CB done(hipStream_t, hipError_t status, void *user)
{
    *static_cast<const char **>(user) = nameOf(status);
}

hipError_t prepare(void **host, size_t bytes, hipEvent_t *event, const char **text)
{
    hipError_t err = hipHostAlloc(host, bytes, kHostFlags);
    if (err == hipSuccess)
        err = hipEventCreateWithFlags(event, cudaEventDefaultFlag);
    if (err == hipSuccess)
        err = hipEventRecord(*event, hipStreamPerThread);
    if (err == hipSuccess)
        err = hipStreamAddCallback(hipStreamPerThread, done, text, 0);
    return err;
}
