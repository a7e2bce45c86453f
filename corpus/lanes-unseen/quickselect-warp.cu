// The k-th smallest of a row by quickselect: a warp partitions the row around a pivot with ballots, less-than part to the
// front, the rest to the back of a double buffer in shared memory. Short rests are finished by ranks through shuffles.
#include <algorithm>
#include <cstdio>
#include <vector>
#include <cuda_runtime.h>

#define W 32
#define ROW_MAX 200

struct WarpRow {
    int *a, *b;
    int n;
};

__device__ __forceinline__ unsigned lanes_below() { return (1u << (threadIdx.x & (W - 1))) - 1u; }

// moves the values below the pivot to the front of b, those above it to its end; gives both counts
__device__ int2 partition(const WarpRow &r, int pivot)
{
    const int lane = threadIdx.x & (W - 1);
    int low = 0, high = 0;
    for (int i = 0; i < r.n; i += W) {
        const bool in = i + lane < r.n;
        const int v = in ? r.a[i + lane] : 0;
        const unsigned less = __ballot_sync(0xffffffffu, in && v < pivot);
        const unsigned more = __ballot_sync(0xffffffffu, in && v > pivot);
        if (in && v < pivot)
            r.b[low + __popc(less & lanes_below())] = v;
        if (in && v > pivot)
            r.b[r.n - 1 - high - __popc(more & lanes_below())] = v;
        low += __popc(less);
        high += __popc(more);
    }
    __syncwarp();
    return make_int2(low, high);
}

__device__ int select_small(const WarpRow &r, int k)
{
    const int lane = threadIdx.x & (W - 1);
    const int v = lane < r.n ? r.a[lane] : 0x7fffffff;
    int rank = 0;
    for (int j = 0; j < W; j++) {
        const int o = __shfl_sync(0xffffffffu, v, j);
        rank += o < v || (o == v && j < lane);
    }
    const unsigned who = __ballot_sync(0xffffffffu, rank == k);
    return __shfl_sync(0xffffffffu, v, __ffs(who) - 1);
}

__device__ int quickselect(WarpRow r, int k, int &rounds)
{
    while (r.n > W) {
        // median of three, the same in all lanes
        const int x = r.a[0], y = r.a[r.n / 2], z = r.a[r.n - 1];
        const int pivot = max(min(x, y), min(max(x, y), z));
        const int2 c = partition(r, pivot);
        rounds++;
        int *const old = r.a;
        if (k < c.x) {
            r.a = r.b;
            r.n = c.x;
        } else if (k >= r.n - c.y) {
            k -= r.n - c.y;
            r.a = r.b + (r.n - c.y);
            r.n = c.y;
        } else
            return pivot;
        r.b = old;
    }
    return select_small(r, k);
}

__global__ void kth(const int *rows, const int *length, int count, int percent, int *out, int *work)
{
    extern __shared__ int shared[];
    const int warp = threadIdx.x / W, lane = threadIdx.x & (W - 1);
    const int id = blockIdx.x * (blockDim.x / W) + warp;
    if (id >= count)
        return;
    WarpRow r;
    r.a = shared + warp * 2 * ROW_MAX;
    r.b = r.a + ROW_MAX;
    r.n = length[id];
    for (int i = lane; i < r.n; i += W)
        r.a[i] = rows[id * ROW_MAX + i];
    __syncwarp();
    int rounds = 0;
    const int v = quickselect(r, (r.n - 1) * percent / 100, rounds);
    if (lane == 0) {
        out[id] = v;
        atomicMax(work, rounds);
    }
}

int main()
{
    const int count = 13, warps = 3;
    int *rows, *length, *out, *work;
    cudaMallocManaged(&rows, count * ROW_MAX * sizeof(int));
    cudaMallocManaged(&length, count * sizeof(int));
    cudaMallocManaged(&out, count * sizeof(int));
    cudaMallocManaged(&work, sizeof(int));
    *work = 0;
    for (int i = 0; i < count; i++)
        length[i] = i == 3 ? 1 : i == 4 ? 32 : i == 5 ? 33 : ROW_MAX - i * 9;
    for (int i = 0; i < count * ROW_MAX; i++)
        rows[i] = i / ROW_MAX == 7 ? i % 3 : (int)(i * 2246822519u >> 20) - 2000;
    int wrong = 0;
    for (int percent : {0, 50, 90, 100}) {
        kth<<<(count + warps - 1) / warps, warps * W, warps * 2 * ROW_MAX * sizeof(int)>>>(rows, length, count, percent,
                                                                                          out, work);
        cudaDeviceSynchronize();
        long sum = 0;
        for (int i = 0; i < count; i++) {
            std::vector<int> v(rows + i * ROW_MAX, rows + i * ROW_MAX + length[i]);
            std::sort(v.begin(), v.end());
            wrong += v[(length[i] - 1) * percent / 100] != out[i];
            sum += out[i];
        }
        printf("%d%%: sum %ld\n", percent, sum);
    }
    printf("rounds at most %d, wrong %d\n", *work, wrong);
    cudaFree(rows); cudaFree(length); cudaFree(out); cudaFree(work);
    return wrong != 0;
}
