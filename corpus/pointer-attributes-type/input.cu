#include <cuda_runtime.h>
#include <cstdio>

static const char *text(cudaMemoryType type)
{
    switch (type) {
    case cudaMemoryTypeUnregistered: return "unregistered";
    case cudaMemoryTypeHost: return "host";
    case cudaMemoryTypeDevice: return "device";
    case cudaMemoryTypeManaged: return "managed";
    }
    return "unknown";
}

template <typename T> T *deviceView(T *ptr)
{
    cudaPointerAttributes attributes{};
    if (cudaPointerGetAttributes(&attributes, ptr) != cudaSuccess || attributes.type == cudaMemoryTypeUnregistered)
        return nullptr;
    return static_cast<T *>(attributes.devicePointer);
}

void print(const void *ptr)
{
    struct cudaPointerAttributes a;
    if (cudaPointerGetAttributes(&a, ptr) != cudaSuccess)
        return;
    std::printf("%p: %s memory of device %d, device %p, host %p\n", ptr, text(a.type), a.device, a.devicePointer,
                a.hostPointer);
}

bool peerReadable(const float *ptr, int device)
{
    cudaPointerAttributes a;
    int can = 0;
    cudaPointerGetAttributes(&a, ptr);
    if (a.type == cudaMemoryTypeDevice && a.device != device)
        cudaDeviceCanAccessPeer(&can, device, a.device);
    return can || a.type == cudaMemoryTypeManaged || deviceView(const_cast<float *>(ptr)) != nullptr;
}
