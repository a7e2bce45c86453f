#include <hip/hip_runtime.h>
#include <utility>

namespace kernels {
template <typename T, int N> __global__ void stencil(const T *in, T *out, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < N || i >= n - N)
        return;
    T sum = T(0);
#pragma unroll
    for (int k = -N; k <= N; ++k)
        sum += in[i + k];
    out[i] = sum / T(2 * N + 1);
}

template <typename T> __global__ void set(T *out, T value) { *out = value; }

template <typename Pair> __global__ void swapPairs(Pair *p)
{
    const Pair old = p[threadIdx.x];
    p[threadIdx.x].first = old.second;
    p[threadIdx.x].second = old.first;
}
} // namespace kernels

template <typename T, int Radius> struct Smoother {
    static void apply(const T *in, T *out, int n, hipStream_t s)
    {
        hipLaunchKernelGGL((kernels::stencil<T, Radius>), (n + 127) / 128, 128, 0, s, in, out, n);
        hipLaunchKernelGGL((kernels::stencil<T, (Radius > 1 ? Radius - 1 : 1)>), dim3((n + 127) / 128), dim3(128), 0, 0, out, out, n);
    }
};

void run(float *a, double *b, std::pair<int, int> *pairs, int n, hipStream_t s)
{
    using namespace kernels;
    hipLaunchKernelGGL((set<float>), 1, 1, 0, 0, a, 1.0f);
    hipLaunchKernelGGL(set, 1, 1, 0, s, b, 2.0);
    hipLaunchKernelGGL((stencil<float, 3>), n / 64, 64, 0, 0, a, a + n, n);
    hipLaunchKernelGGL((::kernels::stencil<double, 1>), n / 64, 64, 0, s, b, b + n, n);
    hipLaunchKernelGGL((swapPairs<std::pair<int, int>>), 1, (std::pair<int, int>{32, 1}.first), 0, 0, pairs);
    Smoother<float, 2>::apply(a, a + n, n, s);
}
