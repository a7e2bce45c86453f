// CSR-adaptive sparse matrix times vector: the host forms row blocks; blocks of several short rows are streamed through
// shared memory and summed by threads, one row of middle size is summed by a warp's lanes, huge rows are cut into parts.
#include <algorithm>
#include <cstdio>
#include <vector>
#include <cuda_runtime.h>

#define WG 64
#define STREAM_NNZ 128
#define WARP 32

struct RowBlock {
    int first, last; // rows
    int begin, end;  // non-zeros
};

__device__ int warp_sum(int v, unsigned mask = 0xffffffffu)
{
    for (int o = WARP >> 1; o > 0; o >>= 1)
        v += __shfl_down_sync(mask, v, o);
    return v;
}

__global__ void __launch_bounds__(WG) spmv(const RowBlock *blocks, const int *ptr, const int *col, const int *val,
                                           const int *x, int *y)
{
    __shared__ int lds[STREAM_NNZ];
    __shared__ int sums[WG / WARP];
    const RowBlock b = blocks[blockIdx.x];
    const int tid = threadIdx.x, rows = b.last - b.first;
    if (rows > 1) { // stream
        for (int i = tid; i < b.end - b.begin; i += WG)
            lds[i] = val[b.begin + i] * x[col[b.begin + i]];
        __syncthreads();
        const int lanes_per_row = rows <= WG / 8 ? 8 : 1;
        if (lanes_per_row == 1) {
            for (int r = b.first + tid; r < b.last; r += WG) {
                int s = 0;
                for (int e = ptr[r]; e < ptr[r + 1]; e++)
                    s += lds[e - b.begin];
                y[r] = s;
            }
        } else {
            const int r = b.first + tid / 8;
            int s = 0;
            if (r < b.last)
                for (int e = ptr[r] + tid % 8; e < ptr[r + 1]; e += 8)
                    s += lds[e - b.begin];
            // all 64 threads are here
            s += __shfl_xor_sync(0xffffffffu, s, 4);
            s += __shfl_xor_sync(0xffffffffu, s, 2);
            s += __shfl_xor_sync(0xffffffffu, s, 1);
            if (r < b.last && tid % 8 == 0)
                y[r] = s;
        }
        return;
    }
    const bool whole = b.begin == ptr[b.first] && b.end == ptr[b.first + 1];
    if (whole && b.end - b.begin <= STREAM_NNZ) { // a warp is enough, the other one has nothing to do
        if (tid >= WARP)
            return;
        int s = 0;
        for (int e = b.begin + tid; e < b.end; e += WARP)
            s += val[e] * x[col[e]];
        s = warp_sum(s);
        if (tid == 0)
            y[b.first] = s;
        return;
    }
    int s = 0;
    for (int e = b.begin + tid; e < b.end; e += WG)
        s += val[e] * x[col[e]];
    s = warp_sum(s);
    if ((tid & (WARP - 1)) == 0)
        sums[tid / WARP] = s;
    __syncthreads();
    if (tid == 0) {
        for (int w = 1; w < WG / WARP; w++)
            s += sums[w];
        atomicAdd(y + b.first, s);
    }
}

int main()
{
    const int n = 300;
    std::vector<int> hptr(1, 0), hcol;
    for (int r = 0; r < n; r++) {
        const int len = r == 100 ? 700 : r == 222 ? 300 : r % 40 == 7 ? 110 : r % 50 < 8 ? 17 : r % 4;
        for (int k = 0; k < len; k++)
            hcol.push_back((r * 7 + k * 13) % n);
        hptr.push_back((int)hcol.size());
    }
    std::vector<RowBlock> made;
    int kinds[3] = {0, 0, 0};
    for (int r = 0; r < n;) {
        int last = r;
        while (last < n && hptr[last + 1] - hptr[r] <= STREAM_NNZ && last - r < WG)
            last++;
        if (last > r) {
            made.push_back({r, last, hptr[r], hptr[last]});
            kinds[last - r > 1 ? 0 : 1]++;
        } else {
            last = r + 1;
            for (int e = hptr[r]; e < hptr[last]; e += 256, kinds[2]++)
                made.push_back({r, last, e, std::min(e + 256, hptr[last])});
        }
        r = last;
    }
    const int m = (int)hcol.size();
    RowBlock *blocks;
    int *ptr, *col, *val, *x, *y;
    cudaMalloc(&blocks, made.size() * sizeof(RowBlock));
    cudaMalloc(&ptr, (n + 1) * sizeof(int));
    cudaMalloc(&col, m * sizeof(int));
    cudaMalloc(&val, m * sizeof(int));
    cudaMalloc(&x, n * sizeof(int));
    cudaMalloc(&y, n * sizeof(int));
    std::vector<int> hval(m), hx(n), got(n);
    for (int e = 0; e < m; e++)
        hval[e] = e * 31 % 19 - 9;
    for (int i = 0; i < n; i++)
        hx[i] = i * i % 23 - 11;
    cudaMemcpy(blocks, made.data(), made.size() * sizeof(RowBlock), cudaMemcpyHostToDevice);
    cudaMemcpy(ptr, hptr.data(), (n + 1) * sizeof(int), cudaMemcpyHostToDevice);
    cudaMemcpy(col, hcol.data(), m * sizeof(int), cudaMemcpyHostToDevice);
    cudaMemcpy(val, hval.data(), m * sizeof(int), cudaMemcpyHostToDevice);
    cudaMemcpy(x, hx.data(), n * sizeof(int), cudaMemcpyHostToDevice);
    cudaMemset(y, 0, n * sizeof(int));
    spmv<<<(unsigned)made.size(), WG>>>(blocks, ptr, col, val, x, y);
    cudaMemcpy(got.data(), y, n * sizeof(int), cudaMemcpyDeviceToHost);
    int wrong = 0, sum = 0;
    for (int r = 0; r < n; r++) {
        int want = 0;
        for (int e = hptr[r]; e < hptr[r + 1]; e++)
            want += hval[e] * hx[hcol[e]];
        wrong += want != got[r];
        sum += got[r] * (r % 7 + 1);
    }
    printf("%d streamed, %d by a warp, %d parts\nsum %d, wrong %d\n", kinds[0], kinds[1], kinds[2], sum, wrong);
    cudaFree(blocks); cudaFree(ptr); cudaFree(col); cudaFree(val); cudaFree(x); cudaFree(y);
    return wrong != 0;
}
