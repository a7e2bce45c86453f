// coalesced_threads() in a branch: a queue of work filled with one addition per group, places handed out by rank.
#include <cstdio>
#include <cooperative_groups.h>
#include <cuda_runtime.h>

using namespace cooperative_groups;

__device__ int reserve(int *counter)
{
    coalesced_group active = coalesced_threads();
    int base = 0;
    if (active.thread_rank() == 0)
        base = atomicAdd(counter, active.size());
    return active.shfl(base, 0) + active.thread_rank();
}

__global__ void enqueue(const int *in, int *even, int *odd, int *counters, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        if (in[i] % 2 == 0)
            even[reserve(&counters[0])] = in[i];
        else if (in[i] % 3 == 0)
            odd[reserve(&counters[1])] = in[i];
    }
}

int main()
{
    const int n = 777;
    static int h[n], queue[n];
    int counters[2], expected[2] = {}, sums[2] = {}, wrong = 0;
    for (int i = 0; i < n; i++) {
        h[i] = (i * 47) % 1013;
        int which = h[i] % 2 == 0 ? 0 : h[i] % 3 == 0 ? 1 : 2;
        if (which < 2) {
            expected[which]++;
            sums[which] += h[i];
        }
    }
    int *in, *queues[2], *c;
    cudaMalloc(&in, sizeof(h));
    cudaMalloc(&queues[0], sizeof(h));
    cudaMalloc(&queues[1], sizeof(h));
    cudaMalloc(&c, sizeof(counters));
    cudaMemcpy(in, h, sizeof(h), cudaMemcpyHostToDevice);
    cudaMemset(c, 0, sizeof(counters));
    enqueue<<<(n + 127) / 128, 128>>>(in, queues[0], queues[1], c, n);
    cudaMemcpy(counters, c, sizeof(counters), cudaMemcpyDeviceToHost);
    for (int q = 0; q < 2; q++) {
        int sum = 0;
        cudaMemcpy(queue, queues[q], sizeof(queue), cudaMemcpyDeviceToHost);
        for (int i = 0; i < counters[q] && i < n; i++)
            sum += queue[i];
        wrong += counters[q] != expected[q] || sum != sums[q];
        printf("%d entries, sum %d\n", counters[q], sum);
    }
    printf("wrong: %d\n", wrong);
    cudaFree(in);
    cudaFree(queues[0]);
    cudaFree(queues[1]);
    cudaFree(c);
    return wrong != 0;
}
