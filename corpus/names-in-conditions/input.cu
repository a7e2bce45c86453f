#include <cuda_runtime.h>

#ifdef cudaEventDisableTiming
static const char *nameOf(cudaError_t error) { return cudaGetErrorName(error); }
#endif

#ifndef cudaStreamPerThread
#define cudaStreamPerThread ((cudaStream_t)0x2)
#endif

#if defined(cudaHostAllocMapped) && defined(cudaHostAllocPortable)
static const unsigned kHostFlags = cudaHostAllocMapped | cudaHostAllocPortable;
#elif defined cudaHostAllocDefault
static const unsigned kHostFlags = cudaHostAllocDefault;
#else
static const unsigned kHostFlags = 0;
#endif

#if !defined(CUDART_CB)
#define CUDART_CB
#endif

#if cudaHostRegisterMapped != 2
#error "cudaHostRegisterMapped is not what this file was written for"
#endif

// some old code spells it like this
#undef cudaEventDefaultFlag
#define cudaEventDefaultFlag cudaEventDefault

static void CUDART_CB done(cudaStream_t, cudaError_t status, void *user)
{
    *static_cast<const char **>(user) = nameOf(status);
}

cudaError_t prepare(void **host, size_t bytes, cudaEvent_t *event, const char **text)
{
    cudaError_t err = cudaHostAlloc(host, bytes, kHostFlags);
    if (err == cudaSuccess)
        err = cudaEventCreateWithFlags(event, cudaEventDefaultFlag);
    if (err == cudaSuccess)
        err = cudaEventRecord(*event, cudaStreamPerThread);
    if (err == cudaSuccess)
        err = cudaStreamAddCallback(cudaStreamPerThread, done, text, 0);
    return err;
}
