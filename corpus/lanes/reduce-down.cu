// Sum of an array: shuffle down within warps, one partial sum per warp in shared memory, the first warp sums those.
#include <cstdio>
#include <cuda_runtime.h>

__inline__ __device__ int warpReduceSum(int val)
{
    for (int offset = 16; offset > 0; offset /= 2)
        val += __shfl_down_sync(0xffffffff, val, offset);
    return val;
}

__inline__ __device__ int blockReduceSum(int val)
{
    static __shared__ int shared[32];
    int lane = threadIdx.x % 32;
    int wid = threadIdx.x / 32;

    val = warpReduceSum(val);
    if (lane == 0)
        shared[wid] = val;
    __syncthreads();

    val = (threadIdx.x < blockDim.x / 32) ? shared[lane] : 0;
    if (wid == 0)
        val = warpReduceSum(val);
    return val;
}

__global__ void sumKernel(const int *in, int *out, int n)
{
    int sum = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
        sum += in[i];
    sum = blockReduceSum(sum);
    if (threadIdx.x == 0)
        out[blockIdx.x] = sum;
}

int main()
{
    const int n = 5000, blocks = 4, threads = 256;
    static int h[n];
    int partial[blocks], expected = 0, sum = 0;
    for (int i = 0; i < n; i++) {
        h[i] = (i * 37) % 101 - 20;
        expected += h[i];
    }
    int *in, *out;
    cudaMalloc(&in, sizeof(h));
    cudaMalloc(&out, sizeof(partial));
    cudaMemcpy(in, h, sizeof(h), cudaMemcpyHostToDevice);
    sumKernel<<<blocks, threads>>>(in, out, n);
    cudaMemcpy(partial, out, sizeof(partial), cudaMemcpyDeviceToHost);
    for (int b = 0; b < blocks; b++) {
        printf("block %d: %d\n", b, partial[b]);
        sum += partial[b];
    }
    printf("%s: %d\n", sum == expected ? "right" : "wrong", sum);
    cudaFree(in);
    cudaFree(out);
    return sum != expected;
}
