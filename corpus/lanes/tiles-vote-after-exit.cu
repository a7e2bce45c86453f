// Sparse rows of odd length: threads past the end return first, tiles of what is left go on to vote.
#include <cooperative_groups.h>
#include <cstdio>
#include <cuda_runtime.h>

namespace cg = cooperative_groups;

__global__ void marks(const int *x, int n, unsigned *votes, int *any, int *all, unsigned *same)
{
    cg::thread_block block = cg::this_thread_block();
    cg::thread_block_tile<32> warp = cg::tiled_partition<32>(block);
    auto eight = cg::tiled_partition<8>(block);
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n || x[i] < 0)
        return;
    votes[i] = warp.ballot(x[i] & 1) | (unsigned)(__ffs(eight.ballot(x[i] & 2)) << 26);
    any[i] = (warp.any(x[i] == 7) ? 1 : 0) + (eight.any(x[i] == 6) ? 2 : 0);
    all[i] = (warp.all(x[i] < 90) ? 1 : 0) + (eight.all(x[i] != 5) ? 2 : 0);
    same[i] = warp.match_any(x[i] % 3);
    if (x[i] % 4 == 0)
        return;
    votes[i] ^= eight.ballot(x[i] & 8);
    any[i] += warp.any(x[i] % 11 == 3) ? 4 : 0;
    all[i] += warp.all(x[i] % 7 != 1) ? 4 : 0;
}

static bool there(const int *x, int n, int block, int t, int size)
{
    return t < size && block * size + t < n && x[block * size + t] >= 0;
}

int main()
{
    const int n = 200, sizes[] = {48, 96, 80};
    int *x, *any, *all, wrong = 0;
    unsigned *votes, *same;
    cudaMallocManaged(&x, n * sizeof(int));
    cudaMallocManaged(&any, n * sizeof(int));
    cudaMallocManaged(&all, n * sizeof(int));
    cudaMallocManaged(&votes, n * sizeof(unsigned));
    cudaMallocManaged(&same, n * sizeof(unsigned));
    for (int i = 0; i < n; i++)
        x[i] = i % 9 == 4 ? -1 : (i * 37 + i / 50) % 89;
    for (int size : sizes) {
        unsigned sum = 0;
        marks<<<(n + size - 1) / size, size>>>(x, n, votes, any, all, same);
        cudaDeviceSynchronize();
        for (int i = 0; i < n; i++) {
            const int b = i / size, t = i % size, *y = x + b * size;
            if (x[i] < 0)
                continue;
            unsigned ballot = 0, quarter = 0, alike = 0, rest = 0;
            int some = 0, every = 3;
            bool late = false, steady = true;
            for (int k = t / 32 * 32; k < t / 32 * 32 + 32; k++) {
                if (!there(x, n, b, k, size))
                    continue;
                const bool near = k / 8 == t / 8;
                ballot |= (unsigned)(y[k] & 1) << k % 32;
                quarter |= near ? (unsigned)(y[k] >> 1 & 1) << k % 8 : 0u;
                some |= (y[k] == 7) | (near && y[k] == 6 ? 2 : 0);
                every &= ~((y[k] >= 90) | (near && y[k] == 5 ? 2 : 0));
                alike |= (unsigned)(y[k] % 3 == x[i] % 3) << k % 32;
                if (y[k] % 4 == 0)
                    continue;
                rest |= near ? (unsigned)(y[k] >> 3 & 1) << k % 8 : 0u;
                late |= y[k] % 11 == 3;
                steady &= y[k] % 7 != 1;
            }
            int first = 0;
            while (first < 8 && !(quarter >> first & 1))
                first++;
            ballot |= quarter ? (unsigned)(first + 1) << 26 : 0u;
            if (x[i] % 4) {
                ballot ^= rest;
                some += late ? 4 : 0;
                every += steady ? 4 : 0;
            }
            wrong += votes[i] != ballot || any[i] != some || all[i] != every || same[i] != alike;
            sum = sum * 31 + votes[i] + any[i] * 3 + all[i] * 5 + same[i];
        }
        printf("blocks of %d: %08x\n", size, sum);
    }
    printf("wrong: %d\n", wrong);
    cudaFree(x);
    cudaFree(any);
    cudaFree(all);
    cudaFree(votes);
    cudaFree(same);
    return wrong != 0;
}
