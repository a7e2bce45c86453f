// Marching squares on an integer field: a warp walks a row of cells, segment counts are scanned (who adds is told
// by the lane mask read with inline PTX), output space is taken once per row step.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <tuple>
#include <vector>
#include <cuda_runtime.h>

struct Segment {
    int cell, from, to; // edges 0 bottom, 1 right, 2 top, 3 left
};

__constant__ signed char table[16][4] = {
    {-1, -1, -1, -1}, {3, 0, -1, -1}, {0, 1, -1, -1}, {3, 1, -1, -1}, {1, 2, -1, -1}, {3, 0, 1, 2},
    {0, 2, -1, -1},   {3, 2, -1, -1}, {2, 3, -1, -1}, {2, 0, -1, -1}, {0, 1, 2, 3},   {2, 1, -1, -1},
    {1, 3, -1, -1},   {1, 0, -1, -1}, {0, 3, -1, -1}, {-1, -1, -1, -1}};

__device__ __forceinline__ int inclusive_sum(int x)
{
    int r = x;
    unsigned reach; // lanes at or below this one
    asm volatile("mov.u32 %0, %%lanemask_le;" : "=r"(reach));
#pragma unroll
    for (int d = 1; d < 32; d <<= 1) {
        const int t = __shfl_up_sync(0xffffffffu, r, d);
        if (reach >> d) // at least d lanes below
            r += t;
    }
    return r;
}

__global__ void contour(const int *field, int w, int h, int iso, Segment *out, int *count)
{
    unsigned lane;
    asm("mov.u32 %0, %%laneid;" : "=r"(lane));
    const int y = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
    if (y >= h - 1)
        return;
    for (int x0 = 0; x0 < w - 1; x0 += 32) {
        const int x = x0 + lane;
        int code = 0;
        if (x < w - 1) {
            const int *f = field + y * w + x;
            code = (f[0] > iso) | (f[1] > iso) << 1 | (f[w + 1] > iso) << 2 | (f[w] > iso) << 3;
        }
        const int segments = (table[code][0] >= 0) + (table[code][2] >= 0);
        const int upto = inclusive_sum(segments);
        int base = 0;
        if (lane == 31 && upto)
            base = atomicAdd(count, upto);
        base = __shfl_sync(0xffffffffu, base, 31) + upto - segments;
        for (int s = 0; s < segments; s++)
            out[base + s] = {y * w + x, table[code][2 * s], table[code][2 * s + 1]};
    }
}

int main()
{
    const int w = 75, h = 22, iso = 50;
    static const signed char host_table[16][4] = {
        {-1, -1, -1, -1}, {3, 0, -1, -1}, {0, 1, -1, -1}, {3, 1, -1, -1}, {1, 2, -1, -1}, {3, 0, 1, 2},
        {0, 2, -1, -1},   {3, 2, -1, -1}, {2, 3, -1, -1}, {2, 0, -1, -1}, {0, 1, 2, 3},   {2, 1, -1, -1},
        {1, 3, -1, -1},   {1, 0, -1, -1}, {0, 3, -1, -1}, {-1, -1, -1, -1}};
    int *field, *count;
    Segment *out;
    cudaMallocManaged(&field, w * h * sizeof(int));
    cudaMallocManaged(&out, 2 * w * h * sizeof(Segment));
    cudaMallocManaged(&count, sizeof(int));
    *count = 0;
    for (int i = 0; i < w * h; i++) {
        const int x = i % w, y = i / w;
        field[i] = ((x - 30) * (x - 30) / 4 + (y - 9) * (y - 9)) % 110 + (x * 7 + y * 13) % 9;
    }
    contour<<<(h - 1 + 2) / 3, 96>>>(field, w, h, iso, out, count);
    cudaDeviceSynchronize();
    auto less = [](const Segment &a, const Segment &b) {
        return std::tie(a.cell, a.from, a.to) < std::tie(b.cell, b.from, b.to);
    };
    std::vector<Segment> want;
    for (int y = 0; y < h - 1; y++)
        for (int x = 0; x < w - 1; x++) {
            const int *f = field + y * w + x;
            const int code = (f[0] > iso) | (f[1] > iso) << 1 | (f[w + 1] > iso) << 2 | (f[w] > iso) << 3;
            for (int s = 0; s < 4; s += 2)
                if (host_table[code][s] >= 0)
                    want.push_back({y * w + x, host_table[code][s], host_table[code][s + 1]});
        }
    std::sort(want.begin(), want.end(), less);
    std::sort(out, out + *count, less);
    int wrong = (int)want.size() != *count;
    long sum = 0;
    for (int i = 0; i < *count && !wrong; i++) {
        wrong += less(want[i], out[i]) || less(out[i], want[i]);
        sum += out[i].cell * (out[i].from + 2l * out[i].to);
    }
    printf("%d segments, sum %ld\nwrong %d\n", *count, sum, wrong);
    cudaFree(field);
    cudaFree(out);
    cudaFree(count);
    return wrong != 0;
}
