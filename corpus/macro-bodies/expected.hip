#include <hip/hip_runtime.h>
#include <cstdio>

#define DEVICE_ALLOC hipMalloc
#define STREAM_T hipStream_t
#define H2D hipMemcpyHostToDevice
#define D2H hipMemcpyDeviceToHost // cudaMemcpyDeviceToHost, for short
#define COPY(to, from, n, kind) hipMemcpy((to), (from), (n) * sizeof(*(to)), hipMemcpy##kind)
#define GLOBAL_ID (blockIdx.x * blockDim.x + threadIdx.x)
#define KERNEL static __global__ void __launch_bounds__(256)

#define DEFINE_UNARY(name, expr)                                                 \
    KERNEL name##_kernel(float *x, int n)                                        \
    {                                                                            \
        const int i = GLOBAL_ID;                                                 \
        if (i < n) {                                                             \
            const float v = x[i]; /* cudaMalloc in a comment of a macro */       \
            x[i] = (expr);                                                       \
        }                                                                        \
    }                                                                            \
    hipError_t name(float *x, int n, STREAM_T stream)                           \
    {                                                                            \
        name##_kernel<<<(n + 255) / 256, 256, 0, stream>>>(x, n);                \
        return hipGetLastError();                                               \
    }

DEFINE_UNARY(square, v * v)
DEFINE_UNARY(logistic, 1.0f / (1.0f + expf(-v)))

#define LAUNCH_1D(kernel, n, stream, ...)                                        \
    do {                                                                         \
        const dim3 block_(128);                                                  \
        const dim3 grid_(((n) + block_.x - 1) / block_.x);                       \
        kernel<<<grid_, block_, 0, (stream)>>>(__VA_ARGS__);                     \
        const hipError_t err_ = hipGetLastError();                             \
        if (err_ != hipSuccess)                                                 \
            std::fprintf(stderr, "cudaLaunch " #kernel ": %s\n",                 \
                         hipGetErrorString(err_));                              \
    } while (0)

__global__ void addTo(float *y, const float *x, int n)
{
    const int i = GLOBAL_ID;
    if (i < n)
        y[i] += x[i];
}

int apply(float *host, int n)
{
    float *x = nullptr, *y = nullptr;
    DEVICE_ALLOC((void **)&x, n * sizeof(float));
    DEVICE_ALLOC((void **)&y, n * sizeof(float));
    STREAM_T stream;
    hipStreamCreate(&stream);
    hipMemcpy(x, host, n * sizeof(float), H2D);
    COPY(y, x, n, DeviceToDevice);
    square(x, n, stream);
    logistic(y, n, stream);
    LAUNCH_1D(addTo, n, stream, y, x, n);
    hipStreamSynchronize(stream);
    const hipError_t err = hipMemcpy(host, y, n * sizeof(float), D2H);
    hipStreamDestroy(stream);
    hipFree(x);
    hipFree(y);
    return err;
}
