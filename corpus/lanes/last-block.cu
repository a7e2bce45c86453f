// The block that is the last to finish adds up what all have left in memory; a barrier tells its threads that it is.
#include <cstdio>
#include <cuda_runtime.h>

__device__ unsigned int ticket = 0;

__device__ long long warpTotal(long long v)
{
    for (int lanes = 16; lanes >= 1; lanes /= 2)
        v += __shfl_down_sync(0xffffffff, v, lanes);
    return v;
}

__device__ long long blockTotal(long long v)
{
    __shared__ long long perWarp[4];
    v = warpTotal(v);
    __syncthreads();
    if (threadIdx.x % 32 == 0)
        perWarp[threadIdx.x / 32] = v;
    __syncthreads();
    return perWarp[0] + perWarp[1] + perWarp[2] + perWarp[3];
}

__global__ void total(const int *in, int n, volatile long long *partial, long long *out)
{
    long long sum = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        sum += (long long)in[i] * in[i];
    sum = blockTotal(sum);
    bool last = false;
    if (threadIdx.x == 0) {
        partial[blockIdx.x] = sum;
        __threadfence();
        last = atomicInc(&ticket, gridDim.x - 1) == gridDim.x - 1;
    }
    if (__syncthreads_or(last)) {
        sum = threadIdx.x < gridDim.x ? partial[threadIdx.x] : 0;
        sum = blockTotal(sum);
        if (threadIdx.x == 0)
            *out = sum;
    }
}

int main()
{
    const int n = 3000, blocks = 9;
    static int h[n];
    long long expected = 0, got = 0, *partial, *out;
    for (int i = 0; i < n; i++) {
        h[i] = i * 131 % 100003;
        expected += (long long)h[i] * h[i];
    }
    int *in, wrong = 0;
    cudaMalloc(&in, sizeof(h));
    cudaMalloc(&partial, blocks * sizeof(long long));
    cudaMalloc(&out, sizeof(long long));
    cudaMemcpy(in, h, sizeof(h), cudaMemcpyHostToDevice);
    for (int round = 0; round < 2; round++) {
        cudaMemset(out, 0, sizeof(long long));
        total<<<blocks, 128>>>(in, n, partial, out);
        cudaMemcpy(&got, out, sizeof(got), cudaMemcpyDeviceToHost);
        wrong += got != expected;
        printf("%lld\n", got);
    }
    printf("wrong: %d\n", wrong);
    cudaFree(in);
    cudaFree(partial);
    cudaFree(out);
    return wrong != 0;
}
