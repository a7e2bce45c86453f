#ifndef RUNTIME_HEADER
#define RUNTIME_HEADER <cuda_runtime.h>
#endif
#define HALF_HEADER "cuda_fp16.h"

#include RUNTIME_HEADER
#include HALF_HEADER

#include <vector>

__global__ void toHalf(const float *in, __half *out, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = __float2half(in[i]);
}

std::vector<__half> compress(const std::vector<float> &values)
{
    const int n = static_cast<int>(values.size());
    std::vector<__half> result(n);
    float *in;
    __half *out;
    cudaMalloc(&in, n * sizeof(float));
    cudaMalloc(&out, n * sizeof(__half));
    cudaMemcpy(in, values.data(), n * sizeof(float), cudaMemcpyHostToDevice);
    toHalf<<<(n + 255) / 256, 256>>>(in, out, n);
    cudaMemcpy(result.data(), out, n * sizeof(__half), cudaMemcpyDeviceToHost);
    cudaFree(in);
    cudaFree(out);
    return result;
}
