// Smallest value of a block and where it is: pairs through shuffles, shared partial pairs, and the first warp again.
#include <cstdio>
#include <cuda_runtime.h>

#define FULL_MASK 0xffffffff

struct Best {
    double value;
    int index;
};

__device__ __forceinline__ Best better(Best a, Best b)
{
    return b.value < a.value || (b.value == a.value && b.index < a.index) ? b : a;
}

__device__ __forceinline__ Best warpBest(Best x)
{
#pragma unroll
    for (int offset = 16; offset >= 1; offset /= 2) {
        Best other;
        other.value = __shfl_down_sync(FULL_MASK, x.value, offset);
        other.index = __shfl_down_sync(FULL_MASK, x.index, offset);
        x = better(x, other);
    }
    return x;
}

__global__ void argmin(const double *rows, Best *out, int cols)
{
    __shared__ Best partial[32];
    const double *row = rows + (long)blockIdx.x * cols;
    Best best = {1e300, cols};
    for (int c = threadIdx.x; c < cols; c += blockDim.x)
        best = better(best, Best{row[c], c});
    best = warpBest(best);
    if ((threadIdx.x & 31) == 0)
        partial[threadIdx.x >> 5] = best;
    __syncthreads();
    if (threadIdx.x < 32) {
        best = threadIdx.x < blockDim.x / 32 ? partial[threadIdx.x] : Best{1e300, cols};
        best = warpBest(best);
        if (threadIdx.x == 0)
            out[blockIdx.x] = best;
    }
}

int main()
{
    const int rows = 7, cols = 333;
    double *in;
    Best *out;
    int wrong = 0;
    cudaMallocManaged(&in, rows * cols * sizeof(double));
    cudaMallocManaged(&out, rows * sizeof(Best));
    for (int i = 0; i < rows * cols; i++)
        in[i] = ((i * 7919L) % 211) * 0.25 - (i / cols);
    argmin<<<rows, 160>>>(in, out, cols);
    cudaDeviceSynchronize();
    for (int r = 0; r < rows; r++) {
        int at = 0;
        for (int c = 1; c < cols; c++)
            if (in[r * cols + c] < in[r * cols + at])
                at = c;
        wrong += out[r].index != at || out[r].value != in[r * cols + at];
        printf("row %d: %g at %d\n", r, out[r].value, out[r].index);
    }
    printf("wrong: %d\n", wrong);
    cudaFree(in);
    cudaFree(out);
    return wrong != 0;
}
