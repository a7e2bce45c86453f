#include <assert.h>
#include <stdio.h>
#include <cuda_runtime.h>

struct Edge {
    int from, to;
    float weight;
};

__device__ int g_bad;

__global__ void validate(const Edge *edges, int count, int vertices)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count)
        return;
    const Edge e = edges[i];
    if (e.from < 0 || e.from >= vertices || e.to < 0 || e.to >= vertices) {
        printf("edge %d (block %u, thread %u): %d -> %d is out of range\n", i, blockIdx.x, threadIdx.x, e.from, e.to);
        atomicAdd(&g_bad, 1);
        return;
    }
    assert(e.weight >= 0.0f && "weights must not be negative");
    if (isnan(e.weight))
        printf("edge %d: weight is %f\n", i, e.weight);
}

int main(void)
{
    const int count = 3;
    const Edge host[count] = {{0, 1, 1.0f}, {1, 2, 0.5f}, {2, 9, 2.0f}};
    Edge *edges;
    size_t fifo = 0;
    cudaDeviceSetLimit(cudaLimitPrintfFifoSize, 1 << 20);
    cudaDeviceGetLimit(&fifo, cudaLimitPrintfFifoSize);
    cudaMalloc(&edges, sizeof(host));
    cudaMemcpy(edges, host, sizeof(host), cudaMemcpyHostToDevice);

    validate<<<1, 32>>>(edges, count, 3);
    cudaError_t err = cudaDeviceSynchronize();
    if (err == cudaErrorAssert)
        fprintf(stderr, "an assertion failed in the kernel\n");
    else if (err != cudaSuccess)
        fprintf(stderr, "cudaDeviceSynchronize: %s\n", cudaGetErrorString(err));
    fflush(stdout);
    cudaFree(edges);
    return err == cudaSuccess ? 0 : 1;
}
