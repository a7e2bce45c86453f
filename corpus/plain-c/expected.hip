#include <hip/hip_runtime_api.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct ring_buffer {
    unsigned char *host;
    void *device;
    size_t size, head;
    hipStream_t stream;
    hipEvent_t copied;
} ring_buffer;

static int failed(hipError_t err, const char *what)
{
    if (err == hipSuccess)
        return 0;
    fprintf(stderr, "%s: %s\n", what, hipGetErrorString(err));
    return 1;
}

int ring_init(ring_buffer *ring, size_t size)
{
    memset(ring, 0, sizeof(*ring));
    ring->size = size;
    if (failed(hipHostMalloc((void **)&ring->host, size, hipHostMallocDefault), "cudaMallocHost"))
        return -1;
    if (failed(hipMalloc(&ring->device, size), "cudaMalloc"))
        goto free_host;
    if (failed(hipStreamCreate(&ring->stream), "cudaStreamCreate"))
        goto free_device;
    if (failed(hipEventCreateWithFlags(&ring->copied, hipEventDisableTiming), "cudaEventCreate"))
        goto free_stream;
    return 0;

free_stream:
    hipStreamDestroy(ring->stream);
free_device:
    hipFree(ring->device);
free_host:
    hipFreeHost(ring->host);
    return -1;
}

int ring_push(ring_buffer *ring, const void *data, size_t bytes)
{
    size_t first = bytes;
    if (bytes > ring->size)
        return -1;
    if (ring->head + bytes > ring->size)
        first = ring->size - ring->head;
    if (hipEventSynchronize(ring->copied) != hipSuccess)
        return -1;
    memcpy(ring->host + ring->head, data, first);
    memcpy(ring->host, (const unsigned char *)data + first, bytes - first);
    if (failed(hipMemcpyAsync(ring->device, ring->host, ring->size, hipMemcpyHostToDevice, ring->stream), "push"))
        return -1;
    ring->head = (ring->head + bytes) % ring->size;
    return hipEventRecord(ring->copied, ring->stream) == hipSuccess ? 0 : -1;
}

void ring_free(ring_buffer *ring)
{
    struct hipDeviceProp_t prop;
    if (hipGetDeviceProperties(&prop, 0) == hipSuccess)
        printf("%s is done\n", prop.name);
    hipEventDestroy(ring->copied);
    hipStreamDestroy(ring->stream);
    hipFree(ring->device);
    hipFreeHost(ring->host);
}
