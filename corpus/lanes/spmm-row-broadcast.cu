// Sparse times dense: a warp per row, a lane per column; the row's entries are loaded once and go round by shuffles.
#include <cstdio>
#include <cuda_runtime.h>

#define WARPSIZE 32
#define MASK 0xffffffffu

__global__ void spmm(int rows, const int *ptr, const int *col, const float *val, const float *b, float *c, int n)
{
    const int row = blockIdx.x * blockDim.y + threadIdx.y;
    if (row >= rows)
        return;
    const int lane = threadIdx.x;
    for (int j0 = 0; j0 < n; j0 += WARPSIZE) {
        const int j = j0 + lane;
        float acc = 0;
        for (int k0 = ptr[row]; k0 < ptr[row + 1]; k0 += WARPSIZE) {
            const int left = min(WARPSIZE, ptr[row + 1] - k0);
            const int myCol = lane < left ? col[k0 + lane] : 0;
            const float myVal = lane < left ? val[k0 + lane] : 0;
            for (int k = 0; k < left; k++) {
                const int colK = __shfl_sync(MASK, myCol, k);
                const float valK = __shfl_sync(MASK, myVal, k);
                if (j < n)
                    acc += valK * b[colK * n + j];
            }
        }
        if (j < n)
            c[row * n + j] = acc;
    }
}

int main()
{
    const int rows = 21, inner = 30, n = 45;
    int *ptr, *col, wrong = 0, nnz = 0;
    float *val, *b, *c, sum = 0;
    cudaMallocManaged(&ptr, (rows + 1) * sizeof(int));
    cudaMallocManaged(&col, rows * 50 * sizeof(int));
    cudaMallocManaged(&val, rows * 50 * sizeof(float));
    cudaMallocManaged(&b, inner * n * sizeof(float));
    cudaMallocManaged(&c, rows * n * sizeof(float));
    for (int i = 0; i < inner * n; i++)
        b[i] = (float)((i * 3) % 7 - 3);
    for (int r = 0; r < rows; r++) {
        ptr[r] = nnz;
        for (int k = 0; k < (r * 11) % 50; k++, nnz++) {
            col[nnz] = (r + k * 7) % inner;
            val[nnz] = (float)(nnz % 5 - 1);
        }
    }
    ptr[rows] = nnz;
    spmm<<<(rows + 3) / 4, dim3(WARPSIZE, 4)>>>(rows, ptr, col, val, b, c, n);
    cudaDeviceSynchronize();
    for (int r = 0; r < rows; r++)
        for (int j = 0; j < n; j++) {
            float expected = 0;
            for (int k = ptr[r]; k < ptr[r + 1]; k++)
                expected += val[k] * b[col[k] * n + j];
            wrong += c[r * n + j] != expected;
            sum += c[r * n + j] * (float)(j % 4);
        }
    printf("sum %g, wrong: %d\n", sum, wrong);
    cudaFree(ptr);
    cudaFree(col);
    cudaFree(val);
    cudaFree(b);
    cudaFree(c);
    return wrong != 0;
}
