// Run-length encoding of rows: head flags by ballot, run lengths from the distance to the next head bit.
#include <cstdio>
#include <vector>
#include <utility>
#include <cuda_runtime.h>

struct Run { short value, length; };

static __device__ __forceinline__ int next_set_bit(unsigned bits, int after)
{
    const unsigned rest = after < 31 ? bits & (0xfffffffeu << after) : 0u;
    return rest ? __ffs(rest) - 1 : 32;
}

// Runs never cross a 32-symbol segment, so each segment is coded alone.
__global__ void encode(const short *symbols, int n, Run *runs, int *counts)
{
    const int segment = blockIdx.x * blockDim.y + threadIdx.y;
    const int pos = segment * 32 + threadIdx.x;
    const unsigned valid = __ballot_sync(0xffffffff, pos < n);
    if (!(valid >> threadIdx.x & 1))
        return;
    const int sym = symbols[pos];
    const int before = __shfl_up_sync(valid, sym, 1);
    const bool head = threadIdx.x == 0 || before != sym;
    const unsigned heads = __ballot_sync(valid, head);
    if (head) {
        const int where = __popc(heads & ((1u << threadIdx.x) - 1u));
        const int end = min(next_set_bit(heads, threadIdx.x), __popc(valid));
        runs[segment * 32 + where].value = (short)sym;
        runs[segment * 32 + where].length = (short)(end - threadIdx.x);
    }
    if (threadIdx.x == 0)
        counts[segment] = __popc(heads);
}

// back again: each lane finds the run that covers it
__global__ void decode(const Run *runs, const int *counts, short *symbols, int n)
{
    const int segment = blockIdx.x * blockDim.y + threadIdx.y;
    if (segment * 32 >= n)
        return;
    const int l = threadIdx.x;
    Run mine = {0, 0};
    if (l < counts[segment])
        mine = runs[segment * 32 + l];
    int end = mine.length;
    for (int d = 1; d < 32; d += d) {
        const int t = __shfl_up_sync(0xffffffff, end, d);
        end += l >= d ? t : 0;
    }
    // bit p of starts is set where a run begins
    const unsigned start_bit = l < counts[segment] ? 1u << (end - mine.length) : 0u;
    const unsigned starts = __reduce_or_sync(0xffffffff, start_bit);
    const int which = __popc(starts & (0xffffffffu >> (31 - l))) - 1;
    const int value = __shfl_sync(0xffffffff, (int)mine.value, which);
    if (segment * 32 + l < n)
        symbols[segment * 32 + l] = (short)value;
}

int main()
{
    const int n = 1000, segments = (n + 31) / 32, rows = 4;
    short *sym, *back;
    Run *runs;
    int *counts;
    cudaMallocManaged(&sym, n * sizeof(short));
    cudaMallocManaged(&back, n * sizeof(short));
    cudaMallocManaged(&runs, segments * 32 * sizeof(Run));
    cudaMallocManaged(&counts, segments * sizeof(int));
    for (int i = 0; i < n; i++)
        sym[i] = (short)(i % 100 < 50 ? i / 9 % 4 : i * i / 31 % 3);
    const dim3 block(32, rows), grid((segments + rows - 1) / rows);
    encode<<<grid, block>>>(sym, n, runs, counts);
    decode<<<grid, block>>>(runs, counts, back, n);
    cudaDeviceSynchronize();
    int wrong = 0, total = 0;
    for (int s = 0; s < segments; s++) {
        std::vector<std::pair<int, int>> e;
        for (int i = s * 32; i < n && i < s * 32 + 32; i++)
            if (!e.empty() && e.back().first == sym[i])
                e.back().second++;
            else
                e.push_back({sym[i], 1});
        wrong += counts[s] != (int)e.size();
        for (int k = 0; k < counts[s] && k < (int)e.size(); k++)
            wrong += runs[s * 32 + k].value != e[k].first || runs[s * 32 + k].length != e[k].second;
        total += counts[s];
    }
    for (int i = 0; i < n; i++)
        wrong += back[i] != sym[i];
    printf("%d symbols, %d runs, %d wrong\n", n, total, wrong);
    cudaFree(sym);
    cudaFree(back);
    cudaFree(runs);
    cudaFree(counts);
    return wrong != 0;
}
