#include <hip/hip_runtime.h>
#include <cstdio>

#define HIP_CHECK(call)                                                                  \
    do {                                                                                 \
        const hipError_t status_ = (call);                                               \
        if (status_ != hipSuccess) {                                                     \
            std::fprintf(stderr, "%s: %s\n", #call, hipGetErrorString(status_));         \
            return 1;                                                                    \
        }                                                                                \
    } while (0)

__constant__ float c_weights[8];

template <int N> __global__ void __launch_bounds__(256) smooth(const float *in, float *out, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float sum = 0.0f;
    for (int k = 0; k < N; ++k)
        sum += c_weights[k] * in[(i + k) % n];
    out[i] = sum;
}

int main()
{
    const int n = 4096;
    float *in, *out, weights[8] = {1.0f};
    HIP_CHECK(hipMalloc(&in, n * sizeof(float)));
    HIP_CHECK(hipMalloc(&out, n * sizeof(float)));
    HIP_CHECK(hipMemset(in, 0, n * sizeof(float)));
    HIP_CHECK(hipMemcpyToSymbol(HIP_SYMBOL(c_weights), weights, sizeof(weights)));
    hipLaunchKernelGGL((smooth<8>), dim3(n / 256), dim3(256), 0, 0, in, out, n);
    smooth<4><<<n / 256, 256>>>(in, out, n);
    HIP_CHECK(hipDeviceSynchronize()); // the port of cudaDeviceSynchronize
    HIP_CHECK(hipFree(in));
    HIP_CHECK(hipFree(out));
    return 0;
}
