// Sparse matrix times vector in CSR form, one warp per row; rows are short, long or empty.
#include <cstdio>
#include <cuda_runtime.h>

template <typename T>
__device__ T warpSum(T value)
{
    for (int delta = 16; delta; delta >>= 1)
        value += __shfl_down_sync(0xffffffffu, value, delta);
    return __shfl_sync(0xffffffffu, value, 0);
}

__global__ void spmv(const int *offsets, const int *columns, const float *values, const float *x, float *y,
                     float *rowScale, int rows)
{
    const int thread = blockIdx.x * blockDim.x + threadIdx.x;
    const int row = thread >> 5;
    const int lane = thread & 31;
    if (row >= rows)
        return;
    float sum = 0, largest = 0;
    for (int k = offsets[row] + lane; k < offsets[row + 1]; k += 32) {
        sum += values[k] * x[columns[k]];
        largest += values[k] * values[k];
    }
    sum = warpSum(sum);
    largest = warpSum(largest);
    if (lane == 0)
        y[row] = sum;
    if (lane == 31)
        rowScale[row] = largest;
}

int main()
{
    const int rows = 37, cols = 64;
    static int offsets[rows + 1], columns[rows * cols];
    static float values[rows * cols], x[cols], y[rows], scale[rows];
    int count = 0, wrong = 0;
    for (int r = 0; r < rows; r++) {
        int length = r % 6 == 0 ? 0 : (r * 29) % 61;
        for (int k = 0; k < length; k++) {
            columns[count] = (k * 11 + r) % cols;
            values[count++] = (float)((k + r) % 7 - 3);
        }
        offsets[r + 1] = count;
    }
    for (int c = 0; c < cols; c++)
        x[c] = (float)(c % 9);
    int *o, *c;
    float *v, *dx, *dy, *ds;
    cudaMalloc(&o, sizeof(offsets));
    cudaMalloc(&c, count * sizeof(int));
    cudaMalloc(&v, count * sizeof(float));
    cudaMalloc(&dx, sizeof(x));
    cudaMalloc(&dy, sizeof(y));
    cudaMalloc(&ds, sizeof(scale));
    cudaMemcpy(o, offsets, sizeof(offsets), cudaMemcpyHostToDevice);
    cudaMemcpy(c, columns, count * sizeof(int), cudaMemcpyHostToDevice);
    cudaMemcpy(v, values, count * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpy(dx, x, sizeof(x), cudaMemcpyHostToDevice);
    spmv<<<(rows * 32 + 127) / 128, 128>>>(o, c, v, dx, dy, ds, rows);
    cudaMemcpy(y, dy, sizeof(y), cudaMemcpyDeviceToHost);
    cudaMemcpy(scale, ds, sizeof(scale), cudaMemcpyDeviceToHost);
    for (int r = 0; r < rows; r++) {
        float sum = 0, squares = 0;
        for (int k = offsets[r]; k < offsets[r + 1]; k++) {
            sum += values[k] * x[columns[k]];
            squares += values[k] * values[k];
        }
        wrong += y[r] != sum || scale[r] != squares;
        printf("%g:%g ", y[r], scale[r]);
    }
    printf("\nwrong: %d\n", wrong);
    cudaFree(o);
    cudaFree(c);
    cudaFree(v);
    cudaFree(dx);
    cudaFree(dy);
    cudaFree(ds);
    return wrong != 0;
}
