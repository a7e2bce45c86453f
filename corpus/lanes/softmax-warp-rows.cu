// Softmax with a warp per row; elements stay in registers. Powers of two make every sum exact.
#include <cfloat>
#include <cstdio>
#include <cmath>
#include <cuda_runtime.h>

template <typename T>
struct Add {
    __device__ T operator()(T a, T b) const { return a + b; }
};
template <typename T>
struct Max {
    __device__ T operator()(T a, T b) const { return a < b ? b : a; }
};

template <int WARP_BATCH, int WARP_SIZE, template <typename> class Op>
__device__ void warp_reduce(float *sum)
{
    Op<float> op;
#pragma unroll
    for (int offset = WARP_SIZE / 2; offset > 0; offset /= 2)
#pragma unroll
        for (int i = 0; i < WARP_BATCH; ++i)
            sum[i] = op(sum[i], __shfl_xor_sync(0xffffffff, sum[i], offset, WARP_SIZE));
}

template <int LOG2_ELEMENTS>
__global__ void softmax(float *dst, const float *src, int rows, int cols)
{
    constexpr int ELEMENTS = 1 << LOG2_ELEMENTS;
    constexpr int WARP_SIZE = ELEMENTS < 32 ? ELEMENTS : 32;
    constexpr int WARP_ITERATIONS = ELEMENTS / WARP_SIZE;
    constexpr int WARP_BATCH = 2;
    const int first = (blockDim.y * blockIdx.x + threadIdx.y) * WARP_BATCH;
    float x[WARP_BATCH][WARP_ITERATIONS], top[WARP_BATCH], sum[WARP_BATCH];
    for (int b = 0; b < WARP_BATCH; ++b) {
        top[b] = -FLT_MAX;
        for (int it = 0; it < WARP_ITERATIONS; ++it) {
            const int c = threadIdx.x + it * WARP_SIZE;
            x[b][it] = first + b < rows && c < cols ? src[(first + b) * cols + c] : -FLT_MAX;
            top[b] = fmaxf(top[b], x[b][it]);
        }
    }
    warp_reduce<WARP_BATCH, WARP_SIZE, Max>(top);
    for (int b = 0; b < WARP_BATCH; ++b) {
        sum[b] = 0;
        for (int it = 0; it < WARP_ITERATIONS; ++it) {
            x[b][it] = threadIdx.x + it * WARP_SIZE < cols ? exp2f(x[b][it] - top[b]) : 0;
            sum[b] += x[b][it];
        }
    }
    warp_reduce<WARP_BATCH, WARP_SIZE, Add>(sum);
    for (int b = 0; b < WARP_BATCH; ++b)
        for (int it = 0; it < WARP_ITERATIONS; ++it) {
            const int c = threadIdx.x + it * WARP_SIZE;
            if (first + b < rows && c < cols)
                dst[(first + b) * cols + c] = x[b][it] / sum[b];
        }
}

int check(const char *name, const float *src, const float *dst, int rows, int cols)
{
    int wrong = 0;
    for (int r = 0; r < rows; r++) {
        float top = -FLT_MAX, sum = 0;
        for (int c = 0; c < cols; c++)
            top = fmaxf(top, src[r * cols + c]);
        for (int c = 0; c < cols; c++)
            sum += exp2f(src[r * cols + c] - top);
        for (int c = 0; c < cols; c++)
            wrong += fabsf(dst[r * cols + c] - exp2f(src[r * cols + c] - top) / sum) > 1e-6f;
    }
    printf("%s: %.5f %.5f, wrong: %d\n", name, dst[0], dst[rows * cols - 1], wrong);
    return wrong;
}

int main()
{
    const int rows = 21;
    float *src, *dst;
    cudaMallocManaged(&src, rows * 100 * sizeof(float));
    cudaMallocManaged(&dst, rows * 100 * sizeof(float));
    for (int i = 0; i < rows * 100; i++)
        src[i] = (float)((i * 37) % 13 - 5);
    softmax<7><<<3, dim3(32, 4)>>>(dst, src, rows, 100);
    cudaDeviceSynchronize();
    int wrong = check("100 columns", src, dst, rows, 100);
    softmax<4><<<2, dim3(16, 8)>>>(dst, src, rows, 13);
    cudaDeviceSynchronize();
    wrong += check("13 columns", src, dst, rows, 13);
    cudaFree(src);
    cudaFree(dst);
    return wrong != 0;
}
