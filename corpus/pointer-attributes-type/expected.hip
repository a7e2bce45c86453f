#include <hip/hip_runtime.h>
#include <cstdio>

static const char *text(hipMemoryType type)
{
    switch (type) {
    case hipMemoryTypeUnregistered: return "unregistered";
    case hipMemoryTypeHost: return "host";
    case hipMemoryTypeDevice: return "device";
    case hipMemoryTypeManaged: return "managed";
    }
    return "unknown";
}

template <typename T> T *deviceView(T *ptr)
{
    hipPointerAttribute_t attributes{};
    if (hipPointerGetAttributes(&attributes, ptr) != hipSuccess || attributes.type == hipMemoryTypeUnregistered)
        return nullptr;
    return static_cast<T *>(attributes.devicePointer);
}

void print(const void *ptr)
{
    struct hipPointerAttribute_t a;
    if (hipPointerGetAttributes(&a, ptr) != hipSuccess)
        return;
    std::printf("%p: %s memory of device %d, device %p, host %p\n", ptr, text(a.type), a.device, a.devicePointer,
                a.hostPointer);
}

bool peerReadable(const float *ptr, int device)
{
    hipPointerAttribute_t a;
    int can = 0;
    hipPointerGetAttributes(&a, ptr);
    if (a.type == hipMemoryTypeDevice && a.device != device)
        hipDeviceCanAccessPeer(&can, device, a.device);
    return can || a.type == hipMemoryTypeManaged || deviceView(const_cast<float *>(ptr)) != nullptr;
}
