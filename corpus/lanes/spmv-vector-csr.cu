// Sparse matrix times vector (CSR) with 2 to 32 lanes to a row, chosen by the mean length of the rows.
#include <cstdio>
#include <cuda_runtime.h>

template <unsigned THREADS_PER_VECTOR>
__global__ void spmv(int rows, const int *ptr, const int *col, const double *val, const double *x, double *y)
{
    const int lane = threadIdx.x & (THREADS_PER_VECTOR - 1);
    const int vectors = gridDim.x * blockDim.x / THREADS_PER_VECTOR;
    const int first = (blockIdx.x * blockDim.x + threadIdx.x) / THREADS_PER_VECTOR;
    // whole warps stay in the loop
    for (int base = 0; base < rows; base += vectors) {
        const int row = base + first;
        double sum = 0;
        if (row < rows)
            for (int k = ptr[row] + lane; k < ptr[row + 1]; k += THREADS_PER_VECTOR)
                sum += val[k] * __ldg(&x[col[k]]);
#pragma unroll
        for (unsigned o = THREADS_PER_VECTOR >> 1; o > 0; o >>= 1)
            sum += __shfl_down_sync(0xffffffff, sum, o, THREADS_PER_VECTOR);
        if (lane == 0 && row < rows)
            y[row] = sum;
    }
}

int main()
{
    const int rows = 150, cols = 90;
    int *ptr, *col, wrong = 0;
    double *val, *x, *y, expected[rows];
    cudaMallocManaged(&ptr, (rows + 1) * sizeof(int));
    cudaMallocManaged(&col, rows * 40 * sizeof(int));
    cudaMallocManaged(&val, rows * 40 * sizeof(double));
    cudaMallocManaged(&x, cols * sizeof(double));
    cudaMallocManaged(&y, rows * sizeof(double));
    for (int c = 0; c < cols; c++)
        x[c] = (c * 5) % 13 - 6;
    int nnz = 0;
    for (int r = 0; r < rows; r++) {
        ptr[r] = nnz;
        expected[r] = 0;
        for (int k = 0; k < (r * r) % 40; k++, nnz++) {
            col[nnz] = (r * 7 + k * 3) % cols;
            val[nnz] = (nnz % 9) * 0.5;
            expected[r] += val[nnz] * x[col[nnz]];
        }
    }
    ptr[rows] = nnz;
    for (int lanes = 2; lanes <= 32; lanes *= 2) {
        cudaMemset(y, 0xff, rows * sizeof(double));
        switch (lanes) {
        case 2: spmv<2><<<2, 128>>>(rows, ptr, col, val, x, y); break;
        case 4: spmv<4><<<2, 128>>>(rows, ptr, col, val, x, y); break;
        case 8: spmv<8><<<2, 128>>>(rows, ptr, col, val, x, y); break;
        case 16: spmv<16><<<2, 128>>>(rows, ptr, col, val, x, y); break;
        default: spmv<32><<<2, 128>>>(rows, ptr, col, val, x, y);
        }
        cudaDeviceSynchronize();
        double sum = 0;
        for (int r = 0; r < rows; r++) {
            wrong += y[r] != expected[r];
            sum += y[r];
        }
        printf("%d lanes: %g\n", lanes, sum);
    }
    printf("wrong: %d\n", wrong);
    cudaFree(ptr);
    cudaFree(col);
    cudaFree(val);
    cudaFree(x);
    cudaFree(y);
    return wrong != 0;
}
