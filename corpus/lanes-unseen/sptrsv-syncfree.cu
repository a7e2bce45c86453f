// Synchronisation-free sparse lower triangular solve: one warp per row, rows wait for the flags of the rows they need.
#include <cstdio>
#include <cstdlib>
#include <vector>
#include <cuda_runtime.h>

#define CHECK(call) do { cudaError_t e_ = (call); if (e_ != cudaSuccess) { \
    fprintf(stderr, "%s:%d %s\n", __FILE__, __LINE__, cudaGetErrorString(e_)); exit(2); } } while (0)

constexpr int WARP = 32;
constexpr int WARPS_PER_BLOCK = 4;

__global__ void solve_lower(const int *__restrict__ ptr, const int *__restrict__ col, const double *__restrict__ val,
                            const double *__restrict__ b, double *x, int *done, int *ticket, int rows)
{
    const int lane = threadIdx.x & (WARP - 1);
    int wid = 0; // rows go to warps in the order they start
    if (lane == 0)
        wid = atomicAdd(ticket, 1);
    wid = __shfl_sync(0xffffffffu, wid, 0);
    if (wid >= rows)
        return;
    volatile int *flag = done;
    volatile double *xs = x;

    const int first = ptr[wid], last = ptr[wid + 1] - 1; // the diagonal is stored last
    double sum = 0;
    for (int k = first + lane; k < last; k += WARP) {
        const int c = col[k];
        while (flag[c] == 0)
            ;
        __threadfence();
        sum += val[k] * xs[c];
    }
    __syncwarp();
#pragma unroll
    for (int d = WARP / 2; d > 0; d /= 2)
        sum += __shfl_xor_sync(0xffffffffu, sum, d);
    if (lane == 0) {
        xs[wid] = (b[wid] - sum) / val[last];
        __threadfence();
        flag[wid] = 1;
    }
}

int main()
{
    const int n = 90;
    std::vector<int> ptr(1, 0), col;
    std::vector<double> val, b(n), x(n), ref(n);
    for (int r = 0; r < n; r++) {
        for (int c = 0; c < r; c++)
            if ((r * 7 + c * 13) % 5 == 0 || c == r - 1) {
                col.push_back(c);
                val.push_back((r + c) % 3 - 1);
            }
        col.push_back(r);
        val.push_back(r % 2 ? 1.0 : -1.0);
        ptr.push_back((int)col.size());
        ref[r] = (r * 5) % 11 - 4;
    }
    for (int r = 0; r < n; r++) {
        b[r] = 0;
        for (int k = ptr[r]; k < ptr[r + 1]; k++)
            b[r] += val[k] * ref[col[k]];
    }
    int *d_ptr, *d_col, *d_done;
    double *d_val, *d_b, *d_x;
    CHECK(cudaMalloc(&d_ptr, ptr.size() * sizeof(int)));
    CHECK(cudaMalloc(&d_col, col.size() * sizeof(int)));
    CHECK(cudaMalloc(&d_val, val.size() * sizeof(double)));
    CHECK(cudaMalloc(&d_b, n * sizeof(double)));
    CHECK(cudaMalloc(&d_x, n * sizeof(double)));
    CHECK(cudaMalloc(&d_done, (n + 1) * sizeof(int)));
    CHECK(cudaMemcpy(d_ptr, ptr.data(), ptr.size() * sizeof(int), cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(d_col, col.data(), col.size() * sizeof(int), cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(d_val, val.data(), val.size() * sizeof(double), cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(d_b, b.data(), n * sizeof(double), cudaMemcpyHostToDevice));
    CHECK(cudaMemset(d_done, 0, (n + 1) * sizeof(int)));
    const int blocks = (n + WARPS_PER_BLOCK - 1) / WARPS_PER_BLOCK;
    solve_lower<<<blocks, WARPS_PER_BLOCK * WARP>>>(d_ptr, d_col, d_val, d_b, d_x, d_done, d_done + n, n);
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaMemcpy(x.data(), d_x, n * sizeof(double), cudaMemcpyDeviceToHost));
    int wrong = 0;
    for (int r = 0; r < n; r++)
        wrong += x[r] != ref[r];
    printf("rows %d, nonzeros %d, wrong %d, x[n-1] = %g\n", n, (int)col.size(), wrong, x[n - 1]);
    cudaFree(d_ptr); cudaFree(d_col); cudaFree(d_val); cudaFree(d_b); cudaFree(d_x); cudaFree(d_done);
    return wrong ? 1 : 0;
}
