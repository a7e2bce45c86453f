// Batcher's odd-even merge sort of the 32 values of a warp; partners come from a shuffle by index.
#include <cstdio>
#include <cuda_runtime.h>

#define W 32

__device__ float oddEvenMergeSort(float x, int lane)
{
    for (int p = 1; p < W; p <<= 1)
        for (int k = p; k >= 1; k >>= 1) {
            int partner = lane;
            bool low = true;
            const int j0 = k % p, offset = lane - j0;
            if (offset >= 0) {
                const bool first = offset % (2 * k) < k;
                const int a = first ? lane : lane - k, b = a + k;
                if (a >= j0 && b < W && a / (2 * p) == b / (2 * p)) {
                    partner = first ? b : a;
                    low = first;
                }
            }
            const float other = __shfl_sync(0xffffffff, x, partner);
            x = low ? fminf(x, other) : fmaxf(x, other);
        }
    return x;
}

__global__ void sortRows(float *rows)
{
    const int row = blockIdx.x * blockDim.y + threadIdx.y;
    rows[row * W + threadIdx.x] = oddEvenMergeSort(rows[row * W + threadIdx.x], threadIdx.x);
}

int main()
{
    const int n = 12;
    float *rows;
    int wrong = 0;
    cudaMallocManaged(&rows, n * W * sizeof(float));
    for (int i = 0; i < n * W; i++)
        rows[i] = (float)((i * 7919 + i / W * 31) % 1009);
    static float before[n * W];
    for (int i = 0; i < n * W; i++)
        before[i] = rows[i];
    sortRows<<<3, dim3(W, 4)>>>(rows);
    cudaDeviceSynchronize();
    for (int r = 0; r < n; r++) {
        for (int i = 0; i < W; i++) {
            int smaller = 0, equal = 0;
            for (int k = 0; k < W; k++) {
                smaller += before[r * W + k] < rows[r * W + i];
                equal += before[r * W + k] == rows[r * W + i];
            }
            wrong += i < smaller || i >= smaller + equal;
        }
        printf("%g %g\n", rows[r * W], rows[r * W + W - 1]);
    }
    printf("wrong: %d\n", wrong);
    cudaFree(rows);
    return wrong != 0;
}
