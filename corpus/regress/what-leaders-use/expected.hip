#include <hip/hip_runtime.h>

__global__ void totals(const int *in, int *out, int n)
{
    __shared__ int parts[32];
    int t = threadIdx.x, lane = t & 31, sum = 0;
    int end = (n + 31) / 32 * 32;
    for (int i = t; i < end; i += blockDim.x) {
        int value = i < n ? in[i] : 0;
        int before = __shfl_up(value, 1, 32);
        sum += lane > 0 && before == value ? 0 : value;
    }
    for (int step = 16; step > 0; step /= 2)
        sum += __shfl_down(sum, step, 32);
    if (lane == 0)
        parts[t / 32] = sum;
    __syncthreads();
    if (t < blockDim.x / 32) {
        int all = parts[t];
        for (int step = blockDim.x / 64; step > 0; step /= 2)
            all += __shfl_down(all, step & 31, 32);
        if (t == 0)
            out[blockIdx.x] = all;
    }
}

/* The next step would come to lanes that may not be there. */
__global__ void first(const int *in, int *out)
{
    int t = threadIdx.x, all = in[t];
    if (t < 12) {
        for (int step = 8; step > 0; step /= 2)
            all += __shfl_down(all, step, 32);
        if (t == 0)
            out[blockIdx.x] = all;
    }
}
