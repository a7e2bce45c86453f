// Softmax of rows: a block is one warp, as wide as the device says, and lanes stride over their row.
#include <cmath>
#include <cstdio>
#include <cuda_runtime.h>

__global__ void softmax(const float *in, float *out, int columns)
{
    const float *row = in + blockIdx.x * columns;
    float top = -1e30f, sum = 0;
    for (int c = threadIdx.x; c < columns; c += warpSize)
        top = fmaxf(top, row[c]);
    for (int mask = warpSize / 2; mask > 0; mask /= 2)
        top = fmaxf(top, __shfl_xor_sync(0xffffffff, top, mask));
    for (int c = threadIdx.x; c < columns; c += warpSize)
        sum += exp2f(row[c] - top);
    for (int mask = warpSize / 2; mask > 0; mask /= 2)
        sum += __shfl_xor_sync(0xffffffff, sum, mask);
    for (int c = threadIdx.x; c < columns; c += warpSize)
        out[blockIdx.x * columns + c] = exp2f(row[c] - top) / sum;
}

int main()
{
    const int rows = 6, columns = 100;
    float *in, *out;
    int wrong = 0, width = 0;
    cudaDeviceGetAttribute(&width, cudaDevAttrWarpSize, 0);
    cudaMallocManaged(&in, rows * columns * sizeof(float));
    cudaMallocManaged(&out, rows * columns * sizeof(float));
    for (int i = 0; i < rows * columns; i++)
        in[i] = (float)(i * 13 % 7); // powers of two: sums are exact
    softmax<<<rows, width>>>(in, out, columns);
    cudaDeviceSynchronize();
    for (int r = 0; r < rows; r++) {
        float top = -1e30f, sum = 0;
        for (int c = 0; c < columns; c++)
            top = fmaxf(top, in[r * columns + c]);
        for (int c = 0; c < columns; c++)
            sum += exp2f(in[r * columns + c] - top);
        for (int c = 0; c < columns; c++)
            wrong += out[r * columns + c] != exp2f(in[r * columns + c] - top) / sum;
        printf("%g ", out[r * columns]);
    }
    printf("\nwrong: %d\n", wrong);
    return wrong != 0;
}
