// Run-length encoding by a single block: warp-wide head flags, a block scan of head counts, lengths from start differences.
#include <cstdio>
#include <vector>
#include <cuda_runtime.h>

template <int BLOCK_THREADS, int WARP_THREADS = 32>
struct BlockScan {
    static constexpr int WARPS = BLOCK_THREADS / WARP_THREADS;
    static_assert(BLOCK_THREADS % WARP_THREADS == 0, "whole warps");

    struct TempStorage { int warp_aggregate[WARPS]; int running; };
    TempStorage &temp;
    const int linear_tid, lane_id, warp_id;

    __device__ explicit BlockScan(TempStorage &storage)
        : temp(storage), linear_tid(threadIdx.x), lane_id(linear_tid % WARP_THREADS), warp_id(linear_tid / WARP_THREADS)
    {
    }

    // exclusive count of flags before this thread; 'aggregate' is the count of the block
    __device__ int exclusive_flags(bool flag, int &aggregate)
    {
        const unsigned ballot = __ballot_sync(0xffffffff, flag);
        int rank = __popc(ballot & ~(0xffffffffu << lane_id));
        if (lane_id == WARP_THREADS - 1)
            temp.warp_aggregate[warp_id] = rank + flag;
        __syncthreads();
        aggregate = 0;
#pragma unroll
        for (int w = 0; w < WARPS; w++) {
            if (warp_id == w)
                rank += aggregate;
            aggregate += temp.warp_aggregate[w];
        }
        __syncthreads();
        return rank;
    }
};

template <int BLOCK_THREADS>
__global__ void encode(const unsigned char *in, int n, unsigned char *symbol, int *start, int *runs)
{
    __shared__ typename BlockScan<BLOCK_THREADS>::TempStorage storage;
    BlockScan<BLOCK_THREADS> scan(storage);
    int total = 0;
    for (int tile = 0; tile < n; tile += BLOCK_THREADS) {
        const int i = tile + threadIdx.x;
        const int mine = i < n ? in[i] : -1;
        int previous = __shfl_up_sync(0xffffffff, mine, 1);
        if (scan.lane_id == 0)
            previous = i > 0 && i < n ? in[i - 1] : -1;
        const bool head = i < n && (i == 0 || mine != previous);
        int count;
        const int rank = total + scan.exclusive_flags(head, count);
        if (head) {
            symbol[rank] = (unsigned char)mine;
            start[rank] = i;
        }
        total += count;
    }
    if (threadIdx.x == 0) {
        *runs = total;
        start[total] = n;
    }
}

template <int T>
int run(const std::vector<unsigned char> &text)
{
    const int n = (int)text.size();
    unsigned char *in, *symbol;
    int *start, *runs;
    cudaMallocManaged(&in, n);
    cudaMallocManaged(&symbol, n);
    cudaMallocManaged(&start, (n + 1) * sizeof(int));
    cudaMallocManaged(&runs, sizeof(int));
    for (int i = 0; i < n; i++)
        in[i] = text[i];
    encode<T><<<1, T>>>(in, n, symbol, start, runs);
    cudaDeviceSynchronize();
    int wrong = 0, k = 0, longest = 0;
    for (int i = 0; i < n; k++) {
        int j = i;
        while (j < n && text[j] == text[i])
            j++;
        wrong += k >= *runs || symbol[k] != text[i] || start[k + 1] - start[k] != j - i;
        longest = j - i > longest ? j - i : longest;
        i = j;
    }
    wrong += k != *runs;
    printf("%d threads: %d runs of %d, longest %d, wrong %d\n", T, *runs, n, longest, wrong);
    cudaFree(in); cudaFree(symbol); cudaFree(start); cudaFree(runs);
    return wrong;
}

int main()
{
    std::vector<unsigned char> text;
    for (int i = 0; i < 120; i++)
        text.insert(text.end(), i % 11 == 5 ? 70 + i : 1 + i * i % 6, (unsigned char)(i * 3 % 5));
    return run<32>(text) + run<96>(text) + run<256>(text) != 0;
}
