#include <hip/hip_runtime.h>

enum Where { HOST, PINNED, DEVICE, MANAGED };

Where whereIs(const void *ptr)
{
    hipPointerAttribute_t attr;
    hipError_t err = hipPointerGetAttributes(&attr, ptr);
    if (err == hipErrorInvalidValue) {
        hipGetLastError(); // forget the error: it is plain host memory
        return HOST;
    }
    if (attr.isManaged)
        return MANAGED;
    return attr.type == hipMemoryTypeDevice ? DEVICE : PINNED;
}

bool sameSide(const void *a, const void *b)
{
    hipPointerAttribute_t x, *y = new hipPointerAttribute_t;
    hipPointerGetAttributes(&x, a);
    hipPointerGetAttributes(y, b);
    const bool same = x.type == y->type && x.device == y->device;
    delete y;
    return same;
}

// A structure of one's own with a member of that name.
struct BufferInfo {
    int memoryType;
    size_t bytes;
};

bool onDevice(const BufferInfo &info) { return info.memoryType == DEVICE && info.bytes > 0; }
