// The highest lane with a wish is elected and tells the others what it wants, until all have had a turn or time is up.
#include <cstdio>
#include <cuda_runtime.h>

#define WARP_SZ 32
#define FULL_MASK 0xFFFFFFFFU

__device__ inline int lane_id(void) { return threadIdx.x % WARP_SZ; }

__device__ int elect(unsigned wishes) { return 31 - __clz(wishes); }

__global__ void serve(const unsigned *wish, unsigned *log, int rounds)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned mine = wish[i];
    for (int r = 0; r < rounds; r++) {
        const unsigned wishes = __ballot_sync(FULL_MASK, mine != 0);
        if (!wishes)
            break;
        const int leader = elect(wishes);
        const unsigned task = __shfl_sync(FULL_MASK, mine, leader);
        // everybody does a part of the task
        const unsigned part = task * (lane_id() + 1);
        const unsigned sum = __reduce_add_sync(FULL_MASK, part);
        if (lane_id() == leader) {
            log[i] = log[i] * 7 + sum;
            mine >>= 2;
        }
    }
}

int main()
{
    const int n = 128, rounds = 40;
    unsigned *wish, *log, check = 0;
    int wrong = 0;
    cudaMallocManaged(&wish, n * sizeof(unsigned));
    cudaMallocManaged(&log, n * sizeof(unsigned));
    for (int i = 0; i < n; i++) {
        wish[i] = i % 3 == 1 ? i * 2 : i % 40 == 0 ? 5 : 0;
        log[i] = 0;
    }
    serve<<<2, 64>>>(wish, log, rounds);
    cudaDeviceSynchronize();
    for (int w = 0; w < n; w += 32) {
        unsigned left[32], expected[32] = {};
        for (int k = 0; k < 32; k++)
            left[k] = wish[w + k];
        for (int r = 0; r < rounds; r++) {
            int leader = 31;
            while (leader >= 0 && !left[leader])
                leader--;
            if (leader < 0)
                break;
            expected[leader] = expected[leader] * 7 + left[leader] * (32 * 33 / 2);
            left[leader] >>= 2;
        }
        for (int k = 0; k < 32; k++) {
            wrong += log[w + k] != expected[k];
            check = check * 31 + log[w + k];
        }
    }
    printf("wrong: %d, check %u\n", wrong, check);
    cudaFree(wish);
    cudaFree(log);
    return wrong != 0;
}
