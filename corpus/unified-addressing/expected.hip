#include <hip/hip_runtime.h>
#include <cstdio>

enum class Kind { host, pinned, device, managed };

static hipError_t allocate(void **p, size_t bytes, Kind kind)
{
    switch (kind) {
    case Kind::pinned: return hipHostMalloc(p, bytes, hipHostMallocDefault);
    case Kind::device: return hipMalloc(p, bytes);
    case Kind::managed: return hipMallocManaged(p, bytes);
    default: return (*p = ::operator new(bytes)) ? hipSuccess : hipErrorMemoryAllocation;
    }
}

static void release(void *p, Kind kind)
{
    if (kind == Kind::host)
        ::operator delete(p);
    else if (kind == Kind::pinned)
        hipFreeHost(p);
    else
        hipFree(p);
}

// The direction follows from the addresses.
template <typename T> hipError_t copy(T *to, const T *from, size_t n, hipStream_t stream = 0)
{
    return hipMemcpyAsync(to, from, n * sizeof(T), hipMemcpyDefault, stream);
}

int main()
{
    hipDeviceProp_t prop;
    hipGetDeviceProperties(&prop, 0);
    if (!prop.unifiedAddressing || !prop.canMapHostMemory) {
        std::puts("no unified addressing");
        return 0;
    }

    const Kind kinds[] = {Kind::host, Kind::pinned, Kind::device, Kind::managed};
    const size_t n = 1 << 16;
    int wrong = 0;
    for (Kind from : kinds)
        for (Kind to : kinds) {
            void *a = nullptr, *b = nullptr;
            if (allocate(&a, n, from) != hipSuccess || allocate(&b, n, to) != hipSuccess)
                return 1;
            if (from == Kind::device)
                hipMemset(a, 7, n);
            wrong += copy(static_cast<char *>(b), static_cast<const char *>(a), n) != hipSuccess;
            wrong += hipStreamSynchronize(0) != hipSuccess;
            hipPointerAttribute_t attr;
            if (hipPointerGetAttributes(&attr, b) == hipSuccess && to == Kind::device)
                wrong += attr.type != hipMemoryTypeDevice;
            release(a, from);
            release(b, to);
        }
    std::printf("%d wrong\n", wrong);
    return wrong;
}
