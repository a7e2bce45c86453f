// Splitting text into words: each warp classifies 32 characters by ballot; edges of the mask are starts and ends of tokens.
#include <cctype>
#include <cstdio>
#include <cstring>
#include <string>
#include <vector>
#include <cuda_runtime.h>

#define WARP_SZ 32
#define FULL 0xFFFFFFFFU

typedef unsigned int warp_mask;

__device__ inline bool is_word(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

struct WordEdges {
    warp_mask starts, ends;
    __device__ int count() const { return __popc(starts); }
};

// 'ends' marks the last character of each word
__device__ WordEdges edges(const char *text, int length, int pos)
{
    const bool w = pos < length && is_word(text[pos]);
    const warp_mask words = __ballot_sync(FULL, w);
    const int lane = threadIdx.x & (WARP_SZ - 1);
    const int first = pos - lane;
    const warp_mask before = first > 0 && first <= length && is_word(text[first - 1]);
    const warp_mask after = first + WARP_SZ < length && is_word(text[first + WARP_SZ]);
    WordEdges e;
    e.starts = words & ~(words << 1 | before);
    e.ends = words & ~(words >> 1 | after << (WARP_SZ - 1));
    return e;
}

__global__ void count_words(const char *text, int length, int *per_warp)
{
    const int pos = blockIdx.x * blockDim.x + threadIdx.x;
    const WordEdges e = edges(text, length, pos);
    if (pos % WARP_SZ == 0) {
        per_warp[2 * (pos / WARP_SZ)] = e.count();
        per_warp[2 * (pos / WARP_SZ) + 1] = __popc(e.ends);
    }
}

__global__ void write_words(const char *text, int length, const int *per_warp, int *begin, int *end)
{
    const int pos = blockIdx.x * blockDim.x + threadIdx.x;
    const WordEdges e = edges(text, length, pos);
    const int lane = pos % WARP_SZ;
    const warp_mask lower = FULL >> (WARP_SZ - 1 - lane) >> 1;
    if (e.starts >> lane & 1)
        begin[per_warp[2 * (pos / WARP_SZ)] + __popc(e.starts & lower)] = pos;
    if (e.ends & 1u << lane)
        end[per_warp[2 * (pos / WARP_SZ) + 1] + __popc(e.ends & lower)] = pos + 1;
}

int main()
{
    std::string text;
    const char *words[] = {"lane", "warp_size", "x", "Antidisestablishmentarianism_and_more_of_it", "42", "ballot", "of"};
    const char *gaps[] = {" ", ", ", "  ", "\n", "-"};
    for (int i = 0; i < 60; i++)
        text += std::string(words[i * i % 7]) + gaps[i % 5];
    text += "end";
    const int n = (int)text.size(), block = 4 * WARP_SZ, grid = (n + block - 1) / block, warps = grid * block / WARP_SZ;
    char *d;
    int *counts, *begin, *end;
    cudaMallocManaged(&d, n);
    cudaMallocManaged(&counts, 2 * warps * sizeof(int));
    cudaMallocManaged(&begin, n * sizeof(int));
    cudaMallocManaged(&end, n * sizeof(int));
    memcpy(d, text.data(), n);
    count_words<<<grid, block>>>(d, n, counts);
    cudaDeviceSynchronize();
    int nb = 0, ne = 0;
    for (int w = 0; w < warps; w++) { // exclusive sums on the host
        const int b = counts[2 * w], e = counts[2 * w + 1];
        counts[2 * w] = nb, counts[2 * w + 1] = ne;
        nb += b, ne += e;
    }
    write_words<<<grid, block>>>(d, n, counts, begin, end);
    cudaDeviceSynchronize();
    int wrong = nb != ne, k = 0;
    for (int i = 0; i < n;) {
        if (!isalnum((unsigned char)text[i]) && text[i] != '_') {
            i++;
            continue;
        }
        int j = i;
        while (j < n && (isalnum((unsigned char)text[j]) || text[j] == '_'))
            j++;
        wrong += k >= nb || begin[k] != i || end[k] != j;
        k++;
        i = j;
    }
    wrong += k != nb;
    printf("%d tokens in %d characters, last [%d, %d), wrong %d\n", nb, n, begin[nb - 1], end[nb - 1], wrong);
    cudaFree(d); cudaFree(counts); cudaFree(begin); cudaFree(end);
    return wrong != 0;
}
