#include <hip/hip_runtime_api.h>
#include <cstdio>
#include <cstdlib>
#include <vector>

#define DRIVER(call)                                                              \
    do {                                                                          \
        hipError_t result_ = call;                                                  \
        if (result_ != hipSuccess) {                                            \
            const char *name_ = nullptr, *text_ = nullptr;                        \
            hipDrvGetErrorName(result_, &name_);                                      \
            hipDrvGetErrorString(result_, &text_);                                    \
            std::fprintf(stderr, "%s: %s (%s)\n", #call, name_, text_);           \
            std::exit(1);                                                         \
        }                                                                         \
    } while (0)

int main(int argc, char **argv)
{
    const char *path = argc > 1 ? argv[1] : "saxpy.module";
    DRIVER(hipInit(0));

    int count = 0;
    DRIVER(hipGetDeviceCount(&count));
    if (count == 0)
        return 1;

    hipDevice_t device;
    hipCtx_t context;
    char name[128];
    DRIVER(hipDeviceGet(&device, 0));
    DRIVER(hipDeviceGetName(name, sizeof(name), device));
    DRIVER(hipDevicePrimaryCtxRetain(&context, device));
    DRIVER(hipCtxSetCurrent(context));

    int multiprocessors = 0;
    size_t bytesTotal = 0;
    DRIVER(hipDeviceGetAttribute(&multiprocessors, hipDeviceAttributeMultiprocessorCount, device));
    DRIVER(hipDeviceTotalMem(&bytesTotal, device));
    std::printf("%s: %d multiprocessors, %zu MiB\n", name, multiprocessors, bytesTotal >> 20);

    hipModule_t module;
    hipFunction_t saxpy;
    hipDeviceptr_t globalScale;
    size_t globalBytes = 0;
    DRIVER(hipModuleLoad(&module, path));
    DRIVER(hipModuleGetFunction(&saxpy, module, "saxpy"));
    DRIVER(hipModuleGetGlobal(&globalScale, &globalBytes, module, "scale"));

    int n = 1 << 16;
    float a = 2.0f;
    std::vector<float> x(n, 1.0f), y(n, 3.0f);
    const size_t bytes = n * sizeof(float);
    hipDeviceptr_t dx, dy;
    hipStream_t stream;
    DRIVER(hipStreamCreateWithFlags(&stream, hipStreamNonBlocking));
    DRIVER(hipMalloc(&dx, bytes));
    DRIVER(hipMalloc(&dy, bytes));
    DRIVER(hipMemcpyHtoDAsync(dx, x.data(), bytes, stream));
    DRIVER(hipMemcpyHtoDAsync(dy, y.data(), bytes, stream));
    DRIVER(hipMemcpyHtoD(globalScale, &a, sizeof(a)));

    void *args[] = {&n, &a, &dx, &dy};
    DRIVER(hipModuleLaunchKernel(saxpy, (n + 255) / 256, 1, 1, 256, 1, 1, 0, stream, args, nullptr));
    DRIVER(hipMemcpyDtoHAsync(y.data(), dy, bytes, stream));
    DRIVER(hipStreamSynchronize(stream));
    std::printf("y[0] = %g\n", y[0]);

    DRIVER(hipFree(dx));
    DRIVER(hipFree(dy));
    DRIVER(hipStreamDestroy(stream));
    DRIVER(hipModuleUnload(module));
    DRIVER(hipDevicePrimaryCtxRelease(device));
    return 0;
}
