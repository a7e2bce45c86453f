// CUDA's warpSize in kernels, beside variables, parameters and members of that name elsewhere in the file.
#include <cstdio>
#include <cuda_runtime.h>

struct Layout {
    int warpSize, warps;
    int threads() const { return warps * warpSize; }
};

__device__ int lane_among(int thread, int warpSize)
{
    return thread % warpSize;
}

__global__ void sums(const int *in, int *out)
{
    __shared__ int of_warp[32];
    const int lane = threadIdx.x % warpSize, warp = threadIdx.x / warpSize;
    int v = in[blockIdx.x * blockDim.x + threadIdx.x] + lane_among(threadIdx.x, 8);
    for (int o = warpSize / 2; o > 0; o /= 2)
        v += __shfl_down_sync(0xffffffff, v, o);
    if (lane == 0)
        of_warp[warp] = v;
    __syncthreads();
    if (threadIdx.x < blockDim.x / ::warpSize)
        out[blockIdx.x * (blockDim.x / warpSize) + threadIdx.x] = of_warp[threadIdx.x];
}

int main()
{
    const int warpSize = 32;
    const Layout block = {warpSize, 3};
    const int n = 2 * block.threads();
    static int h[192], result[6];
    int *in, *out, wrong = 0;
    for (int i = 0; i < n; i++)
        h[i] = i * 7 % 19;
    cudaMalloc(&in, sizeof(h));
    cudaMalloc(&out, sizeof(result));
    cudaMemcpy(in, h, sizeof(h), cudaMemcpyHostToDevice);
    sums<<<2, block.threads()>>>(in, out);
    cudaMemcpy(result, out, sizeof(result), cudaMemcpyDeviceToHost);
    for (int w = 0; w < n / warpSize; w++) {
        int sum = 0;
        for (int i = 0; i < warpSize; i++)
            sum += h[w * warpSize + i] + i % 8;
        wrong += result[w] != sum;
        printf("%d ", result[w]);
    }
    printf("\nwrong: %d\n", wrong);
    cudaFree(in);
    cudaFree(out);
    return wrong != 0;
}
