// Running maximum over a block, with the functor a template parameter.
#include <climits>
#include <cstdio>
#include <cuda_runtime.h>

struct MaxOp {
    static __device__ long long identity() { return LLONG_MIN; }
    __device__ long long operator()(long long a, long long b) const { return a > b ? a : b; }
};

template <class Op, class T>
__device__ T scanWarp(T x, Op op)
{
    int lane = threadIdx.x & 0x1f;
    for (unsigned i = 1; i <= 16; i <<= 1) {
        T y = __shfl_up_sync(~0u, x, i, 32);
        if (lane >= i)
            x = op(y, x);
    }
    return x;
}

template <class Op, class T>
__global__ void scanBlock(const T *in, T *out, int n)
{
    extern __shared__ long long totals[];
    Op op;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int warp = threadIdx.x >> 5, warps = (blockDim.x + 31) >> 5;
    T x = scanWarp(i < n ? in[i] : Op::identity(), op);
    if ((threadIdx.x & 31) == 31)
        totals[warp] = x;
    __syncthreads();
    if (warp == 0) {
        T t = threadIdx.x < warps ? totals[threadIdx.x] : Op::identity();
        t = scanWarp(t, op);
        __syncwarp();
        if (threadIdx.x < warps)
            totals[threadIdx.x] = t;
    }
    __syncthreads();
    if (warp)
        x = op(totals[warp - 1], x);
    if (i < n)
        out[i] = x;
}

int main()
{
    const int threads = 320, blocks = 3, n = threads * blocks - 17;
    long long *in, *out;
    int wrong = 0;
    cudaMallocManaged(&in, n * sizeof(*in));
    cudaMallocManaged(&out, n * sizeof(*out));
    for (int i = 0; i < n; i++)
        in[i] = ((i * 7919LL) % 641 + i % threads / 2 - 900) * 10000000000LL;
    scanBlock<MaxOp, long long><<<blocks, threads, threads / 32 * sizeof(long long)>>>(in, out, n);
    cudaDeviceSynchronize();
    long long check = 0;
    for (int b = 0; b < blocks; b++) {
        long long best = LLONG_MIN;
        for (int i = b * threads; i < (b + 1) * threads && i < n; i++) {
            best = in[i] > best ? in[i] : best;
            wrong += out[i] != best;
            check = (check * 7 + out[i] / 10000000000LL) % 1000003;
        }
    }
    printf("wrong: %d, check %lld\n", wrong, check);
    cudaFree(in);
    cudaFree(out);
    return wrong != 0;
}
