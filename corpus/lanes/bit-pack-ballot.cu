// Comparison results packed to 32 to a word by ballots, counted, and unpacked again; the last word is partial.
#include <cstdint>
#include <cstdio>
#include <cuda_runtime.h>

#define WORD_BITS 32

__global__ void pack(const float *x, uint32_t *words, int n, float limit)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const uint32_t word = __ballot_sync(0xffffffffu, i < n && x[i] < limit);
    if (i % WORD_BITS == 0 && i < n)
        words[i / WORD_BITS] = word;
}

__global__ void unpack(const uint32_t *words, uint8_t *bytes, int n)
{
    const int lane = threadIdx.x & 31, warp = (blockIdx.x * blockDim.x + threadIdx.x) >> 5;
    // a warp takes 32 words, one a lane, and hands them round
    const int count = (n + 31) / 32;
    const uint32_t mine = warp * 32 + lane < count ? words[warp * 32 + lane] : 0u;
    for (int k = 0; k < 32; k++) {
        const uint32_t word = __shfl_sync(0xffffffffu, mine, k);
        const int i = (warp * 32 + k) * 32 + lane;
        if (i < n)
            bytes[i] = word >> lane & 1u;
    }
}

int main()
{
    const int n = 2222, words = (n + 31) / 32;
    float *x;
    uint32_t *bits, check = 0;
    uint8_t *bytes;
    int wrong = 0, set = 0;
    cudaMallocManaged(&x, n * sizeof(float));
    cudaMallocManaged(&bits, words * sizeof(uint32_t));
    cudaMallocManaged(&bytes, n);
    for (int i = 0; i < n; i++)
        x[i] = (float)((i * 37 + i / 100) % 91);
    pack<<<(n + 127) / 128, 128>>>(x, bits, n, 33.5f);
    unpack<<<2, 64>>>(bits, bytes, n);
    cudaDeviceSynchronize();
    for (int i = 0; i < n; i++) {
        wrong += (bits[i / 32] >> i % 32 & 1u) != (x[i] < 33.5f) || bytes[i] != (x[i] < 33.5f);
        set += bytes[i];
    }
    for (int w = 0; w < words; w++)
        check = check * 31 + bits[w];
    printf("%d set, wrong: %d, check %u\n", set, wrong, check);
    cudaFree(x);
    cudaFree(bits);
    cudaFree(bytes);
    return wrong != 0;
}
