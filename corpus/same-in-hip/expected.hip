#include <hip/hip_runtime.h>

// Everything below is spelled the same way in both languages.
struct __align__(16) Cell {
    float4 state;
};

__device__ __noinline__ float limiter(float a, float b) { return a * b <= 0.0f ? 0.0f : (fabsf(a) < fabsf(b) ? a : b); }

__global__ void __launch_bounds__(128) advect(const Cell *__restrict__ in, Cell *__restrict__ out, float courant, int n)
{
    __shared__ float line[130];
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const int t = threadIdx.x + 1;
    line[t] = i < n ? in[i].state.x : 0.0f;
    if (threadIdx.x == 0)
        line[0] = i > 0 ? in[i - 1].state.x : line[t];
    if (threadIdx.x == blockDim.x - 1)
        line[t + 1] = i + 1 < n ? in[i + 1].state.x : line[t];
    __syncthreads();
    const float slope = limiter(line[t] - line[t - 1], line[t + 1] - line[t]);
    if (i < n)
        out[i].state = make_float4(line[t] - courant * slope, __fdividef(1.0f, courant), __sinf(slope), rsqrtf(2.0f));
    const int votes = __syncthreads_count(i < n && slope > 0.0f);
    if (__syncthreads_or(votes > 64) && threadIdx.x == 0)
        __threadfence();
}

void run(const Cell *in, Cell *out, int n) { advect<<<dim3((n + 127) / 128), dim3(128)>>>(in, out, 0.4f, n); }
