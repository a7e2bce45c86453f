// Histogram with one private sub-histogram per warp, merged at the end; the tag comes from match_any.
#include <cstdio>
#include <cuda_runtime.h>

#define LOG2_WARP_SIZE 5U
#define WARP_SIZE (1U << LOG2_WARP_SIZE)
#define WARP_COUNT 6
#define BIN_COUNT 64
#define THREADBLOCK_SIZE (WARP_COUNT * WARP_SIZE)

typedef unsigned int uint;

__device__ inline void addByte(uint *s_WarpHist, uint bin, uint mask, uint lane)
{
    const uint peers = __match_any_sync(mask, bin);
    const uint leader = 31 - __clz(peers);
    if (lane == leader)
        s_WarpHist[bin] += __popc(peers);
    __syncwarp(mask);
}

__global__ void histogram64Kernel(uint *d_Partial, const uint *d_Data, uint dataCount)
{
    __shared__ uint s_Hist[WARP_COUNT * BIN_COUNT];
    uint *s_WarpHist = s_Hist + (threadIdx.x >> LOG2_WARP_SIZE) * BIN_COUNT;
    const uint lane = threadIdx.x & (WARP_SIZE - 1);

    for (uint i = 0; i < BIN_COUNT / WARP_SIZE; i++)
        s_WarpHist[lane + i * WARP_SIZE] = 0;
    __syncwarp();

    const uint stride = blockDim.x * gridDim.x;
    for (uint pos = blockIdx.x * blockDim.x + threadIdx.x; ; pos += stride) {
        const uint mask = __ballot_sync(0xFFFFFFFF, pos < dataCount);
        if (mask == 0)
            break;
        if (pos < dataCount) {
            const uint data = d_Data[pos];
            addByte(s_WarpHist, (data >> 2) & 0x3F, mask, lane);
            addByte(s_WarpHist, (data >> 10) & 0x3F, mask, lane);
            addByte(s_WarpHist, (data >> 18) & 0x3F, mask, lane);
            addByte(s_WarpHist, (data >> 26) & 0x3F, mask, lane);
        }
    }

    __syncthreads();
    for (uint bin = threadIdx.x; bin < BIN_COUNT; bin += THREADBLOCK_SIZE) {
        uint sum = 0;
        for (uint i = 0; i < WARP_COUNT; i++)
            sum += s_Hist[bin + i * BIN_COUNT];
        d_Partial[blockIdx.x * BIN_COUNT + bin] = sum;
    }
}

__global__ void mergeKernel(uint *d_Histogram, const uint *d_Partial, uint count)
{
    uint sum = 0;
    for (uint i = threadIdx.x; i < count; i += WARP_SIZE)
        sum += d_Partial[blockIdx.x + i * BIN_COUNT];
    for (uint stride = WARP_SIZE / 2; stride > 0; stride >>= 1)
        sum += __shfl_down_sync(0xFFFFFFFF, sum, stride);
    if (threadIdx.x == 0)
        d_Histogram[blockIdx.x] = sum;
}

int main()
{
    const uint n = 1501, blocks = 3;
    static uint data[n];
    uint expected[BIN_COUNT] = {0}, got[BIN_COUNT];
    uint x = 2463534242u;
    for (uint i = 0; i < n; i++) {
        x ^= x << 13, x ^= x >> 17, x ^= x << 5;
        data[i] = i % 5 ? x : 0x40404040u;
        for (int b = 0; b < 4; b++)
            expected[(data[i] >> (2 + 8 * b)) & 63]++;
    }
    uint *d_Data, *d_Partial, *d_Hist;
    cudaMalloc((void **)&d_Data, sizeof(data));
    cudaMalloc((void **)&d_Partial, blocks * BIN_COUNT * sizeof(uint));
    cudaMalloc((void **)&d_Hist, BIN_COUNT * sizeof(uint));
    cudaMemcpy(d_Data, data, sizeof(data), cudaMemcpyHostToDevice);
    histogram64Kernel<<<blocks, THREADBLOCK_SIZE>>>(d_Partial, d_Data, n);
    mergeKernel<<<BIN_COUNT, WARP_SIZE>>>(d_Hist, d_Partial, blocks);
    cudaMemcpy(got, d_Hist, sizeof(got), cudaMemcpyDeviceToHost);
    int wrong = 0;
    for (int b = 0; b < BIN_COUNT; b++)
        wrong += got[b] != expected[b];
    printf("bins wrong %d, bin 16 holds %u, bin 63 holds %u\n", wrong, got[16], got[63]);
    cudaFree(d_Data);
    cudaFree(d_Partial);
    cudaFree(d_Hist);
    return wrong ? 1 : 0;
}
