// Backward search in an FM-index: the Burrows-Wheeler transform is kept as ballots (a word per symbol and 32 places) with
// running counts, made by one kernel and scanned on the host; ranks are popcounts of masked words. A quad of lanes per query:
// every lane keeps the counts of one symbol.
#include <algorithm>
#include <cstdio>
#include <cstring>
#include <numeric>
#include <string>
#include <vector>
#include <cuda_runtime.h>

#define SIGMA 4
#define FULL 0xffffffffu

struct Index {
    int n, sentinel;       // its place in the transform
    unsigned *bits;        // [word][symbol]
    int *before;           // [word][symbol], occurrences in earlier words
    int first[SIGMA];      // of a symbol in the sorted text
};

// symbol codes 0..3; the sentinel's place sets no bit
__global__ void make_bits(const signed char *bwt, int n, unsigned *bits, int *count)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const int symbol = i < n ? bwt[i] : -1, lane = threadIdx.x & 31;
    for (int s = 0; s < SIGMA; s++) {
        const unsigned word = __ballot_sync(FULL, symbol == s);
        if (lane == s) {
            bits[(i >> 5) * SIGMA + s] = word;
            count[(i >> 5) * SIGMA + s] = __popc(word);
        }
    }
}

__device__ int rank_of(const Index &ix, int symbol, int place)
{
    const int w = place / 32 * SIGMA + symbol;
    return ix.before[w] + __popc(ix.bits[w] & ((1u << (place & 31)) - 1u));
}

__global__ void search(Index ix, const signed char *patterns, int length, int count, int2 *range)
{
    const int q = (blockIdx.x * blockDim.x + threadIdx.x) / SIGMA, mine = threadIdx.x % SIGMA;
    // the quads that have a query; others leave
    const unsigned quads = __ballot_sync(FULL, q < count);
    if (q >= count)
        return;
    int lo = 0, hi = ix.n;
    for (int k = length - 1; k >= 0; k--) {
        // all symbols' new ranges at once, then the one that is asked for
        const int l = ix.first[mine] + rank_of(ix, mine, lo), h = ix.first[mine] + rank_of(ix, mine, hi);
        const int symbol = patterns[q * length + k];
        lo = __shfl_sync(quads, l, symbol, SIGMA);
        hi = __shfl_sync(quads, h, symbol, SIGMA);
        const unsigned open = __ballot_sync(quads, lo < hi);
        if (!open)
            break;
    }
    if (mine == 0)
        range[q] = make_int2(lo, max(lo, hi));
}

int main()
{
    const int text_size = 500, n = text_size + 1, words = n / 32 + 1, length = 4, count = 53;
    std::vector<signed char> text(text_size);
    unsigned r = 3;
    for (auto &c : text) {
        r = r * 1103515245u + 12345u;
        c = (r >> 17) % 7 % 4;
    }
    std::vector<int> suffix(n);
    std::iota(suffix.begin(), suffix.end(), 0);
    std::sort(suffix.begin(), suffix.end(), [&](int a, int b) {
        return std::lexicographical_compare(text.begin() + a, text.end(), text.begin() + b, text.end());
    });
    signed char *bwt, *patterns;
    int2 *range;
    Index ix;
    ix.n = n;
    cudaMallocManaged(&bwt, n);
    cudaMallocManaged(&patterns, count * length);
    cudaMallocManaged(&range, count * sizeof(int2));
    const int blocks = (words * 32 + 95) / 96; // words of a block and a bit more
    cudaMallocManaged(&ix.bits, blocks * 3 * SIGMA * sizeof(unsigned));
    cudaMallocManaged(&ix.before, blocks * 3 * SIGMA * sizeof(int));
    int symbols[SIGMA] = {0};
    for (int i = 0; i < n; i++) {
        bwt[i] = suffix[i] ? text[suffix[i] - 1] : -1;
        if (suffix[i] == 0)
            ix.sentinel = i;
        else
            symbols[bwt[i]]++;
    }
    ix.first[0] = 1;
    for (int s = 1; s < SIGMA; s++)
        ix.first[s] = ix.first[s - 1] + symbols[s - 1];
    make_bits<<<blocks, 96>>>(bwt, n, ix.bits, ix.before);
    cudaDeviceSynchronize();
    int wrong = 0, run[SIGMA] = {0};
    for (int w = 0; w < words; w++)
        for (int s = 0; s < SIGMA; s++) {
            wrong += __builtin_popcount(ix.bits[w * SIGMA + s]) != ix.before[w * SIGMA + s];
            const int c = ix.before[w * SIGMA + s];
            ix.before[w * SIGMA + s] = run[s];
            run[s] += c;
        }
    wrong += memcmp(run, symbols, sizeof run) != 0;
    for (int i = 0; i < count * length; i++)
        patterns[i] = i < count * 2 ? text[i * 3] : i * i % 7 % 4;
    search<<<2, 128>>>(ix, patterns, length, count, range);
    cudaDeviceSynchronize();
    int total = 0;
    for (int q = 0; q < count; q++) {
        int want = 0;
        for (int i = 0; i + length <= text_size; i++)
            want += std::equal(patterns + q * length, patterns + (q + 1) * length, text.begin() + i);
        const int got = range[q].y - range[q].x;
        wrong += want != got;
        for (int k = range[q].x; k < range[q].y; k++)
            wrong += !std::equal(patterns + q * length, patterns + (q + 1) * length, text.begin() + suffix[k]);
        total += got;
    }
    printf("sentinel at %d, word 3: %08x, %d matches of %d patterns\nwrong %d\n", ix.sentinel, ix.bits[3 * SIGMA], total,
           count, wrong);
    cudaFree(bwt); cudaFree(patterns); cudaFree(range); cudaFree(ix.bits); cudaFree(ix.before);
    return wrong != 0;
}
