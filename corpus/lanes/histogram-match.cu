// Histogram: lanes with the same bin find each other with __match_any_sync, and one of them adds for all.
#include <cstdio>
#include <cuda_runtime.h>

const int kBins = 16;

__global__ void histogram(const unsigned char *data, unsigned *bins, int n, unsigned *adds)
{
    for (int base = blockIdx.x * blockDim.x; base < n; base += gridDim.x * blockDim.x) {
        int i = base + threadIdx.x;
        unsigned active = __ballot_sync(0xffffffff, i < n);
        if (i < n) {
            int bin = data[i] % kBins;
            unsigned peers = __match_any_sync(active, bin);
            int leader = __ffs(peers) - 1;
            if ((threadIdx.x & 31) == leader) {
                atomicAdd(&bins[bin], __popc(peers));
                atomicAdd(adds, 1u);
            }
        }
    }
}

int main()
{
    const int n = 3001;
    static unsigned char h[n];
    unsigned bins[kBins], expected[kBins] = {}, adds, wrong = 0, seed = 7;
    for (int i = 0; i < n; i++) {
        seed = seed * 1664525u + 1013904223u;
        h[i] = (seed >> 24) & (seed >> 16);
        expected[h[i] % kBins]++;
    }
    unsigned char *data;
    unsigned *counts, *count;
    cudaMalloc(&data, n);
    cudaMalloc(&counts, sizeof(bins));
    cudaMalloc(&count, sizeof(adds));
    cudaMemcpy(data, h, n, cudaMemcpyHostToDevice);
    cudaMemset(counts, 0, sizeof(bins));
    cudaMemset(count, 0, sizeof(adds));
    histogram<<<4, 160>>>(data, counts, n, count);
    cudaMemcpy(bins, counts, sizeof(bins), cudaMemcpyDeviceToHost);
    cudaMemcpy(&adds, count, sizeof(adds), cudaMemcpyDeviceToHost);
    for (int b = 0; b < kBins; b++) {
        printf("%u ", bins[b]);
        wrong += bins[b] != expected[b];
    }
    printf("\nwrong: %u, additions %u\n", wrong, adds);
    cudaFree(data);
    cudaFree(counts);
    cudaFree(count);
    return wrong != 0;
}
