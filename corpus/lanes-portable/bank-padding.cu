// Avoids bank conflicts by one element in 32.
#include <cuda_runtime.h>

#define BANKS 32
#define LOG_BANKS 5
#define OFFSET(n) ((n) >> LOG_BANKS)

__global__ void exclusiveScan(int *data)
{
    __shared__ int s[512 + 512 / BANKS];
    int t = threadIdx.x, step = 1;
    s[2 * t + OFFSET(2 * t)] = data[2 * t];
    s[2 * t + 1 + OFFSET(2 * t + 1)] = data[2 * t + 1];
    for (int d = 256; d > 0; d >>= 1, step *= 2) {
        __syncthreads();
        if (t < d) {
            int a = step * (2 * t + 1) - 1, b = step * (2 * t + 2) - 1;
            s[b + OFFSET(b)] += s[a + OFFSET(a)];
        }
    }
    __syncthreads();
    if (t == 0)
        data[0] = s[511 + OFFSET(511)];
}
