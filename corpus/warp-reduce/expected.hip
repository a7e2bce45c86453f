#include <hip/hip_runtime.h>

#define FULL_MASK 0xffffffff
#define WARP_SIZE 32

template <typename T> __inline__ __device__ T warpReduceSum(T value)
{
    for (int offset = WARP_SIZE / 2; offset > 0; offset /= 2)
        value += __shfl_down(value, offset, 32);
    return value;
}

template <typename T> __inline__ __device__ T warpReduceMax(T value)
{
#pragma unroll
    for (int mask = 16; mask > 0; mask >>= 1)
        value = max(value, __shfl_xor(value, mask, 32));
    return value;
}

template <typename T> __inline__ __device__ T blockReduceSum(T value)
{
    static __shared__ T shared[32];
    const int lane = threadIdx.x % 32;
    const int warp = threadIdx.x / 32;
    value = warpReduceSum(value);
    if (lane == 0)
        shared[warp] = value;
    __syncthreads();
    value = threadIdx.x < blockDim.x / 32 ? shared[lane] : T(0);
    return warp == 0 ? warpReduceSum(value) : value;
}

__global__ void softmax(const float *in, float *out, int columns)
{
    const float *row = in + blockIdx.x * columns;
    float largest = -INFINITY, sum = 0.0f;
    for (int c = threadIdx.x; c < columns; c += 32)
        largest = fmaxf(largest, row[c]);
    largest = __shfl(warpReduceMax(largest), 0, 32);
    for (int c = threadIdx.x; c < columns; c += WARP_SIZE)
        sum += __expf(row[c] - largest);
    sum = __shfl(warpReduceSum(sum), 0, 32);
    for (int c = threadIdx.x; c < columns; c += WARP_SIZE)
        out[blockIdx.x * columns + c] = __expf(row[c] - largest) / sum;
}

__global__ void total(const double *in, double *out, int n)
{
    double sum = 0.0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        sum += in[i];
    sum = blockReduceSum(sum);
    if (threadIdx.x == 0)
        atomicAdd(out, sum);
}

void run(const float *in, float *out, const double *x, double *y, int rows, int columns)
{
    softmax<<<rows, WARP_SIZE>>>(in, out, columns);
    total<<<64, 256>>>(x, y, rows * columns);
}
