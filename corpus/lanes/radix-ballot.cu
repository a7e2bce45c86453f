// Each warp sorts its 32 keys by 8 bits: one split per bit, places from ballots.
#include <cstdint>
#include <cstdio>
#include <cuda_runtime.h>

__device__ uint32_t splitByBit(uint32_t key, int bit)
{
    const uint32_t lane = threadIdx.x & 31;
    const uint32_t ones = __ballot_sync(0xffffffff, (key >> bit) & 1);
    const uint32_t below = (1u << lane) - 1;
    const int zeros = 32 - __popc(ones);
    const int place = (key >> bit) & 1 ? zeros + __popc(ones & below) : __popc(~ones & below);

    // Send the key to its place: lane `place` must read this lane, so write through shared memory.
    __shared__ uint32_t exchange[8][32];
    exchange[threadIdx.x >> 5][place] = key;
    __syncwarp();
    key = exchange[threadIdx.x >> 5][lane];
    __syncwarp();
    return key;
}

__global__ void sortWarps(uint32_t *keys)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    uint32_t key = keys[i];
    for (int bit = 0; bit < 8; bit++)
        key = splitByBit(key, bit);
    keys[i] = key;
}

int main()
{
    const int n = 768;
    static uint32_t h[n], result[n];
    uint32_t seed = 99;
    for (int i = 0; i < n; i++) {
        seed = seed * 1664525u + 1013904223u;
        h[i] = seed >> 24;
    }
    uint32_t *keys;
    int wrong = 0;
    unsigned sum = 0;
    cudaMalloc(&keys, sizeof(h));
    cudaMemcpy(keys, h, sizeof(h), cudaMemcpyHostToDevice);
    sortWarps<<<n / 256, 256>>>(keys);
    cudaMemcpy(result, keys, sizeof(h), cudaMemcpyDeviceToHost);
    for (int w = 0; w < n; w += 32) {
        int counts[256] = {};
        for (int i = w; i < w + 32; i++) {
            counts[h[i]]++;
            counts[result[i] & 255]--;
            wrong += i > w && result[i] < result[i - 1];
        }
        for (int k = 0; k < 256; k++)
            wrong += counts[k] != 0;
        sum = sum * 31 + result[w] + result[w + 31];
    }
    printf("wrong: %d, checksum %u\n", wrong, sum);
    cudaFree(keys);
    return wrong != 0;
}
