// Structural characters of JSON as bitmaps, one 32-bit word per warp and kind: escapes, quotes, the inside of strings by a
// prefix xor of words, then the nesting depth. The host and a second kernel read the words.
#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>
#include <cuda_runtime.h>

using word = uint32_t;
constexpr int THREADS = 128;

struct Maps {
    word *quote, *open, *close, *comma;
};

__global__ void classify(const char *text, int n, Maps maps)
{
    const int i = blockIdx.x * THREADS + threadIdx.x, w = i / 32;
    const char c = i < n ? text[i] : ' ';
    // a quote counts if an even number of backslashes is in front of it
    bool quote = c == '"';
    if (quote) {
        int k = i;
        while (k > 0 && text[k - 1] == '\\')
            k--;
        quote = (i - k) % 2 == 0;
    }
    const word q = __ballot_sync(0xffffffff, quote);
    const word o = __ballot_sync(0xffffffff, c == '{' || c == '[');
    const word e = __ballot_sync(0xffffffff, c == '}' || c == ']');
    const word m = __ballot_sync(0xffffffff, c == ',' || c == ':');
    switch (threadIdx.x & 31) {
    case 0: maps.quote[w] = q; break;
    case 1: maps.open[w] = o; break;
    case 2: maps.close[w] = e; break;
    case 3: maps.comma[w] = m; break;
    }
}

__device__ inline word prefix_xor(word v)
{
    for (int s = 1; s < 32; s *= 2)
        v ^= v << s;
    return v;
}

// One warp; a word to each lane. Characters inside strings are struck out, depth before each word is left behind.
__global__ void strike(Maps maps, int words, int *depth)
{
    const int lane = threadIdx.x;
    unsigned inside = 0; // all ones when a string is open
    int level = 0;
    for (int first = 0; first < words; first += 32) {
        const int w = first + lane;
        const word q = w < words ? maps.quote[w] : 0;
        const unsigned odd = __ballot_sync(0xffffffff, __popc(q) & 1);
        const unsigned before = __popc(odd & ((1u << lane) - 1)) & 1 ? ~0u : 0u;
        const word string = prefix_xor(q) ^ before ^ inside;
        int change = 0;
        if (w < words) {
            const word o = maps.open[w] &= ~string;
            const word e = maps.close[w] &= ~string;
            maps.comma[w] &= ~string;
            change = __popc(o) - __popc(e);
        }
        int sum = change;
        for (int d = 1; d < 32; d *= 2) {
            const int t = __shfl_up_sync(0xffffffff, sum, d);
            if (lane >= d)
                sum += t;
        }
        if (w < words)
            depth[w] = level + sum - change;
        level += __shfl_sync(0xffffffff, sum, 31);
        if (__popc(odd) & 1)
            inside = ~inside;
    }
}

int main()
{
    std::string s = "[";
    for (int i = 0; i < 40; i++) {
        s += "{\"k" + std::to_string(i) + "\": [1, 2, {\"a\\\"[{\": \"";
        s += std::string(i % 7, '\\') + std::string(i % 7, '\\') + "\"}], \"t,e:x}t\": " + std::to_string(i * 977) + "}, ";
    }
    s += "0]";
    const int n = (int)s.size(), blocks = (n + THREADS - 1) / THREADS, words = blocks * THREADS / 32;
    char *text;
    Maps maps;
    int *depth;
    cudaMallocManaged(&text, n);
    for (word **p : {&maps.quote, &maps.open, &maps.close, &maps.comma})
        cudaMallocManaged(p, words * sizeof(word));
    cudaMallocManaged(&depth, words * sizeof(int));
    s.copy(text, n);
    classify<<<blocks, THREADS>>>(text, n, maps);
    strike<<<1, 32>>>(maps, words, depth);
    cudaDeviceSynchronize();
    int wrong = 0, level = 0, opened = 0, commas = 0, deepest = 0;
    bool in = false, escaped = false;
    for (int i = 0; i < words * 32; i++) {
        const char c = i < n ? s[i] : ' ';
        const word bit = 1u << i % 32;
        if (i % 32 == 0)
            wrong += depth[i / 32] != level;
        const bool quote = c == '"' && !escaped;
        escaped = c == '\\' && !escaped;
        wrong += !!(maps.quote[i / 32] & bit) != quote;
        if (quote)
            in = !in;
        const bool o = !in && (c == '{' || c == '['), e = !in && (c == '}' || c == ']');
        const bool m = !in && (c == ',' || c == ':');
        wrong += !!(maps.open[i / 32] & bit) != o;
        wrong += !!(maps.close[i / 32] & bit) != e;
        wrong += !!(maps.comma[i / 32] & bit) != m;
        level += o - e;
        deepest = level > deepest ? level : deepest;
        opened += __builtin_popcount(maps.open[i / 32] & bit);
        commas += m;
    }
    printf("%d characters, %d opened, %d separators, depth %d\nwrong %d\n", n, opened, commas, deepest, wrong + level);
    cudaFree(text);
    for (word *p : {maps.quote, maps.open, maps.close, maps.comma})
        cudaFree(p);
    cudaFree(depth);
    return wrong || level;
}
