// PageRank (pull, fixed point) with virtual warps of 4, 8 or 16 lanes to a vertex; every virtual warp computes the
// mask of its lanes. The change of all ranks is summed per block in shared memory sized by warps.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>
#include <cuda_runtime.h>

constexpr int kThreads = 128;
constexpr int kVertices = 150;
constexpr uint64_t kOne = 1ull << 40;

__host__ __device__ inline uint64_t damp(uint64_t s) { return s / 100 * 85; }

template <unsigned VW>
__device__ __forceinline__ unsigned virtual_mask()
{
    const unsigned lane = threadIdx.x & 31u;
    return (0xffffffffu >> (32 - VW)) << (lane & ~(VW - 1));
}

template <typename T, unsigned VW>
__device__ __forceinline__ T virtual_sum(T v)
{
    const unsigned mask = virtual_mask<VW>();
#pragma unroll
    for (unsigned o = VW / 2; o; o /= 2)
        v += __shfl_xor_sync(mask, v, o, VW);
    return v;
}

template <unsigned VW>
__global__ void pull(int n, const int *row, const int *col, const int *degree, const uint64_t *rank, uint64_t *next,
                     unsigned long long *change)
{
    __shared__ unsigned long long per_warp[kThreads / 32];
    const unsigned rank_in = threadIdx.x % VW;
    const unsigned first = (blockIdx.x * blockDim.x + threadIdx.x) / VW;
    const unsigned stride = gridDim.x * blockDim.x / VW;
    unsigned long long moved = 0;
    for (unsigned v = first; v < n; v += stride) {
        uint64_t sum = 0;
        for (int e = row[v] + rank_in; e < row[v + 1]; e += VW)
            sum += rank[col[e]] / degree[col[e]];
        sum = virtual_sum<uint64_t, VW>(sum);
        if (rank_in == 0) {
            const uint64_t r = kOne / 100 * 15 + damp(sum);
            moved += r > rank[v] ? r - rank[v] : rank[v] - r;
            next[v] = r;
        }
    }
    __syncwarp();
    moved = virtual_sum<unsigned long long, 32>(moved);
    if ((threadIdx.x & 31) == 0)
        per_warp[threadIdx.x >> 5] = moved;
    __syncthreads();
    if (threadIdx.x < 32) {
        moved = threadIdx.x < kThreads / 32 ? per_warp[threadIdx.x] : 0;
        moved = virtual_sum<unsigned long long, 32>(moved);
        if (threadIdx.x == 0)
            atomicAdd(change, moved);
    }
}

int main()
{
    const int n = kVertices;
    std::vector<std::vector<int>> in(n);
    std::vector<int> out(n);
    for (int v = 0; v < n; v++)
        for (int k = 1; k <= 1 + v % 7; k++) {
            const int w = v % 3 ? (v * k + k * k) % n : k % 4; // some vertices are very popular
            in[w].push_back(v);
            out[v]++;
        }
    int *row, *col, *degree, m = 0;
    uint64_t *rank[2];
    unsigned long long *change;
    for (auto &l : in)
        m += (int)l.size();
    cudaMallocManaged(&row, (n + 1) * sizeof(int));
    cudaMallocManaged(&col, m * sizeof(int));
    cudaMallocManaged(&degree, n * sizeof(int));
    cudaMallocManaged(&rank[0], n * sizeof(uint64_t));
    cudaMallocManaged(&rank[1], n * sizeof(uint64_t));
    cudaMallocManaged(&change, sizeof *change);
    row[0] = 0;
    for (int v = 0; v < n; v++) {
        row[v + 1] = row[v];
        for (int w : in[v])
            col[row[v + 1]++] = w;
        degree[v] = out[v];
        rank[0][v] = kOne;
    }
    std::vector<uint64_t> want(n, kOne), next(n);
    int wrong = 0;
    for (int turn = 0; turn < 6; turn++) {
        *change = 0;
        uint64_t *from = rank[turn & 1], *to = rank[~turn & 1];
        if (turn % 3 == 0)
            pull<4><<<2, kThreads>>>(n, row, col, degree, from, to, change);
        else if (turn % 3 == 1)
            pull<8><<<3, kThreads>>>(n, row, col, degree, from, to, change);
        else
            pull<16><<<3, kThreads>>>(n, row, col, degree, from, to, change);
        cudaDeviceSynchronize();
        unsigned long long moved = 0;
        for (int v = 0; v < n; v++) {
            uint64_t s = 0;
            for (int w : in[v])
                s += want[w] / out[w];
            next[v] = kOne / 100 * 15 + damp(s);
            moved += next[v] > want[v] ? next[v] - want[v] : want[v] - next[v];
            wrong += next[v] != to[v];
        }
        want = next;
        wrong += moved != *change;
        printf("turn %d: change %llu\n", turn, *change);
    }
    printf("rank of 0: %llu, wrong %d\n", (unsigned long long)want[0], wrong);
    cudaFree(row); cudaFree(col); cudaFree(degree); cudaFree(rank[0]); cudaFree(rank[1]); cudaFree(change);
    return wrong != 0;
}
