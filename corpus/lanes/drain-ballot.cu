// Lanes with lists of different lengths: the warp goes on while a ballot says somebody has work, and shares out the work
// of the longest when few are left.
#include <cstdio>
#include <cuda_runtime.h>

constexpr unsigned FULL_MASK = ~0u;

__global__ void drain(const int *begin, const int *end, const int *data, long long *sums, int *turns)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x & 31;
    int at = begin[i];
    const int stop = end[i];
    long long sum = 0;
    int turn = 0;
    for (unsigned busy; (busy = __ballot_sync(FULL_MASK, at < stop)) != 0u; turn++) {
        if (__popc(busy) > 8) {
            if (at < stop)
                sum += data[at++];
            continue;
        }
        const int owner = __ffs(busy) - 1;
        const int from = __shfl_sync(FULL_MASK, at, owner), to = __shfl_sync(FULL_MASK, stop, owner);
        long long part = from + lane < to ? data[from + lane] : 0;
        for (int o = 16; o; o >>= 1)
            part += __shfl_xor_sync(FULL_MASK, part, o);
        if (lane == owner) {
            sum += part;
            at = min(from + 32, to);
        }
    }
    sums[i] = sum;
    turns[i] = turn;
}

int main()
{
    const int n = 128;
    int *begin, *end, *data, *turns, wrong = 0, total = 0;
    long long *sums;
    cudaMallocManaged(&begin, n * sizeof(int));
    cudaMallocManaged(&end, n * sizeof(int));
    cudaMallocManaged(&turns, n * sizeof(int));
    cudaMallocManaged(&sums, n * sizeof(long long));
    cudaMallocManaged(&data, n * 100 * sizeof(int));
    for (int i = 0; i < n; i++) {
        begin[i] = total;
        for (int k = 0; k < (i % 9 == 4 ? 40 + i / 2 : i * i % 6); k++, total++)
            data[total] = (total * 13) % 101 - 30;
        end[i] = total;
    }
    drain<<<2, 64>>>(begin, end, data, sums, turns);
    cudaDeviceSynchronize();
    for (int w = 0; w < n; w += 32) {
        int left[32], turn = 0;
        for (int k = 0; k < 32; k++) {
            long long expected = 0;
            left[k] = end[w + k] - begin[w + k];
            for (int at = begin[w + k]; at < end[w + k]; at++)
                expected += data[at];
            wrong += sums[w + k] != expected;
        }
        for (;; turn++) {
            int busy = 0, first = 32;
            for (int k = 31; k >= 0; k--)
                if (left[k] > 0) {
                    busy++;
                    first = k;
                }
            if (!busy)
                break;
            if (busy > 8)
                for (int k = 0; k < 32; k++)
                    left[k]--;
            else
                left[first] -= 32;
        }
        wrong += turns[w] != turn || turns[w + 31] != turn;
        printf("warp %d: %d turns\n", w / 32, turns[w]);
    }
    printf("wrong: %d\n", wrong);
    cudaFree(begin);
    cudaFree(end);
    cudaFree(turns);
    cudaFree(sums);
    cudaFree(data);
    return wrong != 0;
}
