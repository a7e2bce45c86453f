// A Bloom filter built with __reduce_or_sync: the lanes of a warp bring bits of one word together before the atomic.
#include <cstdio>
#include <cuda_runtime.h>

constexpr int kWords = 64, kHashes = 3;

__host__ __device__ inline unsigned mix(unsigned x, unsigned seed)
{
    x ^= seed * 0x9e3779b9u;
    x = (x ^ x >> 16) * 0x85ebca6bu;
    x = (x ^ x >> 13) * 0xc2b2ae35u;
    return x ^ x >> 16;
}

__global__ void build(const unsigned *keys, int n, unsigned *filter, int *writes)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const unsigned mask = __ballot_sync(0xffffffff, i < n);
    if (i >= n)
        return;
    for (int h = 0; h < kHashes; h++) {
        const unsigned bit = mix(keys[i], h) % (kWords * 32);
        const unsigned word = bit / 32;
        const unsigned peers = __match_any_sync(mask, word);
        const unsigned bits = __reduce_or_sync(peers, 1u << bit % 32);
        if ((threadIdx.x & 31) == __ffs(peers) - 1) {
            atomicOr(&filter[word], bits);
            atomicAdd(writes, 1);
        }
        __syncwarp(mask);
    }
}

int main()
{
    const int n = 333;
    unsigned *keys, *filter, expected[kWords] = {}, check = 0;
    int *writes, wrong = 0, expectedWrites = 0;
    cudaMallocManaged(&keys, n * sizeof(unsigned));
    cudaMallocManaged(&filter, kWords * sizeof(unsigned));
    cudaMallocManaged(&writes, sizeof(int));
    cudaMemset(filter, 0, kWords * sizeof(unsigned));
    *writes = 0;
    for (int i = 0; i < n; i++)
        keys[i] = i * i + 5;
    for (int h = 0; h < kHashes; h++)
        for (int i = 0; i < n; i++) {
            unsigned bit = mix(keys[i], h) % (kWords * 32);
            expected[bit / 32] |= 1u << bit % 32;
            bool first = true;
            for (int k = i / 32 * 32; k < i; k++)
                first &= mix(keys[k], h) % (kWords * 32) / 32 != bit / 32;
            expectedWrites += first;
        }
    build<<<(n + 95) / 96, 96>>>(keys, n, filter, writes);
    cudaDeviceSynchronize();
    for (int w = 0; w < kWords; w++) {
        wrong += filter[w] != expected[w];
        check = check * 31 + filter[w];
    }
    wrong += *writes != expectedWrites;
    printf("%d writes, wrong: %d, check %u\n", *writes, wrong, check);
    cudaFree(keys);
    cudaFree(filter);
    cudaFree(writes);
    return wrong != 0;
}
