// Matrix times vector, one warp per row, several rows per block; the first lane of each warp writes.
#include <cstdio>
#include <cuda_runtime.h>

constexpr int kWarp = 32;
constexpr int kRowsPerBlock = 4;

__global__ void matvec(const double *a, const double *x, double *y, int rows, int cols)
{
    const int lane = threadIdx.x;
    const int row = blockIdx.x * blockDim.y + threadIdx.y;
    if (row < rows) {
        double sum = 0;
        for (int c = lane; c < cols; c += kWarp)
            sum += a[row * cols + c] * x[c];
        for (int offset = kWarp / 2; offset > 0; offset /= 2)
            sum += __shfl_xor_sync(0xffffffff, sum, offset);
        if (lane == 0)
            y[row] = sum;
    }
}

int main()
{
    const int rows = 30, cols = 83;
    static double a[rows * cols], x[cols], y[rows];
    for (int i = 0; i < rows * cols; i++)
        a[i] = (i * 7) % 13 - 6;
    for (int c = 0; c < cols; c++)
        x[c] = c % 5 + 0.5;
    double *da, *dx, *dy;
    int wrong = 0;
    cudaMalloc(&da, sizeof(a));
    cudaMalloc(&dx, sizeof(x));
    cudaMalloc(&dy, sizeof(y));
    cudaMemcpy(da, a, sizeof(a), cudaMemcpyHostToDevice);
    cudaMemcpy(dx, x, sizeof(x), cudaMemcpyHostToDevice);
    dim3 block(kWarp, kRowsPerBlock);
    matvec<<<(rows + kRowsPerBlock - 1) / kRowsPerBlock, block>>>(da, dx, dy, rows, cols);
    cudaMemcpy(y, dy, sizeof(y), cudaMemcpyDeviceToHost);
    for (int r = 0; r < rows; r++) {
        double sum = 0;
        for (int c = 0; c < cols; c++)
            sum += a[r * cols + c] * x[c];
        wrong += y[r] != sum;
        printf("%g ", y[r]);
    }
    printf("\nwrong: %d\n", wrong);
    cudaFree(da);
    cudaFree(dx);
    cudaFree(dy);
    return wrong != 0;
}
