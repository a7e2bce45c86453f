// CSR sparse matrix times vector with 2..32 lanes to a row, chosen on the host from the mean row length.
#include <cstdio>
#include <vector>
#include <cuda_runtime.h>

#define SPMV_WARP 32

template <typename IndexType, typename ValueType, unsigned VECTORS_PER_BLOCK, unsigned THREADS_PER_VECTOR>
__global__ void spmv_csr_vector(const IndexType rows, const IndexType *Ap, const IndexType *Aj, const ValueType *Ax,
                                const ValueType *x, ValueType *y)
{
    __shared__ IndexType ptrs[VECTORS_PER_BLOCK][2];
    const IndexType THREADS_PER_BLOCK = VECTORS_PER_BLOCK * THREADS_PER_VECTOR;
    const IndexType thread_id = THREADS_PER_BLOCK * blockIdx.x + threadIdx.x;
    const IndexType thread_lane = threadIdx.x & (THREADS_PER_VECTOR - 1);
    const IndexType vector_id = thread_id / THREADS_PER_VECTOR;
    const IndexType vector_lane = threadIdx.x / THREADS_PER_VECTOR;
    const IndexType num_vectors = VECTORS_PER_BLOCK * gridDim.x;
    const unsigned in_warp = threadIdx.x % SPMV_WARP;
    const unsigned vec_mask =
        (0xffffffffu >> (SPMV_WARP - THREADS_PER_VECTOR)) << (in_warp / THREADS_PER_VECTOR * THREADS_PER_VECTOR);

    for (IndexType row = vector_id; row < rows; row += num_vectors) {
        if (thread_lane < 2)
            ptrs[vector_lane][thread_lane] = Ap[row + thread_lane];
        __syncwarp(vec_mask);
        const IndexType row_start = ptrs[vector_lane][0], row_end = ptrs[vector_lane][1];
        ValueType sum = 0;
        for (IndexType jj = row_start + thread_lane; jj < row_end; jj += THREADS_PER_VECTOR)
            sum += Ax[jj] * x[Aj[jj]];
        if (THREADS_PER_VECTOR > 16) sum += __shfl_down_sync(vec_mask, sum, 16, THREADS_PER_VECTOR);
        if (THREADS_PER_VECTOR > 8) sum += __shfl_down_sync(vec_mask, sum, 8, THREADS_PER_VECTOR);
        if (THREADS_PER_VECTOR > 4) sum += __shfl_down_sync(vec_mask, sum, 4, THREADS_PER_VECTOR);
        if (THREADS_PER_VECTOR > 2) sum += __shfl_down_sync(vec_mask, sum, 2, THREADS_PER_VECTOR);
        if (THREADS_PER_VECTOR > 1) sum += __shfl_down_sync(vec_mask, sum, 1, THREADS_PER_VECTOR);
        if (thread_lane == 0)
            y[row] = sum;
        __syncwarp(vec_mask);
    }
}

template <unsigned TPV>
static void launch(int rows, const int *Ap, const int *Aj, const double *Ax, const double *x, double *y)
{
    const unsigned VPB = 128 / TPV;
    const int blocks = (rows + VPB - 1) / VPB < 3 ? (rows + VPB - 1) / VPB : 3;
    spmv_csr_vector<int, double, VPB, TPV><<<blocks, VPB * TPV>>>(rows, Ap, Aj, Ax, x, y);
}

static void spmv(int rows, int nnz, const int *Ap, const int *Aj, const double *Ax, const double *x, double *y)
{
    const int per_row = nnz / rows;
    if (per_row <= 2) launch<2>(rows, Ap, Aj, Ax, x, y);
    else if (per_row <= 4) launch<4>(rows, Ap, Aj, Ax, x, y);
    else if (per_row <= 8) launch<8>(rows, Ap, Aj, Ax, x, y);
    else if (per_row <= 16) launch<16>(rows, Ap, Aj, Ax, x, y);
    else launch<32>(rows, Ap, Aj, Ax, x, y);
    cudaDeviceSynchronize();
}

int main()
{
    int wrong = 0;
    for (int density = 1; density <= 40; density = density * 2 + 1) {
        const int rows = 90, cols = 64;
        std::vector<int> ap(1, 0), aj;
        for (int r = 0; r < rows; r++) {
            const int len = r == 10 ? 0 : density + r % 3;
            for (int k = 0; k < len; k++)
                aj.push_back((r * 5 + k * 3) % cols);
            ap.push_back((int)aj.size());
        }
        const int nnz = (int)aj.size();
        int *Ap, *Aj;
        double *Ax, *x, *y;
        cudaMallocManaged(&Ap, ap.size() * sizeof(int));
        cudaMallocManaged(&Aj, nnz * sizeof(int));
        cudaMallocManaged(&Ax, nnz * sizeof(double));
        cudaMallocManaged(&x, cols * sizeof(double));
        cudaMallocManaged(&y, rows * sizeof(double));
        cudaMemcpy(Ap, ap.data(), ap.size() * sizeof(int), cudaMemcpyHostToDevice);
        cudaMemcpy(Aj, aj.data(), nnz * sizeof(int), cudaMemcpyHostToDevice);
        for (int k = 0; k < nnz; k++)
            Ax[k] = k % 9 - 4;
        for (int c = 0; c < cols; c++)
            x[c] = c % 7 + 0.5;
        spmv(rows, nnz, Ap, Aj, Ax, x, y);
        double total = 0;
        for (int r = 0; r < rows; r++) {
            double e = 0;
            for (int k = ap[r]; k < ap[r + 1]; k++)
                e += Ax[k] * x[aj[k]];
            wrong += e != y[r];
            total += y[r];
        }
        printf("nnz %d total %.1f\n", nnz, total);
        cudaFree(Ap);
        cudaFree(Aj);
        cudaFree(Ax);
        cudaFree(x);
        cudaFree(y);
    }
    printf("wrong %d\n", wrong);
    return wrong != 0;
}
