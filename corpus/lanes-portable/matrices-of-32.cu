// Many matrices of 32 by 32, one a block: 32 is their dimension.
#include <cuda_runtime.h>

constexpr int N = 32;

__global__ void addDiagonal(float *matrices, float value)
{
    float *m = matrices + blockIdx.x * N * N;
    for (int i = threadIdx.x; i < N * N; i += blockDim.x)
        if (i / N == i % N)
            m[i] += value;
}
