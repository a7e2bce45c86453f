// Histogram: lanes with the same value find each other with __match_any_sync, and the first of them counts for all.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void histogram(const unsigned char *in, int n, int *bins)
{
    const int lane = threadIdx.x % warpSize;
    for (int start = blockIdx.x * blockDim.x; start < n; start += gridDim.x * blockDim.x) {
        const int i = start + threadIdx.x;
        const unsigned there = __ballot_sync(0xffffffff, i < n);
        if (i < n) {
            const unsigned same = __match_any_sync(there, (int)in[i]);
            const int first = __ffs(same) - 1;
            if (lane == first)
                atomicAdd(&bins[in[i]], __popc(same));
        }
        __syncwarp();
    }
}

int main()
{
    const int n = 1111;
    unsigned char *in;
    int *bins, expected[16] = {0}, wrong = 0;
    cudaMallocManaged(&in, n);
    cudaMallocManaged(&bins, 16 * sizeof(int));
    for (int b = 0; b < 16; b++)
        bins[b] = 0;
    for (int i = 0; i < n; i++)
        expected[in[i] = i * i / 7 % 16]++;
    histogram<<<2, 128>>>(in, n, bins);
    cudaDeviceSynchronize();
    for (int b = 0; b < 16; b++) {
        wrong += bins[b] != expected[b];
        printf("%d ", bins[b]);
    }
    printf("\nwrong: %d\n", wrong);
    return wrong != 0;
}
