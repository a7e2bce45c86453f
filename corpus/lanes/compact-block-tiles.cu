// One block compacts a long array in order: ballots within warps, a warp scans the warps' counts, a running base.
#include <cstdio>
#include <cuda_runtime.h>

#define THREADS 256
#define WARPS (THREADS / 32)

__device__ __forceinline__ unsigned lanesBelow(unsigned lane)
{
    return (1u << lane) - 1;
}

__global__ void copyIf(const unsigned *in, unsigned *out, int *kept, int n, unsigned limit)
{
    __shared__ int warpBase[WARPS];
    __shared__ int base;
    const unsigned lane = threadIdx.x & 31u, warp = threadIdx.x >> 5;
    if (threadIdx.x == 0)
        base = 0;
    for (int tile = 0; tile < n; tile += THREADS) {
        const int i = tile + threadIdx.x;
        const unsigned x = i < n ? in[i] : 0;
        const bool keep = i < n && x < limit;
        const unsigned vote = __ballot_sync(0xffffffffu, keep);
        if (lane == 0)
            warpBase[warp] = __popc(vote);
        __syncthreads();
        if (warp == 0) {
            int count = lane < WARPS ? warpBase[lane] : 0, sum = count;
            for (int d = 1; d < WARPS; d <<= 1) {
                int left = __shfl_up_sync(0xffffffffu, sum, d);
                if (lane >= d)
                    sum += left;
            }
            if (lane < WARPS)
                warpBase[lane] = base + sum - count;
            __syncwarp();
            if (lane == WARPS - 1)
                base += sum;
        }
        __syncthreads();
        if (keep)
            out[warpBase[warp] + __popc(vote & lanesBelow(lane))] = x;
        __syncthreads();
    }
    if (threadIdx.x == 0)
        *kept = base;
}

int main()
{
    const int n = 1500;
    unsigned *in, *out;
    int *kept, wrong = 0, k = 0;
    cudaMallocManaged(&in, n * sizeof(unsigned));
    cudaMallocManaged(&out, n * sizeof(unsigned));
    cudaMallocManaged(&kept, sizeof(int));
    for (int i = 0; i < n; i++)
        in[i] = (unsigned)(i * 2654435761u) >> 20;
    copyIf<<<1, THREADS>>>(in, out, kept, n, 1700);
    cudaDeviceSynchronize();
    unsigned check = 0;
    for (int i = 0; i < n; i++)
        if (in[i] < 1700) {
            wrong += out[k] != in[i];
            check = check * 31 + out[k++];
        }
    wrong += k != *kept;
    printf("kept %d, wrong: %d, check %u\n", *kept, wrong, check);
    cudaFree(in);
    cudaFree(out);
    cudaFree(kept);
    return wrong != 0;
}
