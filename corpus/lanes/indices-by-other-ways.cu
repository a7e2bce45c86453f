// The lane and the warp come by way of objects, bindings, lambdas, references and aliases; all meet at each barrier.
#include <cstdio>
#include <cuda_runtime.h>

class Place {
    int thread_, warp_;

public:
    __device__ explicit Place(int thread) : thread_(thread), warp_(thread / 32) {}
    __device__ int lane() const { return thread_ % 32; }
    __device__ int warp() const { return warp_; }
    __device__ int &thread() { return thread_; }
};

struct Pair {
    int warp, lane;
};

__device__ Pair place(int thread) { return {thread / 32, thread % 32}; }

__device__ void tell(int *to, int thread)
{
    int *mine = to;
    *mine = thread % 32;
}

template <class Step>
__device__ int down(int x, Step step)
{
    for (int offset = 16; offset > 0; offset /= 2)
        x = step(x, __shfl_down_sync(0xffffffff, x, offset));
    return x;
}

__global__ void sums(const int *in, int *out, int n)
{
    __shared__ int parts[32];
    const Place mine(threadIdx.x);
    int x = in[threadIdx.x];
    x = down(x, [](int a, int b) { return a + b; });
    if (mine.lane() == 0)
        parts[mine.warp()] = x;
    __syncthreads();
    const auto [warp, lane] = place(threadIdx.x);
    if (warp == 0) {
        int part = lane < n / 32 ? parts[lane] : 0;
        part = down(part, [](int a, int b) { return a + b; });
        if (lane == 0)
            out[0] = part;
    }
}

__global__ void firsts(const int *in, int *out, int n)
{
    Place mine(0);
    mine.thread() = threadIdx.x;
    int lane = 0, first = 0;
    tell(&lane, threadIdx.x);
    auto take = [&](int x) { first = __shfl_sync(0xffffffff, x, 0); };
    take(in[threadIdx.x]);
    if (n > 0)
        __syncthreads();
    out[threadIdx.x] = first + lane + mine.lane();
}

int main()
{
    const int n = 160;
    int *in, *out, wrong = 0, sum = 0;
    cudaMallocManaged(&in, n * sizeof(int));
    cudaMallocManaged(&out, n * sizeof(int));
    for (int i = 0; i < n; i++)
        sum += in[i] = (i * 29) % 53;
    sums<<<1, n>>>(in, out, n);
    cudaDeviceSynchronize();
    wrong += out[0] != sum;
    printf("sum %d\n", out[0]);
    firsts<<<1, n>>>(in, out, n);
    cudaDeviceSynchronize();
    for (int i = 0; i < n; i++)
        wrong += out[i] != in[i / 32 * 32] + i % 32 * 2;
    printf("last %d, wrong: %d\n", out[n - 1], wrong);
    cudaFree(in);
    cudaFree(out);
    return wrong != 0;
}
