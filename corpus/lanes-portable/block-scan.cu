// An inclusive scan of a block in shared memory.
#include <cuda_runtime.h>

__global__ void scan(const int *in, int *out)
{
    __shared__ int s[2][256];
    int t = threadIdx.x, now = 0;
    s[0][t] = in[blockIdx.x * 256 + t];
    __syncthreads();
    for (int d = 1; d < 256; d *= 2) {
        s[1 - now][t] = t >= d ? s[now][t] + s[now][t - d] : s[now][t];
        now = 1 - now;
        __syncthreads();
    }
    out[blockIdx.x * 256 + t] = s[now][t];
}
