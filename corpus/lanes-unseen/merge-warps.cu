// Merge sort of a row per warp: runs are doubled by ranking every element in the sibling run (stable).
#include <algorithm>
#include <cstdio>
#include <vector>
#include <cuda_runtime.h>

static constexpr int ITEMS = 5;
template <unsigned WarpSize> struct Layout {
    static constexpr unsigned row = WarpSize * ITEMS; // elements per warp
    static constexpr unsigned threads = WarpSize * 3;
};
using L = Layout<32>;

struct Elem { int key; int pos; };

// Elements of a[0, n) smaller than (or with orEqual not greater than) key
__device__ unsigned rank_in(const Elem *a, unsigned n, int key, bool orEqual)
{
    unsigned lo = 0, hi = n;
    while (lo < hi) {
        const unsigned mid = (lo + hi) / 2;
        if (a[mid].key < key || (orEqual && a[mid].key == key))
            lo = mid + 1;
        else
            hi = mid;
    }
    return lo;
}

__device__ void warp_merge_sort(Elem *buf, Elem *tmp, unsigned n, unsigned lane)
{
    for (unsigned width = 1; width < n; width <<= 1) {
        for (unsigned i = lane; i < n; i += 32) {
            const unsigned pair = i / (2 * width) * (2 * width);
            const unsigned middle = min(pair + width, n), end = min(pair + 2 * width, n);
            const Elem e = buf[i];
            unsigned to;
            if (i < middle)
                to = i + rank_in(buf + middle, end - middle, e.key, false);
            else
                to = i - (middle - pair) + rank_in(buf + pair, middle - pair, e.key, true);
            tmp[to] = e;
        }
        __syncwarp();
        for (unsigned i = lane; i < n; i += 32)
            buf[i] = tmp[i];
        __syncwarp();
    }
}

__global__ void sort_rows(const int *keys, const int *start, int rows, int *order)
{
    __shared__ Elem store[2][L::threads / 32][L::row];
    const unsigned w = threadIdx.x / 32, lane = threadIdx.x - 32 * w;
    const int row = blockIdx.x * (L::threads / 32) + w;
    if (row >= rows)
        return;
    const int base = start[row];
    const unsigned n = start[row + 1] - base;
    for (unsigned i = lane; i < n; i += 32)
        store[0][w][i] = Elem{keys[base + i], (int)i};
    __syncwarp();
    warp_merge_sort(store[0][w], store[1][w], n, lane);
    for (unsigned i = lane; i < n; i += 32)
        order[base + i] = store[0][w][i].pos;
}

int main()
{
    const int rows = 22;
    std::vector<int> start(1, 0), keys;
    for (int r = 0; r < rows; r++) {
        const int len = r == 0 ? (int)L::row : r * 29 % 130;
        for (int i = 0; i < len; i++)
            keys.push_back((i * 67 + r) % 53 - 20);
        start.push_back((int)keys.size());
    }
    const size_t n = keys.size();
    int *dk, *ds, *dord;
    cudaMalloc(&dk, n * sizeof(int));
    cudaMalloc(&ds, (rows + 1) * sizeof(int));
    cudaMalloc(&dord, n * sizeof(int));
    cudaMemcpy(dk, keys.data(), n * sizeof(int), cudaMemcpyHostToDevice);
    cudaMemcpy(ds, start.data(), (rows + 1) * sizeof(int), cudaMemcpyHostToDevice);
    const int per_block = L::threads / 32;
    sort_rows<<<(rows + per_block - 1) / per_block, L::threads>>>(dk, ds, rows, dord);
    std::vector<int> order(n);
    cudaMemcpy(order.data(), dord, n * sizeof(int), cudaMemcpyDeviceToHost);
    int wrong = 0;
    for (int r = 0; r < rows; r++) {
        std::vector<int> want(start[r + 1] - start[r]);
        for (size_t i = 0; i < want.size(); i++)
            want[i] = (int)i;
        std::stable_sort(want.begin(), want.end(), [&](int a, int b) { return keys[start[r] + a] < keys[start[r] + b]; });
        for (size_t i = 0; i < want.size(); i++)
            wrong += want[i] != order[start[r] + i];
    }
    printf("%d rows, %zu elements, order[0] = %d, wrong %d\n", rows, n, order[0], wrong);
    cudaFree(dk); cudaFree(ds); cudaFree(dord);
    return wrong != 0;
}
