// Softmax of short rows, one warp per row: each lane keeps a running maximum and sum, and lanes merge theirs.
#include <cmath>
#include <cstdio>
#include <cuda_runtime.h>

#define FULL_MASK 0xffffffff
enum { kLanes = 32 };

__global__ void softmaxRows(const float *in, float *out, int rows, int cols)
{
    int row = blockIdx.x * (blockDim.x / kLanes) + threadIdx.x / kLanes;
    int lane = threadIdx.x & (kLanes - 1);
    if (row >= rows)
        return;
    const float *x = in + row * cols;
    float largest = -1e30f, sum = 0;
    for (int c = lane; c < cols; c += kLanes) {
        float next = fmaxf(largest, x[c]);
        sum = sum * expf(largest - next) + expf(x[c] - next);
        largest = next;
    }
    for (int mask = kLanes >> 1; mask; mask >>= 1) {
        float otherMax = __shfl_xor_sync(FULL_MASK, largest, mask);
        float otherSum = __shfl_xor_sync(FULL_MASK, sum, mask);
        float next = fmaxf(largest, otherMax);
        sum = sum * expf(largest - next) + otherSum * expf(otherMax - next);
        largest = next;
    }
    for (int c = lane; c < cols; c += kLanes)
        out[row * cols + c] = expf(x[c] - largest) / sum;
}

int main()
{
    const int rows = 7, cols = 50;
    static float h[rows * cols], result[rows * cols];
    for (int i = 0; i < rows * cols; i++)
        h[i] = (float)((i * 43) % 89) / 8 - i / cols;
    float *in, *out;
    int wrong = 0;
    cudaMalloc(&in, sizeof(h));
    cudaMalloc(&out, sizeof(h));
    cudaMemcpy(in, h, sizeof(h), cudaMemcpyHostToDevice);
    softmaxRows<<<(rows + 3) / 4, 128>>>(in, out, rows, cols);
    cudaMemcpy(result, out, sizeof(h), cudaMemcpyDeviceToHost);
    for (int r = 0; r < rows; r++) {
        double largest = -1e30, sum = 0;
        for (int c = 0; c < cols; c++)
            largest = std::fmax(largest, h[r * cols + c]);
        for (int c = 0; c < cols; c++)
            sum += std::exp(h[r * cols + c] - largest);
        for (int c = 0; c < cols; c++)
            wrong += !(std::fabs(result[r * cols + c] - std::exp(h[r * cols + c] - largest) / sum) < 1e-6);
        printf("%.5f %.5f\n", result[r * cols], result[r * cols + cols - 1]);
    }
    printf("wrong: %d\n", wrong);
    cudaFree(in);
    cudaFree(out);
    return wrong != 0;
}
