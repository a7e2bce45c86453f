// The 32 largest of a long row: a warp sorts 32 at a time and merges them into the best ones so far.
#include <cstdio>
#include <cuda_runtime.h>

constexpr int kWarpSize = 32;
#define FULL_MASK 0xffffffffu

template <bool Descending>
__device__ int bitonicMerge(int x, int lane)
{
#pragma unroll
    for (int stride = kWarpSize / 2; stride > 0; stride >>= 1) {
        const int other = __shfl_xor_sync(FULL_MASK, x, stride);
        const bool first = !(lane & stride);
        x = first == Descending ? max(x, other) : min(x, other);
    }
    return x;
}

__device__ int sortDescending(int x, int lane)
{
    for (int size = 2; size <= kWarpSize; size *= 2)
        for (int stride = size / 2; stride > 0; stride /= 2) {
            const int other = __shfl_xor_sync(FULL_MASK, x, stride);
            const bool down = (lane & size) == 0 || size == kWarpSize;
            x = down == ((lane & stride) == 0) ? max(x, other) : min(x, other);
        }
    return x;
}

__global__ void topk(const int *rows, int cols, int *best)
{
    const int lane = threadIdx.x % kWarpSize, warp = threadIdx.x / kWarpSize;
    const int row = blockIdx.x * (blockDim.x / kWarpSize) + warp;
    int kept = -2147483647;
    for (int c = 0; c < cols; c += kWarpSize) {
        int x = c + lane < cols ? rows[row * cols + c + lane] : -2147483647;
        const int threshold = __shfl_sync(FULL_MASK, kept, kWarpSize - 1);
        if (!__any_sync(FULL_MASK, x > threshold))
            continue;
        x = sortDescending(x, lane);
        x = __shfl_sync(FULL_MASK, x, kWarpSize - 1 - lane); // ascending
        kept = bitonicMerge<true>(max(kept, x), lane);
    }
    best[row * kWarpSize + lane] = kept;
}

int main()
{
    const int rows = 6, cols = 211;
    int *in, *best, wrong = 0;
    cudaMallocManaged(&in, rows * cols * sizeof(int));
    cudaMallocManaged(&best, rows * kWarpSize * sizeof(int));
    for (int i = 0; i < rows * cols; i++)
        in[i] = (i * 7919 + i / cols * 101) % 4001 - 2000 - (i % cols) * (i / cols % 3) * 9;
    topk<<<2, 3 * kWarpSize>>>(in, cols, best);
    cudaDeviceSynchronize();
    for (int r = 0; r < rows; r++) {
        for (int k = 0; k < kWarpSize; k++) {
            int larger = 0, equal = 0, x = best[r * kWarpSize + k];
            for (int c = 0; c < cols; c++) {
                larger += in[r * cols + c] > x;
                equal += in[r * cols + c] == x;
            }
            wrong += k < larger || k >= larger + equal;
        }
        printf("row %d: %d .. %d\n", r, best[r * kWarpSize], best[r * kWarpSize + 31]);
    }
    printf("wrong: %d\n", wrong);
    cudaFree(in);
    cudaFree(best);
    return wrong != 0;
}
