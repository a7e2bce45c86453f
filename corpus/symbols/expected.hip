#include <hip/hip_runtime.h>
#include <cstdio>

__constant__ float c_coefficients[16];
__constant__ int c_count = 0;
__device__ unsigned long long d_calls;
__device__ float d_table[2][64];

namespace filter {
struct Params {
    float gain, offset;
};
__constant__ Params params;
template <typename T> __constant__ T identity = T(1);
} // namespace filter

__global__ void fir(const float *in, float *out, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = filter::params.offset * filter::identity<float>;
    for (int k = 0; k < c_count && i + k < n; ++k)
        sum += c_coefficients[k] * in[i + k];
    if (i < n)
        out[i] = filter::params.gain * sum + d_table[i & 1][i & 63];
    atomicAdd(&d_calls, 1ULL);
}

static size_t bytesOf(int n) { return n * sizeof(float); }

int configure(const float *taps, int count, const filter::Params &p, hipStream_t stream)
{
    unsigned long long zero = 0, calls = 0;
    void *address = nullptr;
    size_t size = 0;

    hipMemcpyToSymbol(HIP_SYMBOL(c_coefficients), taps, count * sizeof(float));
    hipMemcpyToSymbol(HIP_SYMBOL(c_count), &count, sizeof(count), 0, hipMemcpyHostToDevice);
    hipMemcpyToSymbol(HIP_SYMBOL(filter::params), &p, sizeof p);
    hipMemcpyToSymbol(HIP_SYMBOL(filter::identity<float>), taps, sizeof(float));
    hipMemcpyToSymbol(HIP_SYMBOL(d_calls), &zero, sizeof(zero));
    hipMemcpyToSymbolAsync(HIP_SYMBOL(d_table), taps, bytesOf(count), bytesOf(64), hipMemcpyHostToDevice, stream);
    hipMemcpyFromSymbolAsync(&calls, HIP_SYMBOL(d_calls), sizeof(calls), 0, hipMemcpyDeviceToHost, stream);
    hipStreamSynchronize(stream);

    hipGetSymbolAddress(&address, HIP_SYMBOL(d_table));
    hipGetSymbolAddress((void **)&address, HIP_SYMBOL(/* the second row */ d_table[1]));
    if (hipGetSymbolSize(&size, HIP_SYMBOL(c_coefficients)) != hipSuccess || size < bytesOf(count))
        return -1;

    float back[16];
    if (hipError_t err = hipMemcpyFromSymbol(back, HIP_SYMBOL(c_coefficients), bytesOf(count))) {
        std::fprintf(stderr, "%s\n", hipGetErrorString(err));
        return -1;
    }
    return hipMemcpyToSymbol(
               HIP_SYMBOL(c_coefficients),          // to
               back,                    // from
               sizeof(float) * (count), // bytes
               0) == hipSuccess;
}
