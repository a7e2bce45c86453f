// Inclusive scan of blocks: shuffles up within warps, a scan of the warps' sums, and the sums of the warps before.
#include <cstdio>
#include <cuda_runtime.h>

__device__ int scanWarp(int value, int lane)
{
    for (int distance = 1; distance < warpSize; distance *= 2) {
        const int left = __shfl_up_sync(0xffffffff, value, distance);
        if (lane >= distance)
            value += left;
    }
    return value;
}

__global__ void scan(const int *in, int *out)
{
    extern __shared__ int sums[];
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const int lane = threadIdx.x % warpSize, warp = threadIdx.x / warpSize;
    int value = scanWarp(in[i], lane);
    if (lane == warpSize - 1)
        sums[warp] = value;
    __syncthreads();
    if (warp == 0) {
        const int warps = blockDim.x / warpSize;
        const int sum = scanWarp(lane < warps ? sums[lane] : 0, lane);
        if (lane < warps)
            sums[lane] = sum;
    }
    __syncthreads();
    out[i] = warp > 0 ? value + sums[warp - 1] : value;
}

int main()
{
    const int n = 768, block = 256;
    int *in, *out, wrong = 0, running = 0, width = 0;
    cudaDeviceProp properties;
    cudaGetDeviceProperties(&properties, 0);
    width = properties.warpSize;
    cudaMallocManaged(&in, n * sizeof(int));
    cudaMallocManaged(&out, n * sizeof(int));
    for (int i = 0; i < n; i++)
        in[i] = i * 17 % 29 - 9;
    scan<<<n / block, block, block / width * sizeof(int)>>>(in, out);
    cudaDeviceSynchronize();
    for (int i = 0; i < n; i++) {
        running = (i % block ? running : 0) + in[i];
        wrong += out[i] != running;
    }
    printf("last %d, wrong: %d\n", out[n - 1], wrong);
    return wrong != 0;
}
