// Warp-aggregated atomics: the lanes that are active together reserve their places with one addition.
#include <cstdio>
#include <cuda_runtime.h>

__device__ int atomicAggInc(int *counter)
{
    unsigned active = __activemask();
    int leader = __ffs(active) - 1;
    int lane = threadIdx.x & 0x1f;
    int count = __popc(active);
    int base = 0;
    if (lane == leader)
        base = atomicAdd(counter, count);
    base = __shfl_sync(active, base, leader);
    return base + __popc(active & ((1u << lane) - 1u));
}

__global__ void filter(const int *in, int *out, int *counter, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && in[i] % 3 == 0)
        out[atomicAggInc(counter)] = in[i];
}

int main()
{
    const int n = 2000;
    static int h[n], result[n];
    int expected = 0, sum = 0, count, got = 0;
    for (int i = 0; i < n; i++) {
        h[i] = (i * 2654435761u) >> 16;
        if (h[i] % 3 == 0) {
            expected++;
            sum += h[i] % 1000;
        }
    }
    int *in, *out, *counter;
    cudaMalloc(&in, sizeof(h));
    cudaMalloc(&out, expected * sizeof(int));
    cudaMalloc(&counter, sizeof(int));
    cudaMemcpy(in, h, sizeof(h), cudaMemcpyHostToDevice);
    cudaMemset(out, 0, expected * sizeof(int));
    cudaMemset(counter, 0, sizeof(int));
    filter<<<(n + 255) / 256, 256>>>(in, out, counter, n);
    cudaMemcpy(&count, counter, sizeof(int), cudaMemcpyDeviceToHost);
    cudaMemcpy(result, out, expected * sizeof(int), cudaMemcpyDeviceToHost);
    for (int i = 0; i < expected; i++)
        got += result[i] % 1000;
    printf("%d of %d, sum %d of %d\n", count, expected, got, sum);
    cudaFree(in);
    cudaFree(out);
    cudaFree(counter);
    return count != expected || got != sum;
}
