// Inclusive prefix sum of a block: shuffle up within warps, then a scan of the warps' sums by the first warp.
#include <cstdio>
#include <cuda_runtime.h>

__device__ __forceinline__ int warpInclusiveScan(int value)
{
    const int lane = threadIdx.x & 31;
#pragma unroll
    for (int delta = 1; delta < 32; delta <<= 1) {
        int left = __shfl_up_sync(0xffffffff, value, delta);
        if (lane >= delta)
            value += left;
    }
    return value;
}

template <int THREADS>
__global__ void blockScan(const int *in, int *out, int *totals)
{
    __shared__ int warpSums[THREADS / 32];
    const int i = blockIdx.x * THREADS + threadIdx.x;
    const int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;

    int value = warpInclusiveScan(in[i]);
    if (lane == 31)
        warpSums[warp] = value;
    __syncthreads();
    if (warp == 0) {
        int sum = lane < THREADS / 32 ? warpSums[lane] : 0;
        sum = warpInclusiveScan(sum);
        if (lane < THREADS / 32)
            warpSums[lane] = sum;
    }
    __syncthreads();
    if (warp > 0)
        value += warpSums[warp - 1];
    out[i] = value;
    if (threadIdx.x == THREADS - 1)
        totals[blockIdx.x] = value;
}

int main()
{
    const int threads = 512, blocks = 3, n = threads * blocks;
    static int h[n], scanned[n], totals[blocks];
    for (int i = 0; i < n; i++)
        h[i] = (i * i) % 17 - 5;
    int *in, *out, *sums, wrong = 0;
    cudaMalloc(&in, sizeof(h));
    cudaMalloc(&out, sizeof(h));
    cudaMalloc(&sums, sizeof(totals));
    cudaMemcpy(in, h, sizeof(h), cudaMemcpyHostToDevice);
    blockScan<threads><<<blocks, threads>>>(in, out, sums);
    cudaMemcpy(scanned, out, sizeof(h), cudaMemcpyDeviceToHost);
    cudaMemcpy(totals, sums, sizeof(totals), cudaMemcpyDeviceToHost);
    for (int b = 0; b < blocks; b++) {
        int running = 0;
        for (int t = 0; t < threads; t++) {
            running += h[b * threads + t];
            wrong += scanned[b * threads + t] != running;
        }
        wrong += totals[b] != running;
        printf("block %d: %d %d %d, total %d\n", b, scanned[b * threads + 31], scanned[b * threads + 32],
               scanned[b * threads + 63], totals[b]);
    }
    printf("wrong: %d\n", wrong);
    cudaFree(in);
    cudaFree(out);
    cudaFree(sums);
    return wrong != 0;
}
