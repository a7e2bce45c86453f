#include <cuda_runtime.h>
#include <array>
#include <type_traits>
#include <utility>

namespace ops {
template <class T, int N> __global__ void scale(T *x, T a, int n)
{
    const int i = (blockIdx.x * blockDim.x + threadIdx.x) * N;
    for (int k = 0; k < N; ++k)
        if (i + k < n) x[i + k] *= a;
}
namespace detail {
template <class T, class U, bool Add> __global__ void axpy(const T *x, U *y, U a, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = Add ? y[i] + a * static_cast<U>(x[i]) : a * static_cast<U>(x[i]);
}
} // namespace detail
} // namespace ops

template <class P> __global__ void first(P *pairs, typename P::first_type *out) { *out = pairs[0].first; }

template <int... Is> struct Sizes {
    static constexpr int total = (Is + ...);
};

template <class Policy> struct Runner {
    template <class T> static void run(T *x, int n, cudaStream_t s)
    {
        ops::scale<T, Policy::items><<<Policy::grid(n), Policy::threads, 0, s>>>(x, T(2), n);
        ops::scale<typename std::conditional<(sizeof(T) > 4), T, T>::type, (Policy::items > 2 ? 2 : 1)>
            <<<Policy::grid(n), dim3(Policy::threads, 1), Sizes<16, 32>::total, s>>>(x, static_cast<T>(3), n);
    }
};

struct Wide {
    static constexpr int items = 4, threads = 128;
    static unsigned grid(int n) { return (n + items * threads - 1) / (items * threads); }
};

void all(float *x, double *y, std::pair<int, float> *pairs, int *out, int n, cudaStream_t s)
{
    Runner<Wide>::run(x, n, s);
    Runner<Wide>::template run<double>(y, n, s);
    ops::scale<float, 4><<<n / 512 + 1, 128>>>(x, 1.f, n);
    ops::detail::axpy<float, double, true><<<(n + 127) / 128, 128, 0, s>>>(x, y, 1.0, n);
    ops::detail::axpy<float, double, (4 > 3)><<<(n + 127) / 128, 128, 0, s>>>(x, y, std::max<double>(1.0, 2.0), n);
    first<std::pair<int, float>><<<1, 1>>>(pairs, out);
    first< std::pair< int, float > > <<< 1, 1, 0, s >>> (pairs, out);
    first<<<1, 1>>>(pairs, out);

    using namespace ops;
    scale<double, std::array<int, 3>{}.size()><<<std::pair<int, int>(1, 2).second, std::array<int, 2>{32, 64}[1]>>>(y, 2.0, n);
    detail::axpy<std::remove_const<const float>::type, double, !false><<<1, 64>>>(x, y, {}, n);
}
