#include <hip/hip_runtime.h>

#define GRID(n) (((n) + 255) / 256)
#define LAUNCH(kernel, n, stream, ...) hipLaunchKernelGGL(kernel, GRID(n), 256, 0, stream, __VA_ARGS__)
#define LAUNCH_SAFE(kernel, n, ...)                    \
    do {                                               \
        hipLaunchKernelGGL(kernel, GRID(n), 256, 0, 0, __VA_ARGS__);         \
        hipError_t e = hipGetLastError();            \
        if (e != hipSuccess)                          \
            return e;                                  \
    } while (0)

#define FOR_EACH_TYPE(F) F(float) F(double) F(int)
#define DEFINE_FILL(T)                                                       \
    __global__ void fill_##T(T *p, T v, int n)                               \
    {                                                                        \
        int i = blockIdx.x * blockDim.x + threadIdx.x;                       \
        if (i < n)                                                           \
            p[i] = v;                                                        \
    }                                                                        \
    void fill(T *p, T v, int n, hipStream_t s)                              \
    {                                                                        \
        fill_##T<<<GRID(n), 256, 0, s>>>(p, v, n);                           \
    }
FOR_EACH_TYPE(DEFINE_FILL)

template <typename T, int Stride> __global__ void pick(const T *in, T *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i * Stride < n)
        out[i] = in[i * Stride];
}

hipError_t run(const float *in, float *out, int n, hipStream_t stream)
{
    LAUNCH(fill_float, n, stream, out, 0.0f, n);
    LAUNCH_SAFE(fill_float, n, out, 1.0f, n);
    LAUNCH((pick<float, 2>), n / 2, stream, in, out, n);
    hipLaunchKernelGGL((pick<float, 4>), GRID(n / 4), 256, 0, stream, in, out, n);
    fill(out, 2.0f, n, stream);
    return hipSuccess;
}
