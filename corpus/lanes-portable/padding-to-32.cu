// Rounds sizes up to a multiple of 32 for alignment.
#include <cuda_runtime.h>

__host__ __device__ inline int padded(int n)
{
    return (n + 31) / 32 * 32;
}

__global__ void copyPadded(const float *in, float *out, int rows, int columns)
{
    int stride = padded(columns);
    int r = blockIdx.x, c = threadIdx.x;
    if (r < rows && c < columns)
        out[r * stride + c] = in[r * columns + c];
}
