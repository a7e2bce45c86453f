// Block reduction with one partial result per warp in s[32], for several types.
#include <cstdio>
#include <cuda_runtime.h>

template <typename T>
__inline__ __device__ T warpReduceSum(T val)
{
    for (int offset = warpSize / 2; offset > 0; offset /= 2)
        val += __shfl_down_sync(0xffffffff, val, offset);
    return val;
}

template <typename T>
__inline__ __device__ T blockReduceSum(T val)
{
    static __shared__ T shared[32];
    int lane = threadIdx.x % warpSize;
    int wid = threadIdx.x / warpSize;
    val = warpReduceSum(val);
    if (lane == 0)
        shared[wid] = val;
    __syncthreads();
    val = (threadIdx.x < blockDim.x / warpSize) ? shared[lane] : T(0);
    if (wid == 0)
        val = warpReduceSum(val);
    return val;
}

template <typename T>
__global__ void sumKernel(const T *in, T *out, int n)
{
    T sum = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
        sum += in[i];
    sum = blockReduceSum(sum);
    if (threadIdx.x == 0)
        out[blockIdx.x] = sum;
}

template <typename T>
int check(const char *name, T scale)
{
    const int n = 1700, threads = 256, blocks = 3;
    T *in, *out, total = 0, expected = 0;
    cudaMallocManaged(&in, n * sizeof(T));
    cudaMallocManaged(&out, blocks * sizeof(T));
    for (int i = 0; i < n; i++) {
        in[i] = (T)((i * 37) % 101) * scale;
        expected += in[i];
    }
    sumKernel<T><<<blocks, threads>>>(in, out, n);
    cudaDeviceSynchronize();
    for (int b = 0; b < blocks; b++)
        total += out[b];
    printf("%s: %.1f, expected %.1f\n", name, (double)total, (double)expected);
    int wrong = total != expected;
    cudaFree(in);
    cudaFree(out);
    return wrong;
}

int main()
{
    int wrong = check<int>("int", 1) + check<unsigned>("unsigned", 3) + check<long long>("long long", 100000000000LL)
                + check<float>("float", 0.5f) + check<double>("double", 0.125);
    printf("wrong: %d\n", wrong);
    return wrong;
}
