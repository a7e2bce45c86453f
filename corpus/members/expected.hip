#include <hip/hip_runtime.h>
#include <memory>

// Members that carry names of the runtime are the user's own.
class Allocator {
public:
    virtual ~Allocator() = default;
    virtual hipError_t cudaMalloc(void **p, size_t bytes);
    virtual hipError_t cudaFree(void *p);
    hipError_t cudaMemset(void *p, int value, size_t bytes) const { return ::hipMemset(p, value, bytes); }

protected:
    size_t total_ = 0;
};

hipError_t Allocator::cudaMalloc(void **p, size_t bytes)
{
    total_ += bytes;
    return ::hipMalloc(p, bytes);
}

hipError_t Allocator::cudaFree(void *p) { return ::hipFree(p); }

struct AsyncAllocator : Allocator {
    explicit AsyncAllocator(hipStream_t stream) : stream(stream) {}
    hipError_t cudaMalloc(void **p, size_t bytes) override
    {
        total_ += bytes;
        return hipMallocAsync(p, bytes, stream);
    }
    hipError_t cudaFree(void *p) override { return hipFreeAsync(p, stream); }

    hipStream_t stream;
};

struct Api {
    hipError_t (*cudaDeviceSynchronize)();
    hipError_t (*memcpy)(void *, const void *, size_t, hipMemcpyKind);
};

namespace mem {
inline hipError_t cudaMemcpy(void *to, const void *from, size_t n) { return ::hipMemcpy(to, from, n, hipMemcpyDefault); }
} // namespace mem

int use(Allocator &alloc, const std::shared_ptr<Allocator> &shared, hipStream_t stream)
{
    void *a = nullptr, *b = nullptr, *c = nullptr;
    AsyncAllocator async{stream};
    const Api api = {&hipDeviceSynchronize, ::hipMemcpy};

    int failed = alloc.cudaMalloc(&a, 64) != hipSuccess;
    failed += shared->cudaMalloc(&b, 64) != hipSuccess;
    failed += async.Allocator::cudaMalloc(&c, 64) != hipSuccess;
    failed += alloc.cudaMemset(a, 0, 64) != hipSuccess;
    failed += mem::cudaMemcpy(b, a, 64) != hipSuccess;
    failed += api.memcpy(c, b, 64, hipMemcpyDeviceToDevice) != hipSuccess;
    failed += api.cudaDeviceSynchronize() != hipSuccess;

    auto member = &Allocator::cudaFree;
    failed += (alloc.*member)(a) != hipSuccess;
    failed += shared -> cudaFree(b) != hipSuccess;
    failed += hipFree(c) != hipSuccess;
    return failed;
}
