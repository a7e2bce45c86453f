#include <cuda_runtime.h>
#include <cstdio>

#define DEVICE_ALLOC cudaMalloc
#define STREAM_T cudaStream_t
#define H2D cudaMemcpyHostToDevice
#define D2H cudaMemcpyDeviceToHost // cudaMemcpyDeviceToHost, for short
#define COPY(to, from, n, kind) cudaMemcpy((to), (from), (n) * sizeof(*(to)), cudaMemcpy##kind)
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
    cudaError_t name(float *x, int n, STREAM_T stream)                           \
    {                                                                            \
        name##_kernel<<<(n + 255) / 256, 256, 0, stream>>>(x, n);                \
        return cudaGetLastError();                                               \
    }

DEFINE_UNARY(square, v * v)
DEFINE_UNARY(logistic, 1.0f / (1.0f + expf(-v)))

#define LAUNCH_1D(kernel, n, stream, ...)                                        \
    do {                                                                         \
        const dim3 block_(128);                                                  \
        const dim3 grid_(((n) + block_.x - 1) / block_.x);                       \
        kernel<<<grid_, block_, 0, (stream)>>>(__VA_ARGS__);                     \
        const cudaError_t err_ = cudaGetLastError();                             \
        if (err_ != cudaSuccess)                                                 \
            std::fprintf(stderr, "cudaLaunch " #kernel ": %s\n",                 \
                         cudaGetErrorString(err_));                              \
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
    cudaStreamCreate(&stream);
    cudaMemcpy(x, host, n * sizeof(float), H2D);
    COPY(y, x, n, DeviceToDevice);
    square(x, n, stream);
    logistic(y, n, stream);
    LAUNCH_1D(addTo, n, stream, y, x, n);
    cudaStreamSynchronize(stream);
    const cudaError_t err = cudaMemcpy(host, y, n * sizeof(float), D2H);
    cudaStreamDestroy(stream);
    cudaFree(x);
    cudaFree(y);
    return err;
}
