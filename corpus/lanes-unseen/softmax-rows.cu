// Row softmax in fixed point: one warp per row, several rows per block (2-D blocks, x is the lane).
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

#define CHECK(call)                                                              \
    do {                                                                         \
        cudaError_t err_ = (call);                                               \
        if (err_ != cudaSuccess) {                                               \
            fprintf(stderr, "%s:%d %s\n", __FILE__, __LINE__, cudaGetErrorString(err_)); \
            exit(2);                                                             \
        }                                                                        \
    } while (0)

constexpr int kWarpSize = 32;
constexpr int kRowsPerBlock = 4;
constexpr unsigned kFullMask = 0xffffffffu;

struct MaxOp {
    __device__ __forceinline__ int operator()(int a, int b) const { return a > b ? a : b; }
};
struct SumOp {
    __device__ __forceinline__ int operator()(int a, int b) const { return a + b; }
};

template <typename Op, int Width = kWarpSize>
__device__ __forceinline__ int WarpAllReduce(int v)
{
    Op op;
#pragma unroll
    for (int m = Width / 2; m > 0; m /= 2)
        v = op(v, __shfl_xor_sync(kFullMask, v, m, Width));
    return v;
}

__host__ __device__ inline int pow2_fixed(int d) // 2^(-d/16) scaled by 4096, coarse
{
    const int whole = d / 16, part = d % 16;
    return whole > 12 ? 0 : ((4096 - part * 128) >> whole);
}

template <int COLS_PER_LANE>
__global__ void softmax_warp(const int *__restrict__ src, int *__restrict__ dst, int rows, int cols)
{
    const int row = blockIdx.x * blockDim.y + threadIdx.y;
    if (row >= rows)
        return;
    int buf[COLS_PER_LANE];
    const int *in = src + row * cols;
    int thread_max = -1000000;
#pragma unroll
    for (int i = 0; i < COLS_PER_LANE; ++i) {
        const int col = i * kWarpSize + threadIdx.x;
        buf[i] = col < cols ? in[col] : -1000000;
        thread_max = max(thread_max, buf[i]);
    }
    const int row_max = WarpAllReduce<MaxOp>(thread_max);
    int thread_sum = 0;
#pragma unroll
    for (int i = 0; i < COLS_PER_LANE; ++i) {
        buf[i] = pow2_fixed(row_max - buf[i]);
        thread_sum += buf[i];
    }
    const int row_sum = WarpAllReduce<SumOp>(thread_sum);
#pragma unroll
    for (int i = 0; i < COLS_PER_LANE; ++i) {
        const int col = i * kWarpSize + threadIdx.x;
        if (col < cols)
            dst[row * cols + col] = (int)((long long)buf[i] * 65536 / row_sum);
    }
}

int main()
{
    const int rows = 27, cols = 83;
    static int h[rows * cols], got[rows * cols];
    for (int i = 0; i < rows * cols; i++)
        h[i] = (i * 37 + i / 7 * 11) % 191 - 95;
    int *src, *dst;
    CHECK(cudaMalloc(&src, sizeof(h)));
    CHECK(cudaMalloc(&dst, sizeof(h)));
    CHECK(cudaMemcpy(src, h, sizeof(h), cudaMemcpyHostToDevice));
    dim3 block(kWarpSize, kRowsPerBlock), grid((rows + kRowsPerBlock - 1) / kRowsPerBlock);
    softmax_warp<3><<<grid, block>>>(src, dst, rows, cols);
    CHECK(cudaGetLastError());
    CHECK(cudaMemcpy(got, dst, sizeof(h), cudaMemcpyDeviceToHost));
    int wrong = 0;
    long long total = 0;
    for (int r = 0; r < rows; r++) {
        int m = -1000000, s = 0;
        for (int c = 0; c < cols; c++)
            m = h[r * cols + c] > m ? h[r * cols + c] : m;
        for (int c = 0; c < cols; c++)
            s += pow2_fixed(m - h[r * cols + c]);
        for (int c = 0; c < cols; c++) {
            const int want = (int)((long long)pow2_fixed(m - h[r * cols + c]) * 65536 / s);
            wrong += want != got[r * cols + c];
            total += got[r * cols + c];
        }
    }
    printf("softmax wrong %d total %lld\n", wrong, total);
    CHECK(cudaFree(src));
    CHECK(cudaFree(dst));
    return wrong != 0;
}
