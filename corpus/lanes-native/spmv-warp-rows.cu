// Sparse matrix times vector: warps take rows in turn, whatever their number; lanes stride over a row by warpSize.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void spmv(const int *start, const int *col, const int *val, const int *x, int *y, int rows)
{
    const int lane = threadIdx.x % warpSize;
    const int warp = (blockIdx.x * blockDim.x + threadIdx.x) / warpSize;
    const int warps = gridDim.x * blockDim.x / warpSize;
    for (int row = warp; row < rows; row += warps) {
        int sum = 0;
        for (int k = start[row] + lane; k < start[row + 1]; k += warpSize)
            sum += val[k] * x[col[k]];
        for (int offset = warpSize >> 1; offset > 0; offset >>= 1)
            sum += __shfl_down_sync(0xffffffff, sum, offset, warpSize);
        if (lane == 0)
            y[row] = sum;
    }
}

int main()
{
    const int rows = 45, columns = 200;
    int *start, *col, *val, *x, *y, wrong = 0, count = 0;
    cudaMallocManaged(&start, (rows + 1) * sizeof(int));
    cudaMallocManaged(&col, rows * 120 * sizeof(int));
    cudaMallocManaged(&val, rows * 120 * sizeof(int));
    cudaMallocManaged(&x, columns * sizeof(int));
    cudaMallocManaged(&y, rows * sizeof(int));
    for (int i = 0; i < columns; i++)
        x[i] = i % 13 - 6;
    for (int r = 0; r < rows; r++) {
        start[r] = count;
        for (int k = 0; k < r * 29 % 120; k++, count++) {
            col[count] = (r * 7 + k * 3) % columns;
            val[count] = k % 5 - 2;
        }
    }
    start[rows] = count;
    spmv<<<2, 128>>>(start, col, val, x, y, rows);
    cudaDeviceSynchronize();
    for (int r = 0; r < rows; r++) {
        int sum = 0;
        for (int k = start[r]; k < start[r + 1]; k++)
            sum += val[k] * x[col[k]];
        wrong += y[r] != sum;
        printf("%d ", y[r]);
    }
    printf("\nwrong: %d\n", wrong);
    return wrong != 0;
}
