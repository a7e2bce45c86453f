// Monte Carlo with a generator per thread; hits are counted by ballots or by votes, then summed over warps and blocks.
#include <cstdio>
#include <cuda_runtime.h>

#define THREADS 128

__host__ __device__ inline unsigned next(unsigned &state)
{
    state = state * 1664525u + 1013904223u;
    return state >> 16;
}

__host__ __device__ inline bool hit(unsigned &state)
{
    const unsigned x = next(state), y = next(state);
    return (unsigned long long)x * x + (unsigned long long)y * y < 65536ull * 65536ull;
}

__global__ void throwDarts(int rounds, unsigned long long *total, int *lucky)
{
    unsigned state = (blockIdx.x * THREADS + threadIdx.x) * 747796405u + 17;
    unsigned long long hits = 0;
    int streaks = 0;
    for (int r = 0; r < rounds; r++) {
        const unsigned in = __ballot_sync(0xffffffff, hit(state));
        if (threadIdx.x % 32 == 0)
            hits += __popc(in);
        streaks += __popc(in) >= 30;
    }
    if (threadIdx.x % 32 == 0) {
        atomicAdd(total, hits);
        atomicAdd(lucky, streaks);
    }
}

int main()
{
    const int blocks = 3, rounds = 40;
    unsigned long long *total, expected = 0;
    int *lucky, expectedLucky = 0, wrong = 0;
    cudaMallocManaged(&total, sizeof(*total));
    cudaMallocManaged(&lucky, sizeof(*lucky));
    *total = 0;
    *lucky = 0;
    static int perRound[blocks * THREADS / 32][rounds];
    for (int t = 0; t < blocks * THREADS; t++) {
        unsigned state = t * 747796405u + 17;
        for (int r = 0; r < rounds; r++)
            perRound[t / 32][r] += hit(state);
    }
    for (int w = 0; w < blocks * THREADS / 32; w++)
        for (int r = 0; r < rounds; r++) {
            expected += perRound[w][r];
            expectedLucky += perRound[w][r] >= 30;
        }
    throwDarts<<<blocks, THREADS>>>(rounds, total, lucky);
    cudaDeviceSynchronize();
    wrong = (*total != expected) + (*lucky != expectedLucky);
    printf("pi is about %.3f, lucky %d, wrong: %d\n", 4.0 * *total / (blocks * THREADS * rounds), *lucky, wrong);
    cudaFree(total);
    cudaFree(lucky);
    return wrong;
}
