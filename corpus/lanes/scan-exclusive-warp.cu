// Exclusive prefix sums in each warp; the total comes from the last lane.
#include <cstdio>
#include <cuda_runtime.h>

#define LOG_WARP_SIZE 5
#define WARP_SIZE (1 << LOG_WARP_SIZE)
#define WARP_MASK 0xffffffffu

template <typename T>
__device__ T exclusiveScan(T input, T &total)
{
    const unsigned lane = threadIdx.x & (WARP_SIZE - 1);
    T sum = input;
#pragma unroll
    for (int step = 0; step < LOG_WARP_SIZE; ++step) {
        T left = __shfl_up_sync(WARP_MASK, sum, 1u << step);
        if (lane >= (1u << step))
            sum += left;
    }
    total = __shfl_sync(WARP_MASK, sum, WARP_SIZE - 1);
    return sum - input;
}

__global__ void offsets(const unsigned *counts, unsigned long long *starts, unsigned long long *totals)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned long long total;
    starts[i] = exclusiveScan<unsigned long long>((unsigned long long)counts[i] << 20, total);
    if (i % WARP_SIZE == 0)
        totals[i / WARP_SIZE] = total;
}

int main()
{
    const int n = 64 * 6;
    unsigned *counts;
    unsigned long long *starts, *totals, check = 0;
    int wrong = 0;
    cudaMallocManaged(&counts, n * sizeof(*counts));
    cudaMallocManaged(&starts, n * sizeof(*starts));
    cudaMallocManaged(&totals, n / 32 * sizeof(*totals));
    for (int i = 0; i < n; i++)
        counts[i] = (i * i * 13) % 1009;
    offsets<<<3, 128>>>(counts, starts, totals);
    cudaDeviceSynchronize();
    for (int w = 0; w < n / 32; w++) {
        unsigned long long running = 0;
        for (int k = 0; k < 32; k++) {
            wrong += starts[w * 32 + k] != running;
            running += (unsigned long long)counts[w * 32 + k] << 20;
        }
        wrong += totals[w] != running;
        check = check * 31 + totals[w];
    }
    printf("wrong: %d, check %llx\n", wrong, check);
    cudaFree(counts);
    cudaFree(starts);
    cudaFree(totals);
    return wrong != 0;
}
