// Small matrix products C = A B with the B tile in registers, broadcast by shuffles; tile width from an enum.
#include <cstdio>
#include <cuda_runtime.h>

enum WarpTraits { LANES = 32, ROWS_PER_WARP = 4 };

template <int K_TILE>
class Accumulator {
public:
    __device__ Accumulator()
    {
        for (int r = 0; r < ROWS_PER_WARP; r++)
            acc[r] = 0;
    }

    // a[r] holds A(row r, k0 + lane); b is B(k0 + kk, col)
    __device__ void step(const int (&a)[ROWS_PER_WARP], const int *B, int ldb, int col, bool valid, int kk_end)
    {
        for (int kk = 0; kk < kk_end; kk++) {
            const int b = valid ? B[kk * ldb + col] : 0;
#pragma unroll
            for (int r = 0; r < ROWS_PER_WARP; r++)
                acc[r] += __shfl_sync(0xffffffff, a[r], kk, K_TILE) * b;
        }
    }

    __device__ int value(int r) const { return acc[r]; }

private:
    int acc[ROWS_PER_WARP];
};

__global__ void matmul(const int *A, const int *B, int *C, int M, int N, int K)
{
    const int lane = threadIdx.x;
    const int row0 = (blockIdx.y * blockDim.y + threadIdx.y) * ROWS_PER_WARP;
    const int col = blockIdx.x * LANES + lane;
    if (row0 >= M)
        return;
    Accumulator<LANES> sum;
    for (int k0 = 0; k0 < K; k0 += LANES) {
        int a[ROWS_PER_WARP];
        for (int r = 0; r < ROWS_PER_WARP; r++)
            a[r] = row0 + r < M && k0 + lane < K ? A[(row0 + r) * K + k0 + lane] : 0;
        sum.step(a, B + k0 * N, N, col, col < N, min(+LANES, K - k0));
    }
    for (int r = 0; r < ROWS_PER_WARP; r++)
        if (row0 + r < M && col < N)
            C[(row0 + r) * N + col] = sum.value(r);
}

// y = A x with one warp per row, the vector kept 2 elements per lane
__global__ void matvec(const int *A, const int *x, int *y, int M, int K)
{
    const int row = blockIdx.x * blockDim.y + threadIdx.y;
    int part = 0;
    if (row < M)
        for (int k = threadIdx.x * 2; k < K; k += LANES * 2) {
            part += A[row * K + k] * x[k];
            if (k + 1 < K)
                part += A[row * K + k + 1] * x[k + 1];
        }
    part = __reduce_add_sync(0xffffffff, part);
    if (row < M && threadIdx.x == 0)
        y[row] = part;
}

int main()
{
    const int M = 37, N = 45, K = 71;
    int *A, *B, *C, *y;
    cudaMallocManaged(&A, M * K * sizeof(int));
    cudaMallocManaged(&B, K * N * sizeof(int));
    cudaMallocManaged(&C, M * N * sizeof(int));
    cudaMallocManaged(&y, M * sizeof(int));
    for (int i = 0; i < M * K; i++)
        A[i] = i * 13 % 19 - 9;
    for (int i = 0; i < K * N; i++)
        B[i] = i * 7 % 23 - 11;
    const dim3 threads(LANES, 2), blocks((N + LANES - 1) / LANES, (M + 2 * ROWS_PER_WARP - 1) / (2 * ROWS_PER_WARP));
    matmul<<<blocks, threads>>>(A, B, C, M, N, K);
    matvec<<<(M + 2) / 3, dim3(LANES, 3)>>>(A, B, y, M, K);
    cudaDeviceSynchronize();
    int wrong = 0, check = 0;
    for (int i = 0; i < M; i++) {
        int v = 0;
        for (int k = 0; k < K; k++)
            v += A[i * K + k] * B[k];
        wrong += v != y[i];
        for (int j = 0; j < N; j++) {
            int s = 0;
            for (int k = 0; k < K; k++)
                s += A[i * K + k] * B[k * N + j];
            wrong += s != C[i * N + j];
            check = (check * 5 + C[i * N + j] + 100000) % 999983;
        }
    }
    printf("products: %d wrong, check %d\n", wrong, check);
    cudaFree(A);
    cudaFree(B);
    cudaFree(C);
    cudaFree(y);
    return wrong ? 3 : 0;
}
