#include <cuda_runtime.h>

#define ROWS(row, n) for (int row = 0; row < (n); ++row)

template <int N>
__global__ void sums(float *out, const float *in, int n)
{
#pragma unroll
    float sum = 0;
    for (int i = 0; i < N; ++i)
        sum += in[i];

#pragma unroll 4
    if (n > 0)
    {
#pragma unroll
        for (int i = 0; i < N; ++i)
            sum += in[N + i];
    }

    #pragma unroll // all of them
    {
        out[0] = sum;
    }

#pragma unroll
    ROWS(row, N)
        out[row] += sum;

#pragma unroll
#pragma unroll 1
    // Until nothing is left.
    while (n > 0)
        out[n--] = sum;
}

template __global__ void sums<4>(float *, const float *, int);
