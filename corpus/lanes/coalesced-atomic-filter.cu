// Filter with an atomic per group of threads that come together (cooperative groups), in two kinds of output.
#include <cstdio>
#include <cooperative_groups.h>
#include <cuda_runtime.h>

using namespace cooperative_groups;

__device__ int atomicAggInc(int *counter)
{
    coalesced_group active = coalesced_threads();
    int base = 0;
    if (active.thread_rank() == 0)
        base = atomicAdd(counter, (int)active.size());
    return active.shfl(base, 0) + active.thread_rank();
}

__global__ void filter(const int *in, int n, int *positive, int *negative, int *counters)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) {
        if (in[i] > 0)
            positive[atomicAggInc(&counters[0])] = in[i];
        else if (in[i] < 0)
            negative[atomicAggInc(&counters[1])] = in[i];
    }
}

int main()
{
    const int n = 700;
    int *in, *positive, *negative, *counters, wrong = 0, count[2] = {}, sums[4] = {}, squares[4] = {};
    cudaMallocManaged(&in, n * sizeof(int));
    cudaMallocManaged(&positive, n * sizeof(int));
    cudaMallocManaged(&negative, n * sizeof(int));
    cudaMallocManaged(&counters, 2 * sizeof(int));
    counters[0] = counters[1] = 0;
    for (int i = 0; i < n; i++) {
        in[i] = (i * 31) % 37 - 18;
        if (in[i]) {
            count[in[i] < 0]++;
            sums[in[i] < 0] += in[i];
            squares[in[i] < 0] += in[i] * in[i];
        }
    }
    filter<<<2, 96>>>(in, n, positive, negative, counters);
    cudaDeviceSynchronize();
    for (int k = 0; k < 2; k++) {
        const int *values = k ? negative : positive;
        for (int i = 0; i < counters[k] && i < n; i++) {
            wrong += k ? values[i] >= 0 : values[i] <= 0;
            sums[2 + k] += values[i];
            squares[2 + k] += values[i] * values[i];
        }
        wrong += counters[k] != count[k] || sums[k] != sums[2 + k] || squares[k] != squares[2 + k];
        printf("%d values, sum %d\n", counters[k], sums[2 + k]);
    }
    printf("wrong: %d\n", wrong);
    cudaFree(in);
    cudaFree(positive);
    cudaFree(negative);
    cudaFree(counters);
    return wrong != 0;
}
