#include <cuda.h>
#include <cstdio>
#include <cstdlib>
#include <vector>

#define DRIVER(call)                                                              \
    do {                                                                          \
        CUresult result_ = call;                                                  \
        if (result_ != CUDA_SUCCESS) {                                            \
            const char *name_ = nullptr, *text_ = nullptr;                        \
            cuGetErrorName(result_, &name_);                                      \
            cuGetErrorString(result_, &text_);                                    \
            std::fprintf(stderr, "%s: %s (%s)\n", #call, name_, text_);           \
            std::exit(1);                                                         \
        }                                                                         \
    } while (0)

int main(int argc, char **argv)
{
    const char *path = argc > 1 ? argv[1] : "saxpy.module";
    DRIVER(cuInit(0));

    int count = 0;
    DRIVER(cuDeviceGetCount(&count));
    if (count == 0)
        return 1;

    CUdevice device;
    CUcontext context;
    char name[128];
    DRIVER(cuDeviceGet(&device, 0));
    DRIVER(cuDeviceGetName(name, sizeof(name), device));
    DRIVER(cuDevicePrimaryCtxRetain(&context, device));
    DRIVER(cuCtxSetCurrent(context));

    int multiprocessors = 0;
    size_t bytesTotal = 0;
    DRIVER(cuDeviceGetAttribute(&multiprocessors, CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT, device));
    DRIVER(cuDeviceTotalMem(&bytesTotal, device));
    std::printf("%s: %d multiprocessors, %zu MiB\n", name, multiprocessors, bytesTotal >> 20);

    CUmodule module;
    CUfunction saxpy;
    CUdeviceptr globalScale;
    size_t globalBytes = 0;
    DRIVER(cuModuleLoad(&module, path));
    DRIVER(cuModuleGetFunction(&saxpy, module, "saxpy"));
    DRIVER(cuModuleGetGlobal(&globalScale, &globalBytes, module, "scale"));

    int n = 1 << 16;
    float a = 2.0f;
    std::vector<float> x(n, 1.0f), y(n, 3.0f);
    const size_t bytes = n * sizeof(float);
    CUdeviceptr dx, dy;
    CUstream stream;
    DRIVER(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));
    DRIVER(cuMemAlloc(&dx, bytes));
    DRIVER(cuMemAlloc(&dy, bytes));
    DRIVER(cuMemcpyHtoDAsync(dx, x.data(), bytes, stream));
    DRIVER(cuMemcpyHtoDAsync(dy, y.data(), bytes, stream));
    DRIVER(cuMemcpyHtoD(globalScale, &a, sizeof(a)));

    void *args[] = {&n, &a, &dx, &dy};
    DRIVER(cuLaunchKernel(saxpy, (n + 255) / 256, 1, 1, 256, 1, 1, 0, stream, args, nullptr));
    DRIVER(cuMemcpyDtoHAsync(y.data(), dy, bytes, stream));
    DRIVER(cuStreamSynchronize(stream));
    std::printf("y[0] = %g\n", y[0]);

    DRIVER(cuMemFree(dx));
    DRIVER(cuMemFree(dy));
    DRIVER(cuStreamDestroy(stream));
    DRIVER(cuModuleUnload(module));
    DRIVER(cuDevicePrimaryCtxRelease(device));
    return 0;
}
