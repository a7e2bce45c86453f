// RMSNorm: the squares of a row are summed by the block; rows shorter than a warp use a warp alone.
#include <cstdio>
#include <cmath>
#include <cuda_runtime.h>

#define WARP_SIZE 32

static __device__ __forceinline__ float warp_reduce_sum(float x)
{
#pragma unroll
    for (int mask = 16; mask > 0; mask >>= 1)
        x += __shfl_xor_sync(0xffffffff, x, mask, 32);
    return x;
}

template <int block_size>
static __global__ void rms_norm(const float *x, float *dst, int ncols, float eps)
{
    const int row = blockIdx.x * blockDim.y + threadIdx.y;
    const int tid = threadIdx.x;
    float tmp = 0.0f;
    for (int col = tid; col < ncols; col += block_size) {
        const float xi = x[row * ncols + col];
        tmp += xi * xi;
    }
    tmp = warp_reduce_sum(tmp);
    if (block_size > WARP_SIZE) {
        __shared__ float s_sum[32];
        const int warp_id = threadIdx.x / WARP_SIZE;
        const int lane_id = threadIdx.x % WARP_SIZE;
        if (lane_id == 0)
            s_sum[warp_id] = tmp;
        __syncthreads();
        tmp = lane_id < block_size / WARP_SIZE ? s_sum[lane_id] : 0.0f;
        tmp = warp_reduce_sum(tmp);
    }
    const float scale = rsqrtf(tmp / ncols + eps);
    for (int col = tid; col < ncols; col += block_size)
        dst[row * ncols + col] = scale * x[row * ncols + col];
}

int check(const float *x, const float *dst, int rows, int cols, float eps)
{
    int wrong = 0;
    for (int r = 0; r < rows; r++) {
        double sum = 0;
        for (int c = 0; c < cols; c++)
            sum += (double)x[r * cols + c] * x[r * cols + c];
        const double scale = 1 / sqrt(sum / cols + eps);
        for (int c = 0; c < cols; c++)
            wrong += fabs(dst[r * cols + c] - scale * x[r * cols + c]) > 1e-5;
    }
    printf("%d x %d: %.4f %.4f, wrong: %d\n", rows, cols, dst[1], dst[rows * cols - 1], wrong);
    return wrong;
}

int main()
{
    const int n = 6 * 700;
    float *x, *dst;
    cudaMallocManaged(&x, n * sizeof(float));
    cudaMallocManaged(&dst, n * sizeof(float));
    for (int i = 0; i < n; i++)
        x[i] = (float)((i * 29) % 23 - 11) / 4;
    rms_norm<256><<<6, 256>>>(x, dst, 700, 1e-5f);
    cudaDeviceSynchronize();
    int wrong = check(x, dst, 6, 700, 1e-5f);
    rms_norm<WARP_SIZE><<<5, dim3(WARP_SIZE, 3)>>>(x, dst, 27, 1e-5f);
    cudaDeviceSynchronize();
    wrong += check(x, dst, 15, 27, 1e-5f);
    cudaFree(x);
    cudaFree(dst);
    return wrong != 0;
}
