// A tile of 32 columns is loaded at every 32nd step of a loop that all threads go through alike.
#include <cuda_runtime.h>

__global__ void product(const float *a, const float *b, float *c, int n)
{
    __shared__ float tile[32][33];
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;
    for (int k = 0; k < n; k++) {
        if (k % 32 == 0) {
            __syncthreads();
            for (int j = 0; j < 32; j++)
                tile[j][threadIdx.x & 31] = b[(k + j) * n + (threadIdx.x & 31)];
            __syncthreads();
        }
        sum += a[row * n + k] * tile[k % 32][row % 32];
    }
    c[row] = sum;
}
