// SELL-C-sigma: slices of C = 32 rows stored column-major, padded to the longest row of the slice.
#include <algorithm>
#include <cstdio>
#include <numeric>
#include <vector>
#include <cuda_runtime.h>

enum { C = 32, SIGMA = 64 };

struct Sell {
    int n = 0;
    std::vector<int> perm, sliceStart, col;
    std::vector<float> val;
};

static Sell convert(const std::vector<std::vector<std::pair<int, float>>> &rows)
{
    Sell s;
    s.n = (int)rows.size();
    s.perm.resize((s.n + C - 1) / C * C, -1);
    std::iota(s.perm.begin(), s.perm.begin() + s.n, 0);
    for (int w = 0; w < s.n; w += SIGMA)
        std::stable_sort(s.perm.begin() + w, s.perm.begin() + std::min(w + SIGMA, s.n),
                         [&](int a, int b) { return rows[a].size() > rows[b].size(); });
    s.sliceStart.push_back(0);
    for (size_t slice = 0; slice < s.perm.size() / C; slice++) {
        size_t width = 0;
        for (int i = 0; i < C; i++)
            if (int p = s.perm[slice * C + i]; p >= 0)
                width = std::max(width, rows[p].size());
        for (size_t k = 0; k < width; k++)
            for (int i = 0; i < C; i++) {
                const int p = s.perm[slice * C + i];
                const bool real = p >= 0 && k < rows[p].size();
                s.col.push_back(real ? rows[p][k].first : -1);
                s.val.push_back(real ? rows[p][k].second : 0.f);
            }
        s.sliceStart.push_back((int)s.col.size());
    }
    return s;
}

__global__ void sell_spmv(int slices, const int *__restrict__ start, const int *__restrict__ col, const float *__restrict__ val,
                          const int *__restrict__ perm, const float *__restrict__ x, float *y, int *steps)
{
    const int slice = blockIdx.x * (blockDim.x / C) + threadIdx.x / C;
    const int lane = threadIdx.x % C;
    if (slice >= slices) return;
    float acc = 0.f;
    int trips = 0;
    for (int i = start[slice] + lane; i < start[slice + 1]; i += C) {
        const int c = col[i];
        if (__all_sync(0xffffffffu, c < 0))
            break;
        if (c >= 0)
            acc += val[i] * x[c];
        ++trips;
    }
    const int row = perm[slice * C + lane];
    if (row >= 0)
        y[row] = acc;
    // entries really used by the slice
    const unsigned used = __ballot_sync(0xffffffffu, row >= 0);
    if (lane == 0)
        steps[slice] = trips * __popc(used);
}

template <class T> T *dev(const std::vector<T> &v)
{
    T *p;
    cudaMalloc(&p, v.size() * sizeof(T));
    cudaMemcpy(p, v.data(), v.size() * sizeof(T), cudaMemcpyHostToDevice);
    return p;
}

int main()
{
    const int n = 140;
    std::vector<std::vector<std::pair<int, float>>> rows(n);
    std::vector<float> x(n), y(n, -1.f);
    for (int r = 0; r < n; r++) {
        x[r] = float(r % 8 - 3);
        for (int k = 0; k < r * 7 % 13; k++)
            rows[r].push_back({(r + k * k) % n, float(k - 4)});
    }
    const Sell s = convert(rows);
    const int slices = (int)s.sliceStart.size() - 1;
    std::vector<int> steps(slices, 0);
    int *start = dev(s.sliceStart), *col = dev(s.col), *perm = dev(s.perm), *dsteps = dev(steps);
    float *val = dev(s.val), *dx = dev(x), *dy = dev(y);
    const int block = 2 * C;
    sell_spmv<<<(slices * C + block - 1) / block, block>>>(slices, start, col, val, perm, dx, dy, dsteps);
    cudaMemcpy(y.data(), dy, n * sizeof(float), cudaMemcpyDeviceToHost);
    cudaMemcpy(steps.data(), dsteps, slices * sizeof(int), cudaMemcpyDeviceToHost);
    int wrong = 0, work = 0;
    for (int r = 0; r < n; r++) {
        float want = 0;
        for (auto &e : rows[r])
            want += e.second * x[e.first];
        wrong += want != y[r];
    }
    for (int i = 0; i < slices; i++) {
        work += steps[i];
        wrong += steps[i] != (s.sliceStart[i + 1] - s.sliceStart[i]) / C * std::min((int)C, n - i * C);
    }
    printf("%d slices, %zu stored, work %d, wrong %d\n", slices, s.val.size(), work, wrong);
    cudaFree(start); cudaFree(col); cudaFree(perm); cudaFree(dsteps); cudaFree(val); cudaFree(dx); cudaFree(dy);
    return wrong != 0;
}
