// Sums of runs of equal keys: heads of runs by a ballot, a scan that stops at them, one addition for each run.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void runs(const int *key, const int *value, int n, int *sums)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const int lane = threadIdx.x % warpSize;
    const int mine = i < n ? key[i] : -1;
    const int left = __shfl_up_sync(0xffffffff, mine, 1);
    const unsigned heads = __ballot_sync(0xffffffff, lane == 0 || left != mine);
    // the nearest head at or below this lane
    const int head = 31 - __clz(heads & ((2u << lane) - 1));
    int sum = i < n ? value[i] : 0;
    for (int distance = 1; distance < warpSize; distance <<= 1) {
        const int other = __shfl_up_sync(0xffffffff, sum, distance);
        if (lane - distance >= head)
            sum += other;
    }
    const bool last = lane == warpSize - 1 || (heads >> (lane + 1) & 1u);
    if (last && mine >= 0)
        atomicAdd(&sums[mine], sum);
}

int main()
{
    const int n = 600, keys = 40;
    int *key, *value, *sums, expected[keys] = {0}, wrong = 0;
    cudaMallocManaged(&key, n * sizeof(int));
    cudaMallocManaged(&value, n * sizeof(int));
    cudaMallocManaged(&sums, keys * sizeof(int));
    for (int k = 0; k < keys; k++)
        sums[k] = 0;
    for (int i = 0, k = 0; i < n; i++) {
        k += i * i % 11 == 0 ? 1 : 0;
        key[i] = k % keys;
        value[i] = i % 9 - 3;
        expected[key[i]] += value[i];
    }
    runs<<<5, 128>>>(key, value, n, sums);
    cudaDeviceSynchronize();
    for (int k = 0; k < keys; k++) {
        wrong += sums[k] != expected[k];
        printf("%d ", sums[k]);
    }
    printf("\nwrong: %d\n", wrong);
    return wrong != 0;
}
