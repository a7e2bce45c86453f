// Stream compaction that keeps the order: ballot and popcount within warps, a small scan over the warps of a block.
#include <cstdio>
#include <cuda_runtime.h>

static const unsigned kAll = 0xFFFFFFFF;

template <int BLOCK>
__global__ void compact(const int *in, int *out, int *counts, int n)
{
    constexpr int kWarps = BLOCK / 32;
    __shared__ int offsets[kWarps];
    const int i = blockIdx.x * BLOCK + threadIdx.x;
    const unsigned lane = threadIdx.x % 32u, warp = threadIdx.x / 32u;

    const bool keep = i < n && in[i] > 0;
    const unsigned votes = __ballot_sync(kAll, keep);
    const unsigned below = votes & ((1u << lane) - 1);
    if (lane == 0)
        offsets[warp] = __popc(votes);
    __syncthreads();
    if (threadIdx.x == 0) {
        int sum = 0;
        for (int w = 0; w < kWarps; w++) {
            int count = offsets[w];
            offsets[w] = sum;
            sum += count;
        }
        counts[blockIdx.x] = sum;
    }
    __syncthreads();
    if (keep)
        out[blockIdx.x * BLOCK + offsets[warp] + __popc(below)] = in[i];
}

int main()
{
    const int block = 192, blocks = 5, n = block * blocks - 50;
    static int h[block * blocks], result[block * blocks], counts[blocks];
    for (int i = 0; i < n; i++)
        h[i] = (i * 73) % 19 - 9 + (i % 5 == 0 ? i : 0);
    int *in, *out, *c, wrong = 0, sum = 0;
    cudaMalloc(&in, n * sizeof(int));
    cudaMalloc(&out, sizeof(result));
    cudaMalloc(&c, sizeof(counts));
    cudaMemcpy(in, h, n * sizeof(int), cudaMemcpyHostToDevice);
    cudaMemset(out, 0, sizeof(result));
    compact<block><<<blocks, block>>>(in, out, c, n);
    cudaMemcpy(result, out, sizeof(result), cudaMemcpyDeviceToHost);
    cudaMemcpy(counts, c, sizeof(counts), cudaMemcpyDeviceToHost);
    for (int b = 0; b < blocks; b++) {
        int kept = 0;
        for (int i = b * block; i < (b + 1) * block && i < n; i++)
            if (h[i] > 0)
                wrong += result[b * block + kept++] != h[i];
        wrong += counts[b] != kept;
        for (int k = 0; k < block; k++)
            sum = (sum * 33 + result[b * block + k] + 100) % 1000003;
        printf("block %d keeps %d\n", b, counts[b]);
    }
    printf("wrong: %d, checksum %d\n", wrong, sum);
    cudaFree(in);
    cudaFree(out);
    cudaFree(c);
    return wrong != 0;
}
