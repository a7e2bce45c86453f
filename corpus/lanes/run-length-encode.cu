// Run-length encoding of 32 values a warp: heads of runs by a ballot, lengths from the distance to the next head.
#include <cstdio>
#include <cuda_runtime.h>

#define W 32u
#define M 0xffffffffu

__global__ void encode(const int *in, int *values, int *lengths, int *runs)
{
    const unsigned lane = threadIdx.x % W;
    const int warp = (blockIdx.x * blockDim.x + threadIdx.x) / W;
    const int x = in[warp * W + lane];
    const int previous = __shfl_up_sync(M, x, 1);
    const bool head = lane == 0 || x != previous;
    const unsigned heads = __ballot_sync(M, head);
    if (head) {
        const int slot = __popc(heads & ((1u << lane) - 1u));
        const unsigned later = lane == W - 1 ? 0u : heads >> (lane + 1);
        values[warp * W + slot] = x;
        lengths[warp * W + slot] = later ? __ffs(later) : W - lane;
    }
    if (lane == 0)
        runs[warp] = __popc(heads);
}

int main()
{
    const int warps = 10, n = warps * 32;
    int *in, *values, *lengths, *runs, wrong = 0;
    cudaMallocManaged(&in, n * sizeof(int));
    cudaMallocManaged(&values, n * sizeof(int));
    cudaMallocManaged(&lengths, n * sizeof(int));
    cudaMallocManaged(&runs, warps * sizeof(int));
    for (int i = 0; i < n; i++)
        in[i] = i / 32 == 3 ? 7 : (i / (1 + i / 40) * 5) % 9 / 3;
    encode<<<5, 64>>>(in, values, lengths, runs);
    cudaDeviceSynchronize();
    for (int w = 0; w < warps; w++) {
        int at = w * 32, expectedRuns = 0;
        for (int i = w * 32; i < w * 32 + 32; i++)
            expectedRuns += i % 32 == 0 || in[i] != in[i - 1];
        wrong += runs[w] != expectedRuns;
        for (int r = 0; r < runs[w] && r < 32; r++)
            for (int k = 0; k < lengths[w * 32 + r] && at < n; k++)
                wrong += in[at++] != values[w * 32 + r];
        wrong += at != w * 32 + 32;
        printf("warp %d: %d runs, first %d x %d\n", w, runs[w], lengths[w * 32], values[w * 32]);
    }
    printf("wrong: %d\n", wrong);
    cudaFree(in);
    cudaFree(values);
    cudaFree(lengths);
    cudaFree(runs);
    return wrong != 0;
}
