// An unrolled sum with barriers between its steps, the last one too.
#include <cuda_runtime.h>

__global__ void sum(const int *in, int *out)
{
    __shared__ int s[64];
    unsigned int t = threadIdx.x;
    s[t] = in[blockIdx.x * 64 + t];
    __syncthreads();
    if (t < 32) s[t] += s[t + 32];
    __syncthreads();
    if (t < 16) s[t] += s[t + 16];
    __syncthreads();
    if (t < 8) s[t] += s[t + 8];
    __syncthreads();
    if (t < 4) s[t] += s[t + 4];
    __syncthreads();
    if (t < 2) s[t] += s[t + 2];
    __syncthreads();
    if (t == 0) out[blockIdx.x] = s[0] + s[1];
}
