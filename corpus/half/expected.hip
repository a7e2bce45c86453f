#include <hip/hip_fp16.h>
#include <hip/hip_runtime.h>
#include <vector>

__global__ void toHalf(const float *in, half *out, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = __float2half_rn(in[i]);
}

__global__ void axpyHalf2(int pairs, half a, const half2 *__restrict__ x, half2 *__restrict__ y)
{
    const half2 aa = __half2half2(a);
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < pairs; i += gridDim.x * blockDim.x)
        y[i] = __hfma2(aa, x[i], y[i]);
}

__global__ void relu(__half *x, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const __half zero = __float2half(0.0f);
    if (i < n && __hlt(x[i], zero))
        x[i] = zero;
}

__global__ void dotHalf(const half2 *x, const half2 *y, float *out, int pairs)
{
    __shared__ float cells[128];
    half2 sum = __float2half2_rn(0.0f);
    for (int i = threadIdx.x; i < pairs; i += blockDim.x)
        sum = __hadd2(sum, __hmul2(x[i], y[i]));
    cells[threadIdx.x] = __low2float(sum) + __high2float(sum);
    __syncthreads();
    for (int half_ = 64; half_ > 0; half_ >>= 1) {
        if (threadIdx.x < half_)
            cells[threadIdx.x] += cells[threadIdx.x + half_];
        __syncthreads();
    }
    if (threadIdx.x == 0)
        *out = cells[0];
}

__device__ half2 rotate(half2 v, float angle)
{
    const float2 f = __half22float2(v);
    float s, c;
    sincosf(angle, &s, &c);
    return __floats2half2_rn(c * f.x - s * f.y, s * f.x + c * f.y);
}

__global__ void rotateAll(half2 *v, float angle, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        v[i] = rotate(v[i], angle);
}

float run(const std::vector<float> &host)
{
    const int n = static_cast<int>(host.size()) & ~1;
    float *in, *out, result = 0.0f;
    half *h;
    hipMalloc(&in, n * sizeof(float));
    hipMalloc(&out, sizeof(float));
    hipMalloc(&h, n * sizeof(half));
    hipMemcpy(in, host.data(), n * sizeof(float), hipMemcpyHostToDevice);
    toHalf<<<(n + 255) / 256, 256>>>(in, h, n);
    relu<<<(n + 255) / 256, 256>>>(h, n);
    axpyHalf2<<<32, 256>>>(n / 2, __float2half(0.5f), reinterpret_cast<const half2 *>(h), reinterpret_cast<half2 *>(h));
    rotateAll<<<(n / 2 + 255) / 256, 256>>>(reinterpret_cast<half2 *>(h), 0.1f, n / 2);
    dotHalf<<<1, 128>>>(reinterpret_cast<half2 *>(h), reinterpret_cast<half2 *>(h), out, n / 2);
    hipMemcpy(&result, out, sizeof(float), hipMemcpyDeviceToHost);
    hipFree(in);
    hipFree(out);
    hipFree(h);
    return result;
}
