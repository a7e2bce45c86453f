#include <cuda_runtime_api.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct ring_buffer {
    unsigned char *host;
    void *device;
    size_t size, head;
    cudaStream_t stream;
    cudaEvent_t copied;
} ring_buffer;

static int failed(cudaError_t err, const char *what)
{
    if (err == cudaSuccess)
        return 0;
    fprintf(stderr, "%s: %s\n", what, cudaGetErrorString(err));
    return 1;
}

int ring_init(ring_buffer *ring, size_t size)
{
    memset(ring, 0, sizeof(*ring));
    ring->size = size;
    if (failed(cudaMallocHost((void **)&ring->host, size), "cudaMallocHost"))
        return -1;
    if (failed(cudaMalloc(&ring->device, size), "cudaMalloc"))
        goto free_host;
    if (failed(cudaStreamCreate(&ring->stream), "cudaStreamCreate"))
        goto free_device;
    if (failed(cudaEventCreateWithFlags(&ring->copied, cudaEventDisableTiming), "cudaEventCreate"))
        goto free_stream;
    return 0;

free_stream:
    cudaStreamDestroy(ring->stream);
free_device:
    cudaFree(ring->device);
free_host:
    cudaFreeHost(ring->host);
    return -1;
}

int ring_push(ring_buffer *ring, const void *data, size_t bytes)
{
    size_t first = bytes;
    if (bytes > ring->size)
        return -1;
    if (ring->head + bytes > ring->size)
        first = ring->size - ring->head;
    if (cudaEventSynchronize(ring->copied) != cudaSuccess)
        return -1;
    memcpy(ring->host + ring->head, data, first);
    memcpy(ring->host, (const unsigned char *)data + first, bytes - first);
    if (failed(cudaMemcpyAsync(ring->device, ring->host, ring->size, cudaMemcpyHostToDevice, ring->stream), "push"))
        return -1;
    ring->head = (ring->head + bytes) % ring->size;
    return cudaEventRecord(ring->copied, ring->stream) == cudaSuccess ? 0 : -1;
}

void ring_free(ring_buffer *ring)
{
    struct cudaDeviceProp prop;
    if (cudaGetDeviceProperties(&prop, 0) == cudaSuccess)
        printf("%s is done\n", prop.name);
    cudaEventDestroy(ring->copied);
    cudaStreamDestroy(ring->stream);
    cudaFree(ring->device);
    cudaFreeHost(ring->host);
}
