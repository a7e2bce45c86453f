#include <cuda_runtime.h>
#include <array>
#include <type_traits>
#include <vector>

template <typename T> struct Box { T value; };
template <typename T> struct Depth { static constexpr int value = 0; };
template <typename T> struct Depth<Box<T>> { static constexpr int value = Depth<T>::value + 1; };

template <typename T> __global__ void open(T *boxes, int *depth, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        depth[i] = Depth<T>::value;
}

template <typename T> dim3 gridOf(int n) { return dim3((n + 63) / 64); }

int run(int n, cudaStream_t stream)
{
    int *depth = nullptr;
    Box<Box<Box<int>>>*boxes = nullptr;
    std::vector<std::vector<Box<int>>> host;
    cudaMalloc(&depth, n * sizeof(int));
    cudaMalloc(&boxes, n * sizeof(Box<Box<Box<int>>>));

    open<Box<Box<Box<int>>>><<<1, 64>>>(boxes, depth, n);
    open<Box<Box<Box<int>>> ><<<gridOf<Box<Box<Box<int>>>>(n), 64>>>(boxes, depth, n);
    open<Box<Box<Box<int>>>><<<1, Depth<Box<Box<Box<int>>>>::value * 32, sizeof(std::array<Box<Box<int>>, 2>), stream>>>(boxes, depth, n);
    open<std::remove_pointer_t<std::add_pointer_t<Box<Box<int>>>>><<<(n >> 6), (64 >> 1), 0>>>(&boxes->value, depth, n >> 2);
    open<Box<Box<int>>>
        <<<dim3(n > 64 ? n >> 6 : 1), dim3(64, 1 << 0), (n >> 3 > 2 ? 0 : 16), stream>>>
        (reinterpret_cast<Box<Box<int>>*>(boxes), depth, n);

    cudaFree(boxes);
    return cudaFree(depth) + static_cast<int>(host.size());
}
