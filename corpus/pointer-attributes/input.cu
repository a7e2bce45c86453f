#include <cuda_runtime.h>

enum Where { HOST, PINNED, DEVICE, MANAGED };

Where whereIs(const void *ptr)
{
    cudaPointerAttributes attr;
    cudaError_t err = cudaPointerGetAttributes(&attr, ptr);
    if (err == cudaErrorInvalidValue) {
        cudaGetLastError(); // forget the error: it is plain host memory
        return HOST;
    }
    if (attr.isManaged)
        return MANAGED;
    return attr.memoryType == cudaMemoryTypeDevice ? DEVICE : PINNED;
}

bool sameSide(const void *a, const void *b)
{
    cudaPointerAttributes x, *y = new cudaPointerAttributes;
    cudaPointerGetAttributes(&x, a);
    cudaPointerGetAttributes(y, b);
    const bool same = x.memoryType == y->memoryType && x.device == y->device;
    delete y;
    return same;
}

// A structure of one's own with a member of that name.
struct BufferInfo {
    int memoryType;
    size_t bytes;
};

bool onDevice(const BufferInfo &info) { return info.memoryType == DEVICE && info.bytes > 0; }
