// Sum of a whole array: shuffles from half a warp down, one partial sum for each warp, and the first warp adds these.
#include <cstdio>
#include <cuda_runtime.h>

__device__ int warpSum(int value)
{
    for (int offset = warpSize / 2; offset > 0; offset /= 2)
        value += __shfl_down_sync(0xffffffffu, value, offset);
    return value;
}

__global__ void total(const int *in, int n, int *out)
{
    __shared__ int partial[64];
    const int lane = threadIdx.x % warpSize, warp = threadIdx.x / warpSize;
    int sum = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        sum += in[i];
    sum = warpSum(sum);
    if (lane == 0)
        partial[warp] = sum;
    __syncthreads();
    if (warp == 0) {
        sum = lane < blockDim.x / warpSize ? partial[lane] : 0;
        sum = warpSum(sum);
        if (lane == 0)
            atomicAdd(out, sum);
    }
}

int main()
{
    const int n = 5000;
    int *in, *out, expected = 0;
    cudaMallocManaged(&in, n * sizeof(int));
    cudaMallocManaged(&out, sizeof(int));
    *out = 0;
    for (int i = 0; i < n; i++)
        expected += in[i] = i * 37 % 101 - 50;
    total<<<3, 256>>>(in, n, out);
    cudaDeviceSynchronize();
    printf("sum %d, expected %d\n", *out, expected);
    return *out != expected;
}
