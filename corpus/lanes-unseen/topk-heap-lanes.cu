// Top-k per query, k <= 32: the warp keeps a sorted list, one entry per lane, inserting with ballot and shift.
#include <cstdio>
#include <algorithm>
#include <vector>
#include <cuda_runtime.h>

typedef unsigned long long Key; // distance << 32 | index

__device__ inline Key pack(unsigned d, unsigned id) { return ((Key)d << 32) | id; }

class WarpTopK {
public:
    __device__ WarpTopK(int k, int laneId) : k_(k), lane_(laneId), mine_(~0ull), worst_(~0ull) {}

    // every lane offers one candidate
    __device__ void offer(Key cand)
    {
        unsigned todo = __ballot_sync(0xffffffffu, cand < worst_);
        while (todo) {
            const int src = __ffs(todo) - 1;
            todo &= todo - 1;
            insert(__shfl_sync(0xffffffffu, cand, src));
        }
    }

    __device__ Key entry() const { return mine_; }

private:
    __device__ void insert(Key c)
    {
        if (c >= worst_) // the same for the whole warp
            return;
        const unsigned greater = __ballot_sync(0xffffffffu, mine_ > c);
        const int pos = __ffs(greater) - 1;
        const Key left = __shfl_up_sync(0xffffffffu, mine_, 1);
        if (lane_ == pos)
            mine_ = c;
        else if (lane_ > pos)
            mine_ = left;
        worst_ = __shfl_sync(0xffffffffu, mine_, k_ - 1);
    }

    int k_, lane_;
    Key mine_, worst_;
};

__global__ void knn(const int2 *points, int n, const int2 *queries, int nq, int k, unsigned *ids)
{
    const int gwarp = (blockIdx.x * blockDim.x + threadIdx.x) >> 5;
    const int laneId = threadIdx.x & 31;
    if (gwarp >= nq)
        return;
    const int2 q = queries[gwarp];
    WarpTopK top(k, laneId);
    for (int base = 0; base < n; base += 32) {
        const int i = base + laneId;
        Key c = ~0ull;
        if (i < n) {
            const int dx = points[i].x - q.x, dy = points[i].y - q.y;
            c = pack(dx * dx + dy * dy, i);
        }
        top.offer(c);
    }
    if (laneId < k)
        ids[gwarp * k + laneId] = (unsigned)top.entry();
}

int main()
{
    const int n = 333, nq = 21, k = 11;
    int2 *points, *queries;
    unsigned *ids;
    cudaMallocManaged(&points, n * sizeof(int2));
    cudaMallocManaged(&queries, nq * sizeof(int2));
    cudaMallocManaged(&ids, nq * k * sizeof(unsigned));
    unsigned s = 12345;
    auto rnd = [&s](int m) { s = s * 1664525u + 1013904223u; return (int)(s >> 8) % m; };
    for (int i = 0; i < n; i++)
        points[i] = make_int2(rnd(500), rnd(500));
    for (int i = 0; i < nq; i++)
        queries[i] = make_int2(rnd(500), rnd(500));
    const int threads = 128, warpsPerBlock = threads / 32;
    knn<<<(nq + warpsPerBlock - 1) / warpsPerBlock, threads>>>(points, n, queries, nq, k, ids);
    cudaDeviceSynchronize();
    int wrong = 0;
    unsigned long long sum = 0;
    for (int q = 0; q < nq; q++) {
        std::vector<Key> all;
        for (int i = 0; i < n; i++) {
            const int dx = points[i].x - queries[q].x, dy = points[i].y - queries[q].y;
            all.push_back(((Key)(unsigned)(dx * dx + dy * dy) << 32) | (unsigned)i);
        }
        std::sort(all.begin(), all.end());
        for (int j = 0; j < k; j++) {
            wrong += ids[q * k + j] != (unsigned)all[j];
            sum += ids[q * k + j] * (j + 1);
        }
    }
    printf("knn wrong=%d sum=%llu\n", wrong, sum);
    cudaFree(points);
    cudaFree(queries);
    cudaFree(ids);
    return wrong > 0;
}
