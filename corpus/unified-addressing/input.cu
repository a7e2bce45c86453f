#include <cuda_runtime.h>
#include <cstdio>

enum class Kind { host, pinned, device, managed };

static cudaError_t allocate(void **p, size_t bytes, Kind kind)
{
    switch (kind) {
    case Kind::pinned: return cudaMallocHost(p, bytes);
    case Kind::device: return cudaMalloc(p, bytes);
    case Kind::managed: return cudaMallocManaged(p, bytes);
    default: return (*p = ::operator new(bytes)) ? cudaSuccess : cudaErrorMemoryAllocation;
    }
}

static void release(void *p, Kind kind)
{
    if (kind == Kind::host)
        ::operator delete(p);
    else if (kind == Kind::pinned)
        cudaFreeHost(p);
    else
        cudaFree(p);
}

// The direction follows from the addresses.
template <typename T> cudaError_t copy(T *to, const T *from, size_t n, cudaStream_t stream = 0)
{
    return cudaMemcpyAsync(to, from, n * sizeof(T), cudaMemcpyDefault, stream);
}

int main()
{
    cudaDeviceProp prop;
    cudaGetDeviceProperties(&prop, 0);
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
            if (allocate(&a, n, from) != cudaSuccess || allocate(&b, n, to) != cudaSuccess)
                return 1;
            if (from == Kind::device)
                cudaMemset(a, 7, n);
            wrong += copy(static_cast<char *>(b), static_cast<const char *>(a), n) != cudaSuccess;
            wrong += cudaStreamSynchronize(0) != cudaSuccess;
            cudaPointerAttributes attr;
            if (cudaPointerGetAttributes(&attr, b) == cudaSuccess && to == Kind::device)
                wrong += attr.type != cudaMemoryTypeDevice;
            release(a, from);
            release(b, to);
        }
    std::printf("%d wrong\n", wrong);
    return wrong;
}
