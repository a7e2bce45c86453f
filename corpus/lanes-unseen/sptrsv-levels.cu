// Level-scheduled triangular solve: one launch per level, a sub-warp of T threads to a row.
#include <algorithm>
#include <cstdio>
#include <vector>
#include <cuda_runtime.h>

template <int T, typename V>
__device__ __forceinline__ V subwarp_sum(V v)
{
    for (int offset = T >> 1; offset; offset >>= 1)
        v += __shfl_down_sync(0xffffffff, v, offset, T);
    return v;
}

template <int T>
__global__ void level_kernel(const int *order, int begin, int end, const int *ptr, const int *col, const long long *val,
                             const long long *rhs, long long *x)
{
    const int t = blockIdx.x * blockDim.x + threadIdx.x;
    const int sub = t % T;
    const int at = begin + t / T;
    long long sum = 0;
    int row = -1;
    if (at < end) {
        row = order[at];
        for (int j = ptr[row] + sub; j < ptr[row + 1]; j += T)
            sum += val[j] * x[col[j]];
    }
    sum = subwarp_sum<T>(sum); // all lanes take part, those without a row too
    if (sub == 0 && row >= 0)
        x[row] = rhs[row] - sum; // unit diagonal
}

template <typename V>
static V *upload(const std::vector<V> &h)
{
    V *d = nullptr;
    cudaMalloc((void **)&d, h.size() * sizeof(V));
    cudaMemcpy(d, h.data(), h.size() * sizeof(V), cudaMemcpyHostToDevice);
    return d;
}

int main()
{
    const int n = 150;
    std::vector<int> ptr{0}, col, level(n, 0), order(n);
    std::vector<long long> val, rhs(n), x(n, 0), ref(n);
    for (int r = 0; r < n; r++) {
        for (int k = 1; k <= 3 + r % 17; k++) {
            const int c = r - k * k - 3;
            if (c < 0)
                break;
            col.push_back(c);
            val.push_back(k % 3 - 1);
            level[r] = std::max(level[r], level[c] + 1);
        }
        ptr.push_back((int)col.size());
        rhs[r] = r * 3 % 23;
        ref[r] = rhs[r];
        for (int j = ptr[r]; j < ptr[r + 1]; j++)
            ref[r] -= val[j] * ref[col[j]];
        order[r] = r;
    }
    std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return level[a] < level[b]; });

    int *d_ptr = upload(ptr), *d_col = upload(col), *d_order = upload(order);
    long long *d_val = upload(val), *d_rhs = upload(rhs), *d_x = upload(x);
    int levels = 0;
    for (int begin = 0; begin < n; levels++) {
        int end = begin, nnz = 0;
        while (end < n && level[order[end]] == levels) {
            nnz += ptr[order[end] + 1] - ptr[order[end]];
            end++;
        }
        const int count = end - begin, mean = nnz / count, threads = 64;
        if (mean > 12)
            level_kernel<32><<<(count * 32 + threads - 1) / threads, threads>>>(d_order, begin, end, d_ptr, d_col, d_val, d_rhs, d_x);
        else if (mean > 5)
            level_kernel<8><<<(count * 8 + threads - 1) / threads, threads>>>(d_order, begin, end, d_ptr, d_col, d_val, d_rhs, d_x);
        else
            level_kernel<4><<<(count * 4 + threads - 1) / threads, threads>>>(d_order, begin, end, d_ptr, d_col, d_val, d_rhs, d_x);
        begin = end;
    }
    cudaMemcpy(x.data(), d_x, n * sizeof(long long), cudaMemcpyDeviceToHost);
    int wrong = 0;
    for (int r = 0; r < n; r++)
        wrong += x[r] != ref[r];
    printf("%d rows in %d levels: %d wrong, last %lld\n", n, levels, wrong, x[n - 1]);
    cudaFree(d_ptr); cudaFree(d_col); cudaFree(d_order); cudaFree(d_val); cudaFree(d_rhs); cudaFree(d_x);
    return wrong != 0;
}
