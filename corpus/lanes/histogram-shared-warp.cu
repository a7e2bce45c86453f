// A histogram per warp in shared memory, without atomics: lanes with one bin find each other by ballots of its bits.
#include <cstdio>
#include <cuda_runtime.h>

#define WARP_SIZE 32
#define WARPS_PER_BLOCK 4
#define BIN_BITS 4
#define BINS (1 << BIN_BITS)

__global__ void histogram(const unsigned char *data, int n, unsigned *bins)
{
    __shared__ unsigned counts[WARPS_PER_BLOCK][BINS];
    const unsigned lane = threadIdx.x % WARP_SIZE, warp = threadIdx.x / WARP_SIZE;
    for (int b = lane; b < BINS; b += WARP_SIZE)
        counts[warp][b] = 0;
    __syncwarp();
    const int stride = gridDim.x * blockDim.x;
    for (int base = blockIdx.x * blockDim.x + warp * WARP_SIZE; base < n; base += stride) {
        const int i = base + lane;
        const unsigned valid = __ballot_sync(0xFFFFFFFF, i < n);
        const unsigned bin = i < n ? data[i] >> (8 - BIN_BITS) : 0;
        unsigned peers = valid;
        for (int bit = 0; bit < BIN_BITS; bit++) {
            const unsigned set = __ballot_sync(0xFFFFFFFF, bin >> bit & 1);
            peers &= bin >> bit & 1 ? set : ~set;
        }
        if (i < n && lane == __ffs(peers) - 1)
            counts[warp][bin] += __popc(peers);
        __syncwarp();
    }
    __syncthreads();
    for (int b = threadIdx.x; b < BINS; b += blockDim.x) {
        unsigned sum = 0;
        for (int w = 0; w < WARPS_PER_BLOCK; w++)
            sum += counts[w][b];
        atomicAdd(&bins[b], sum);
    }
}

int main()
{
    const int n = 3001;
    unsigned char *data;
    unsigned *bins, expected[BINS] = {};
    int wrong = 0;
    cudaMallocManaged(&data, n);
    cudaMallocManaged(&bins, BINS * sizeof(unsigned));
    cudaMemset(bins, 0, BINS * sizeof(unsigned));
    for (int i = 0; i < n; i++) {
        data[i] = (unsigned char)((i * 197 + i / 7 * i) % 241);
        expected[data[i] >> 4]++;
    }
    histogram<<<5, WARPS_PER_BLOCK * WARP_SIZE>>>(data, n, bins);
    cudaDeviceSynchronize();
    for (int b = 0; b < BINS; b++) {
        wrong += bins[b] != expected[b];
        printf("%u ", bins[b]);
    }
    printf("wrong: %d\n", wrong);
    cudaFree(data);
    cudaFree(bins);
    return wrong != 0;
}
