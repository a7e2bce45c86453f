// Bitonic sort of a block: strides below a warp by shuffles, longer ones through shared memory.
#include <cstdio>
#include <cuda_runtime.h>

constexpr int kWarpSize = 32;
constexpr int kBlock = 256;

__device__ inline unsigned pick(unsigned mine, unsigned other, bool keepSmall)
{
    return keepSmall ? min(mine, other) : max(mine, other);
}

__global__ void sortBlock(unsigned *keys)
{
    __shared__ unsigned s[kBlock];
    const int t = threadIdx.x;
    unsigned key = keys[blockIdx.x * kBlock + t];
    for (int size = 2; size <= kBlock; size <<= 1) {
        const bool up = (t & size) == 0;
        for (int stride = size >> 1; stride > 0; stride >>= 1) {
            unsigned other;
            if (stride >= kWarpSize) {
                s[t] = key;
                __syncthreads();
                other = s[t ^ stride];
                __syncthreads();
            } else {
                other = __shfl_xor_sync(0xffffffff, key, stride);
            }
            key = pick(key, other, up == ((t & stride) == 0));
        }
    }
    keys[blockIdx.x * kBlock + t] = key;
}

int main()
{
    const int blocks = 2, n = blocks * kBlock;
    unsigned *keys, sum = 0, after = 0;
    int wrong = 0;
    cudaMallocManaged(&keys, n * sizeof(unsigned));
    for (int i = 0; i < n; i++) {
        keys[i] = (unsigned)(i + 3) * 2654435761u >> 8;
        sum += keys[i];
    }
    sortBlock<<<blocks, kBlock>>>(keys);
    cudaDeviceSynchronize();
    for (int i = 0; i < n; i++) {
        after += keys[i];
        if (i % kBlock)
            wrong += keys[i - 1] > keys[i];
    }
    wrong += sum != after;
    printf("%u %u %u %u, wrong: %d\n", keys[0], keys[kBlock - 1], keys[kBlock], keys[n - 1], wrong);
    cudaFree(keys);
    return wrong != 0;
}
