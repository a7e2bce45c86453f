// CSR sparse matrix times vector in three kernels: the matrix is a small device-side view class.
#include <cstdio>
#include <cuda_runtime.h>

struct CsrView {
    int rows;
    const int *offsets, *columns;
    const int *values;

    __device__ int begin(int r) const { return offsets[r]; }
    __device__ int end(int r) const { return offsets[r + 1]; }

    template <int Width>
    __device__ int dot(int r, const int *x, int rank) const
    {
        int acc = 0;
        if (r < rows)
            for (int i = begin(r) + rank; i < end(r); i += Width)
                acc += values[i] * x[columns[i]];
#pragma unroll
        for (int step = 1; step < Width; step <<= 1)
            acc += __shfl_xor_sync(0xffffffff, acc, step, Width);
        return acc;
    }
};

// blockDim = (warpSize, rows per block): the x coordinate is the lane
__global__ void spmv_2d(CsrView A, const int *x, int *y)
{
    const int row = blockIdx.x * blockDim.y + threadIdx.y;
    const int result = A.dot<32>(row, x, threadIdx.x);
    if (threadIdx.x == 0 && row < A.rows)
        y[row] = result;
}

template <int Width>
__global__ void spmv_short(CsrView A, const int *x, int *y)
{
    const int id = blockIdx.x * blockDim.x + threadIdx.x;
    const int result = A.dot<Width>(id / Width, x, id & (Width - 1));
    if (id % Width == 0 && id / Width < A.rows)
        y[id / Width] = result;
}

// a whole warp takes 32 rows, and every lane gets the sum of its own row
__global__ void spmv_transposed(CsrView A, const int *x, int *y)
{
    const int tid = blockIdx.x * blockDim.x + threadIdx.x;
    const int lane = tid % warpSize, base = tid - lane;
    int mine = 0;
    for (int k = 0; k < warpSize; ++k) {
        const int s = A.dot<32>(base + k, x, lane);
        mine = lane == k ? s : mine;
    }
    if (tid < A.rows)
        y[tid] = mine;
}

int main()
{
    const int rows = 75, cols = 60;
    int *off, *col, *val, *x, *y;
    cudaMallocManaged(&off, (rows + 1) * sizeof(int));
    cudaMallocManaged(&col, rows * cols * sizeof(int));
    cudaMallocManaged(&val, rows * cols * sizeof(int));
    cudaMallocManaged(&x, cols * sizeof(int));
    cudaMallocManaged(&y, rows * sizeof(int));
    int nnz = 0;
    for (int r = 0; r < rows; r++) {
        off[r] = nnz;
        for (int c = 0; c < cols; c++)
            if ((r * r + 3 * c) % (2 + r % 9) == 0)
                col[nnz] = c, val[nnz++] = (r ^ c) % 7 - 3;
    }
    off[rows] = nnz;
    for (int c = 0; c < cols; c++)
        x[c] = c * c % 19;
    const CsrView A{rows, off, col, val};
    int bad = 0;
    for (int method = 0; method < 4; method++) {
        cudaMemset(y, 0xff, rows * sizeof(int));
        switch (method) {
        case 0: spmv_2d<<<(rows + 3) / 4, dim3(32, 4)>>>(A, x, y); break;
        case 1: spmv_short<2><<<(rows * 2 + 95) / 96, 96>>>(A, x, y); break;
        case 2: spmv_short<16><<<(rows * 16 + 95) / 96, 96>>>(A, x, y); break;
        default: spmv_transposed<<<(rows + 63) / 64, 64>>>(A, x, y);
        }
        cudaDeviceSynchronize();
        int errors = 0;
        long sum = 0;
        for (int r = 0; r < rows; r++) {
            int want = 0;
            for (int i = off[r]; i < off[r + 1]; i++)
                want += val[i] * x[col[i]];
            errors += want != y[r];
            sum += y[r];
        }
        printf("method %d: %d errors, sum %ld\n", method, errors, sum);
        bad += errors;
    }
    cudaFree(off); cudaFree(col); cudaFree(val); cudaFree(x); cudaFree(y);
    return bad > 0;
}
