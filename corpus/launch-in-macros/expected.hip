#include <hip/hip_runtime.h>
#include <cstdio>

#define CEIL_DIV(a, b) (((a) + (b)-1) / (b))
#define CFG(n) CEIL_DIV(n, 256), 256
#define LAUNCH(kernel, grid, block, ...) kernel<<<grid, block>>>(__VA_ARGS__)
#define LAUNCH_ON(stream, kernel, n) kernel<<<CEIL_DIV(n, 128), 128, 0, stream>>>
#define RUN_COPY copyAll<float><<<CFG(n), 0, stream>>>
#define TIMED(...)                                   \
    do {                                             \
        hipEvent_t a, b;                            \
        float ms;                                    \
        hipEventCreate(&a);                         \
        hipEventCreate(&b);                         \
        hipEventRecord(a);                          \
        __VA_ARGS__;                                 \
        hipEventRecord(b);                          \
        hipEventSynchronize(b);                     \
        hipEventElapsedTime(&ms, a, b);             \
        std::printf("%s: %.3f ms\n", #__VA_ARGS__, ms);\
        hipEventDestroy(a);                         \
        hipEventDestroy(b);                         \
    } while (0)

#define DISPATCH(type, NAME, ...)                                              \
    switch (type) {                                                            \
    case 0: {                                                                  \
        using scalar_t = float;                                                \
        __VA_ARGS__;                                                           \
        break;                                                                 \
    }                                                                          \
    case 1: {                                                                  \
        using scalar_t = double;                                               \
        __VA_ARGS__;                                                           \
        break;                                                                 \
    }                                                                          \
    default:                                                                   \
        std::fprintf(stderr, NAME ": unknown type %d\n", type);                \
    }

template <typename T> __global__ void copyAll(const void *from, void *to, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        static_cast<T *>(to)[i] = static_cast<const T *>(from)[i];
}

template <typename T, int Step> __global__ void every(T *p, int n)
{
    const int i = (blockIdx.x * blockDim.x + threadIdx.x) * Step;
    if (i < n)
        p[i] = T(i);
}

hipError_t run(int type, const void *from, void *to, float *f, int n, hipStream_t stream)
{
    LAUNCH(copyAll<int>, CEIL_DIV(n, 64), 64, from, to, n);
    LAUNCH((every<float, 2>), dim3(1, 1), dim3(32, 1), f, n);
    LAUNCH_ON(stream, copyAll<char>, n)(from, to, n);
    RUN_COPY(from, to, n);
    TIMED((every<float, 3><<<CFG(n), 0, stream>>>(f, n)));
    TIMED(copyAll<short><<<1, 32>>>(from, to, 32));
    DISPATCH(type, "copy", copyAll<scalar_t><<<CFG(n), 0, stream>>>(from, to, n); every<scalar_t, 4><<<1, 1>>>((scalar_t *)to, n));
    return hipGetLastError();
}
