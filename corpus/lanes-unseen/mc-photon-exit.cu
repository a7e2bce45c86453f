// Monte Carlo of photons in a slab (integer arithmetic): lanes leave the loop one by one as their photon is absorbed
// or escapes; statistics are summed by the lanes still there (__activemask in a function), no photon is refilled.
#include <cstdint>
#include <cstdio>
#include <cuda_runtime.h>

#define NUM_TALLIES 4
enum { ABSORBED, REFLECTED, TRANSMITTED, SCATTERED };

__host__ __device__ static inline uint32_t lcg(uint32_t *s)
{
    *s = *s * 747796405u + 2891336453u;
    uint32_t w = ((*s >> ((*s >> 28) + 4)) ^ *s) * 277803737u;
    return (w >> 22) ^ w;
}

// one step; the tally the photon ends in, or SCATTERED
__host__ __device__ static inline int step(uint32_t *rng, int *depth, int *dir, int thickness)
{
    *depth += *dir * (int)(1 + lcg(rng) % 50);
    if (*depth < 0)
        return REFLECTED;
    if (*depth >= thickness)
        return TRANSMITTED;
    const uint32_t r = lcg(rng) % 100;
    if (r < 20)
        return ABSORBED;
    *dir = r < 55 ? -*dir : *dir;
    return SCATTERED;
}

// every lane that is here adds one to a counter of its choice
__device__ void count(unsigned *tally, int which)
{
    unsigned here = __activemask();
    const unsigned self = 1u << (threadIdx.x & 31);
    for (int k = 0; k < NUM_TALLIES; k++) {
        const unsigned same = __ballot_sync(here, which == k);
        if (same & self && (same & (self - 1)) == 0)
            atomicAdd(&tally[k], (unsigned)__popc(same));
    }
}

__global__ void photons(int n, int thickness, unsigned *global_tally, unsigned *deepest, unsigned *longest)
{
    __shared__ unsigned tally[NUM_TALLIES];
    if (threadIdx.x < NUM_TALLIES)
        tally[threadIdx.x] = 0;
    __syncthreads();
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    int depth = 0, dir = 1;
    unsigned most = 0, steps = 0;
    if (i < n) {
        uint32_t rng = i * 26699u + 11u;
        for (;;) {
            const int end = step(&rng, &depth, &dir, thickness);
            steps++;
            if (end == SCATTERED) {
                most = max(most, (unsigned)depth);
                count(tally, SCATTERED);
                continue;
            }
            count(tally, end);
            break;
        }
    }
    __syncwarp();
    // the whole warp is here again, also the lanes without a photon
    most = __reduce_max_sync(0xffffffffu, most);
    steps = __reduce_max_sync(0xffffffffu, steps);
    if ((threadIdx.x & 31) == 0) {
        deepest[i / 32] = most;
        longest[i / 32] = steps;
    }
    __syncthreads();
    if (threadIdx.x < NUM_TALLIES)
        atomicAdd(&global_tally[threadIdx.x], tally[threadIdx.x]);
}

int main()
{
    const int n = 300, threads = 160, blocks = (n + threads - 1) / threads, warps = blocks * threads / 32;
    unsigned *tally, *deepest, *longest;
    cudaMallocManaged(&tally, NUM_TALLIES * sizeof(unsigned));
    cudaMallocManaged(&deepest, warps * sizeof(unsigned));
    cudaMallocManaged(&longest, warps * sizeof(unsigned));
    for (int k = 0; k < NUM_TALLIES; k++)
        tally[k] = 0;
    photons<<<blocks, threads>>>(n, 200, tally, deepest, longest);
    cudaDeviceSynchronize();
    unsigned want[NUM_TALLIES] = {0};
    int wrong = 0;
    for (int w = 0; w < warps; w++) {
        unsigned most = 0, long_one = 0;
        for (int i = w * 32; i < (w + 1) * 32 && i < n; i++) {
            uint32_t rng = i * 26699u + 11u;
            int depth = 0, dir = 1, end;
            unsigned steps = 0;
            do {
                end = step(&rng, &depth, &dir, 200);
                want[end]++;
                steps++;
                if (end == SCATTERED && (unsigned)depth > most)
                    most = depth;
            } while (end == SCATTERED);
            long_one = steps > long_one ? steps : long_one;
        }
        wrong += most != deepest[w] || long_one != longest[w];
        printf("warp %d: depth %u, steps %u\n", w, deepest[w], longest[w]);
    }
    for (int k = 0; k < NUM_TALLIES; k++)
        wrong += want[k] != tally[k];
    printf("absorbed %u reflected %u transmitted %u scattered %u\nwrong %d\n", tally[0], tally[1], tally[2], tally[3],
           wrong);
    cudaFree(tally);
    cudaFree(deepest);
    cudaFree(longest);
    return wrong != 0;
}
