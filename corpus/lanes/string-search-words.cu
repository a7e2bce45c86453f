// First occurrence of a short pattern in each text: lanes try places side by side, a shuffled word serves the next lane.
#include <cstdio>
#include <cstring>
#include <cuda_runtime.h>

#define WARP 32
#define LANES_ALL 0xffffffffu

__global__ void find(const char *text, int length, unsigned pattern, int *first)
{
    const int lane = threadIdx.x & (WARP - 1);
    const int warp = (blockIdx.x * blockDim.x + threadIdx.x) / WARP;
    const char *mine = text + warp * length;
    int result = -1;
    for (int base = 0; base < length; base += WARP * 4) {
        unsigned word = 0;
        for (int k = 3; k >= 0; k--) {
            const int at = base + lane * 4 + k;
            word = word << 8 | (at < length ? (unsigned char)mine[at] : 0);
        }
        unsigned next = __shfl_down_sync(LANES_ALL, word, 1);
        if (lane == WARP - 1) {
            next = 0;
            for (int k = 3; k >= 0; k--) {
                const int at = base + WARP * 4 + k;
                next = next << 8 | (at < length ? (unsigned char)mine[at] : 0);
            }
        }
        int hit = WARP * 4;
        for (int k = 3; k >= 0; k--)
            if (__funnelshift_r(word, next, 8 * k) == pattern)
                hit = lane * 4 + k;
        const unsigned hits = __ballot_sync(LANES_ALL, hit < WARP * 4);
        if (hits) {
            result = base + __shfl_sync(LANES_ALL, hit, __ffs(hits) - 1);
            break;
        }
    }
    if (lane == 0)
        first[warp] = result;
}

int main()
{
    const int texts = 8, length = 301;
    char *text;
    int *first, wrong = 0;
    cudaMallocManaged(&text, texts * length);
    cudaMallocManaged(&first, texts * sizeof(int));
    for (int i = 0; i < texts * length; i++)
        text[i] = "acgt"[(i * 7 + i * i / 11 + i / 97) % 4];
    const unsigned pattern = 'g' | 'a' << 8 | 't' << 16 | (unsigned)'t' << 24;
    find<<<2, 128>>>(text, length, pattern, first);
    cudaDeviceSynchronize();
    for (int t = 0; t < texts; t++) {
        int expected = -1;
        for (int i = 0; i + 4 <= length && expected < 0; i++)
            if (memcmp(text + t * length + i, "gatt", 4) == 0)
                expected = i;
        wrong += first[t] != expected;
        printf("text %d: %d\n", t, first[t]);
    }
    printf("wrong: %d\n", wrong);
    cudaFree(text);
    cudaFree(first);
    return wrong != 0;
}
