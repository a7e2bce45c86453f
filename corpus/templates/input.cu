#include <cuda_runtime.h>
#include <cstddef>
#include <type_traits>

template <typename T> struct Plus {
    __host__ __device__ T operator()(T a, T b) const { return a + b; }
    static constexpr T identity = T(0);
};

template <typename T> struct Max {
    __host__ __device__ T operator()(T a, T b) const { return a > b ? a : b; }
    static constexpr T identity = T(-1);
};

template <typename T, std::size_t N> struct alignas(sizeof(T) * N) Pack {
    T lane[N];
};

template <template <typename> class Op, typename T, int Items>
__global__ void foldRows(const T *__restrict__ in, T *__restrict__ out, int columns)
{
    Op<T> op;
    T acc = Op<T>::identity;
    const int first = blockIdx.x * columns;
#pragma unroll Items
    for (int c = 0; c < columns; ++c)
        acc = op(acc, in[first + c]);
    if (threadIdx.x == 0)
        out[blockIdx.x] = acc;
}

template <typename T, std::size_t N>
__global__ void scalePacks(Pack<T, N> *data, T factor, std::size_t count)
{
    const std::size_t i = blockIdx.x * std::size_t(blockDim.x) + threadIdx.x;
    if (i >= count)
        return;
    Pack<T, N> p = data[i];
#pragma unroll
    for (std::size_t k = 0; k < N; ++k)
        p.lane[k] *= factor;
    data[i] = p;
}

template <typename... Ts>
__global__ void zeroAll(int n, Ts *...arrays)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        ((arrays[i] = Ts(0)), ...);
}

template <typename T>
std::enable_if_t<std::is_floating_point<T>::value, cudaError_t> process(const T *in, T *out, int rows, int columns,
                                                                          cudaStream_t stream = nullptr)
{
    zeroAll<T><<<(rows + 127) / 128, 128, 0, stream>>>(rows, out);
    foldRows<Plus, T, 4><<<rows, 32, 0, stream>>>(in, out, columns);
    foldRows<Max, T, (sizeof(T) > 4 ? 2 : 4)><<<rows, 32, 0, stream>>>(in, out, columns);
    scalePacks<T, 2><<<(rows / 2 + 63) / 64, 64, 0, stream>>>(reinterpret_cast<Pack<T, 2> *>(out), T(0.5), rows / 2);
    return cudaPeekAtLastError();
}

template cudaError_t process<float>(const float *, float *, int, int, cudaStream_t);
template cudaError_t process<double>(const double *, double *, int, int, cudaStream_t);
