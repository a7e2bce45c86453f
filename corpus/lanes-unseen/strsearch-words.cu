/* Substring search. Each warp looks at 32 text positions; a candidate mask is narrowed character by character,
   the characters behind the window come from the next load. One 32-bit match word per window is left in global
   memory and is turned into positions by the host. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cuda_runtime.h>

#define WARP_SZ 32
#define LOG_WARP 5
#define FULL 0xffffffffu
#define THREADS 96
#define MAX_PATTERN 16

__constant__ char c_pattern[MAX_PATTERN];

/* character at window position lane + k: either held by a lower-numbered neighbour or part of the next window */
__device__ char char_at(int here, int next, int lane, int k)
{
    int from = (lane + k) & (WARP_SZ - 1);
    int a = __shfl_sync(FULL, here, from);
    int b = __shfl_sync(FULL, next, from);
    return (char)(lane + k < WARP_SZ ? a : b);
}

__global__ void search_kernel(const char *text, int n, int m, unsigned *words, int windows)
{
    int lane = threadIdx.x & (WARP_SZ - 1);
    int w = (blockIdx.x * blockDim.x + threadIdx.x) >> LOG_WARP;
    int pos, k;
    int here, next;
    unsigned alive;
    if (w >= windows)
        return;
    pos = (w << LOG_WARP) + lane;
    here = pos < n ? text[pos] : 0;
    next = pos + WARP_SZ < n ? text[pos + WARP_SZ] : 0;
    alive = __ballot_sync(FULL, pos + m <= n);
    for (k = 0; k < m && alive; k++)
        alive &= __ballot_sync(FULL, char_at(here, next, lane, k) == c_pattern[k]);
    if (lane == 0)
        words[w] = alive;
}

__global__ void count_kernel(const unsigned *words, int windows, int *total)
{
    __shared__ int part[THREADS / WARP_SZ];
    int lane = threadIdx.x & (WARP_SZ - 1), warp = threadIdx.x >> LOG_WARP, i, c = 0;
    for (i = threadIdx.x; i < windows; i += blockDim.x)
        c += __popc(words[i]);
    for (i = WARP_SZ / 2; i; i >>= 1)
        c += __shfl_down_sync(FULL, c, i);
    if (lane == 0)
        part[warp] = c;
    __syncthreads();
    if (threadIdx.x == 0) {
        c = 0;
        for (i = 0; i < THREADS / WARP_SZ; i++)
            c += part[i];
        *total = c;
    }
}

int main(void)
{
    static const char *patterns[] = {"abba", "a", "bab", "abcabcabcab", "zz"};
    const int n = 1500, windows = (n + WARP_SZ - 1) >> LOG_WARP;
    const int blocks = (windows * WARP_SZ + THREADS - 1) / THREADS;
    char *text = (char *)malloc(n + 1), *d_text;
    unsigned *words = (unsigned *)malloc(windows * sizeof(unsigned)), *d_words;
    int *d_total, total, wrong = 0, i, p;
    unsigned seed = 7;
    for (i = 0; i < n; i++) {
        seed = seed * 1103515245u + 12345u;
        text[i] = i % 300 < 60 ? "abc"[i % 3] : (seed >> 16) % 2 ? 'a' : 'b';
    }
    text[n] = 0;
    cudaMalloc((void **)&d_text, n);
    cudaMalloc((void **)&d_words, windows * sizeof(unsigned));
    cudaMalloc((void **)&d_total, sizeof(int));
    cudaMemcpy(d_text, text, n, cudaMemcpyHostToDevice);
    for (p = 0; p < 5; p++) {
        int m = (int)strlen(patterns[p]), found = 0, first = -1;
        cudaMemcpyToSymbol(c_pattern, patterns[p], m);
        search_kernel<<<blocks, THREADS>>>(d_text, n, m, d_words, windows);
        count_kernel<<<1, THREADS>>>(d_words, windows, d_total);
        cudaMemcpy(words, d_words, windows * sizeof(unsigned), cudaMemcpyDeviceToHost);
        cudaMemcpy(&total, d_total, sizeof(int), cudaMemcpyDeviceToHost);
        for (i = 0; i < n; i++) {
            int want = i + m <= n && memcmp(text + i, patterns[p], m) == 0;
            int got = words[i / 32] >> (i % 32) & 1;
            wrong += want != got;
            found += got;
            if (got && first < 0)
                first = i;
        }
        wrong += found != total;
        printf("%s: %d matches, first at %d\n", patterns[p], total, first);
    }
    printf(wrong ? "FAILED: %d\n" : "PASSED (%d)\n", wrong);
    cudaFree(d_text);
    cudaFree(d_words);
    cudaFree(d_total);
    free(text);
    free(words);
    return wrong != 0;
}
