// Warp-aggregated atomics: the lowest active lane adds for all that are active with it.
#include <cstdio>
#include <cuda_runtime.h>

__device__ int reserve(int *counter)
{
    const unsigned active = __activemask();
    const int lane = threadIdx.x % warpSize, leader = __ffs(active) - 1;
    int base = 0;
    if (lane == leader)
        base = atomicAdd(counter, __popc(active));
    base = __shfl_sync(active, base, leader);
    return base + __popc(active & ((1u << lane) - 1));
}

__global__ void filter(const int *in, int n, int *out, int *counter)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        if (in[i] > 60)
            out[reserve(counter)] = in[i];
}

int main()
{
    const int n = 1500;
    int *in, *out, *counter, expected = 0, sum = 0;
    cudaMallocManaged(&in, n * sizeof(int));
    cudaMallocManaged(&out, n * sizeof(int));
    cudaMallocManaged(&counter, sizeof(int));
    *counter = 0;
    for (int i = 0; i < n; i++) {
        in[i] = i * 7919 % 97;
        expected += in[i] > 60 ? in[i] : 0;
    }
    filter<<<4, 128>>>(in, n, out, counter);
    cudaDeviceSynchronize();
    for (int i = 0; i < *counter; i++)
        sum += out[i];
    printf("%d values, sum %d, expected %d\n", *counter, sum, expected);
    return sum != expected;
}
