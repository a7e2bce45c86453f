// A matrix product with tiles of 32 by 32.
#include <cuda_runtime.h>

const int BS = 32;

__global__ void multiply(const float *a, const float *b, float *c, int n)
{
    __shared__ float as[BS][BS], bs[BS][BS];
    int row = blockIdx.y * BS + threadIdx.y, column = blockIdx.x * BS + threadIdx.x;
    float sum = 0;
    for (int t = 0; t < n; t += BS) {
        as[threadIdx.y][threadIdx.x] = a[row * n + t + threadIdx.x];
        bs[threadIdx.y][threadIdx.x] = b[(t + threadIdx.y) * n + column];
        __syncthreads();
        for (int k = 0; k < BS; ++k)
            sum += as[threadIdx.y][k] * bs[k][threadIdx.x];
        __syncthreads();
    }
    c[row * n + column] = sum;
}
