// A warp handles 64 flags, two a lane: two ballots make one word of 64 bits.
#include <cstdint>
#include <cstdio>
#include <cuda_runtime.h>

__global__ void pack64(const uint8_t *flags, uint64_t *words, int *ranks)
{
    const int lane = threadIdx.x & 31, warp = (blockIdx.x * blockDim.x + threadIdx.x) >> 5;
    const uint8_t *mine = flags + warp * 64;
    const uint32_t low = __ballot_sync(0xffffffffu, mine[lane]);
    const uint32_t high = __ballot_sync(0xffffffffu, mine[lane + 32]);
    const uint64_t both = (uint64_t)high << 32 | low;
    if (lane == 0)
        words[warp] = both;
    ranks[warp * 64 + lane] = __popcll(both & ((1ull << lane) - 1));
    ranks[warp * 64 + lane + 32] = __popcll(both & ((1ull << (lane + 32)) - 1));
}

int main()
{
    const int warps = 6, n = warps * 64;
    uint8_t *flags;
    uint64_t *words;
    int *ranks, wrong = 0;
    cudaMallocManaged(&flags, n);
    cudaMallocManaged(&words, warps * sizeof(uint64_t));
    cudaMallocManaged(&ranks, n * sizeof(int));
    for (int i = 0; i < n; i++)
        flags[i] = (i * i / 7) % 3 == 1;
    pack64<<<2, 96>>>(flags, words, ranks);
    cudaDeviceSynchronize();
    for (int w = 0; w < warps; w++) {
        int rank = 0;
        for (int k = 0; k < 64; k++) {
            wrong += (words[w] >> k & 1) != flags[w * 64 + k] || ranks[w * 64 + k] != rank;
            rank += flags[w * 64 + k];
        }
        printf("%016llx\n", (unsigned long long)words[w]);
    }
    printf("wrong: %d\n", wrong);
    cudaFree(flags);
    cudaFree(words);
    cudaFree(ranks);
    return wrong != 0;
}
