// Softmax over the entries of sparse rows, a half warp to a row; empty rows stay empty.
#include <cfloat>
#include <cmath>
#include <cstdio>
#include <cuda_runtime.h>

#define ROW_LANES 16

template <int width>
__device__ __forceinline__ float groupMax(float x, unsigned mask)
{
    for (int o = width / 2; o > 0; o >>= 1)
        x = fmaxf(x, __shfl_xor_sync(mask, x, o, width));
    return x;
}

template <int width>
__device__ __forceinline__ float groupSum(float x, unsigned mask)
{
    for (int o = width / 2; o > 0; o >>= 1)
        x += __shfl_xor_sync(mask, x, o, width);
    return x;
}

__global__ void softmaxRows(const int *ptr, const float *in, float *out, int rows)
{
    const int row = (blockIdx.x * blockDim.x + threadIdx.x) / ROW_LANES, lane = threadIdx.x % ROW_LANES;
    const int begin = row < rows ? ptr[row] : 0, end = row < rows ? ptr[row + 1] : 0;
    const unsigned busy = __ballot_sync(0xffffffffu, begin < end);
    if (begin == end)
        return;
    float top = -FLT_MAX, sum = 0;
    for (int k = begin + lane; k < end; k += ROW_LANES)
        top = fmaxf(top, in[k]);
    __syncwarp(busy);
    top = groupMax<ROW_LANES>(top, busy);
    for (int k = begin + lane; k < end; k += ROW_LANES)
        sum += exp2f(in[k] - top);
    __syncwarp(busy);
    sum = groupSum<ROW_LANES>(sum, busy);
    for (int k = begin + lane; k < end; k += ROW_LANES)
        out[k] = exp2f(in[k] - top) / sum;
}

int main()
{
    const int rows = 37;
    int *ptr, wrong = 0, nnz = 0;
    float *in, *out, total = 0;
    cudaMallocManaged(&ptr, (rows + 1) * sizeof(int));
    cudaMallocManaged(&in, rows * 60 * sizeof(float));
    cudaMallocManaged(&out, rows * 60 * sizeof(float));
    for (int r = 0; r < rows; r++) {
        ptr[r] = nnz;
        for (int k = 0; k < (r % 5 == 3 ? 0 : (r * 23) % 60); k++, nnz++)
            in[nnz] = (float)((nnz * 7) % 11 - 6);
    }
    ptr[rows] = nnz;
    softmaxRows<<<(rows + 7) / 8, 128>>>(ptr, in, out, rows);
    cudaDeviceSynchronize();
    for (int r = 0; r < rows; r++) {
        float top = -FLT_MAX, sum = 0;
        for (int k = ptr[r]; k < ptr[r + 1]; k++)
            top = in[k] > top ? in[k] : top;
        for (int k = ptr[r]; k < ptr[r + 1]; k++)
            sum += exp2f(in[k] - top);
        for (int k = ptr[r]; k < ptr[r + 1]; k++) {
            wrong += fabsf(out[k] - exp2f(in[k] - top) / sum) > 1e-6f;
            total += out[k];
        }
    }
    printf("%d entries, total %.3f, wrong: %d\n", nnz, total, wrong);
    cudaFree(ptr);
    cudaFree(in);
    cudaFree(out);
    return wrong != 0;
}
