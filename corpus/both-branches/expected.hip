// One source for both vendors: the aliases are chosen here.
#if defined(USE_HIP) || defined(__HIP_PLATFORM_AMD__)
#include <hip/hip_runtime.h>
#define gpuMalloc hipMalloc
#define gpuFree hipFree
#define gpuMemcpy hipMemcpy
#define gpuMemcpyHostToDevice hipMemcpyHostToDevice
#define gpuMemcpyDeviceToHost hipMemcpyDeviceToHost
#define gpuSuccess hipSuccess
typedef hipError_t gpuError_t;
typedef hipStream_t gpuStream_t;
#else
#include <hip/hip_runtime.h>
#define gpuMalloc hipMalloc
#define gpuFree hipFree
#define gpuMemcpy hipMemcpy
#define gpuMemcpyHostToDevice hipMemcpyHostToDevice
#define gpuMemcpyDeviceToHost hipMemcpyDeviceToHost
#define gpuSuccess hipSuccess
typedef hipError_t gpuError_t;
typedef hipStream_t gpuStream_t;
#endif

__global__ void twice(int *x, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        x[i] *= 2;
}

gpuError_t run(int *host, int n, gpuStream_t stream)
{
    int *device;
    gpuError_t err = gpuMalloc((void **)&device, n * sizeof(int));
    if (err != gpuSuccess)
        return err;
    gpuMemcpy(device, host, n * sizeof(int), gpuMemcpyHostToDevice);
#ifdef __HIP_PLATFORM_AMD__
    hipLaunchKernelGGL(twice, dim3((n + 255) / 256), dim3(256), 0, stream, device, n);
    err = hipStreamSynchronize(stream);
#else
    twice<<<(n + 255) / 256, 256, 0, stream>>>(device, n);
    err = hipStreamSynchronize(stream);
#endif
    gpuMemcpy(host, device, n * sizeof(int), gpuMemcpyDeviceToHost);
    gpuFree(device);
    return err;
}
