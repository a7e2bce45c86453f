// Sums by sorted key (rows of a matrix in coordinate form): lanes of one key add up, their first lane adds to memory.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void cooRows(const int *row, const float *value, float *sum, int nnz)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const int lane = threadIdx.x % 32;
    const int key = i < nnz ? row[i] : -1;
    float v = i < nnz ? value[i] : 0.0f;

#pragma unroll
    for (int d = 1; d < 32; d *= 2) {
        const float otherValue = __shfl_down_sync(0xffffffffu, v, d);
        const int otherKey = __shfl_down_sync(0xffffffffu, key, d);
        if (lane + d < 32 && otherKey == key)
            v += otherValue;
    }
    const int previous = __shfl_up_sync(0xffffffffu, key, 1);
    if (key >= 0 && (lane == 0 || previous != key))
        atomicAdd(&sum[key], v);
}

int main()
{
    const int nnz = 700, rows = 60;
    int *row, wrong = 0;
    float *value, *sum, expected[rows] = {};
    cudaMallocManaged(&row, nnz * sizeof(int));
    cudaMallocManaged(&value, nnz * sizeof(float));
    cudaMallocManaged(&sum, rows * sizeof(float));
    for (int i = 0; i < nnz; i++) {
        row[i] = (i * i / nnz) * rows / nnz;
        value[i] = (float)((i * 13) % 17) - 4;
        expected[row[i]] += value[i];
    }
    for (int r = 0; r < rows; r++)
        sum[r] = 0;
    cooRows<<<(nnz + 127) / 128, 128>>>(row, value, sum, nnz);
    cudaDeviceSynchronize();
    for (int r = 0; r < rows; r++) {
        wrong += sum[r] != expected[r];
        printf("%g%c", sum[r], r % 10 == 9 ? '\n' : ' ');
    }
    printf("wrong: %d\n", wrong);
    cudaFree(row);
    cudaFree(value);
    cudaFree(sum);
    return wrong != 0;
}
