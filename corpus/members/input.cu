#include <cuda_runtime.h>
#include <memory>

// Members that carry names of the runtime are the user's own.
class Allocator {
public:
    virtual ~Allocator() = default;
    virtual cudaError_t cudaMalloc(void **p, size_t bytes);
    virtual cudaError_t cudaFree(void *p);
    cudaError_t cudaMemset(void *p, int value, size_t bytes) const { return ::cudaMemset(p, value, bytes); }

protected:
    size_t total_ = 0;
};

cudaError_t Allocator::cudaMalloc(void **p, size_t bytes)
{
    total_ += bytes;
    return ::cudaMalloc(p, bytes);
}

cudaError_t Allocator::cudaFree(void *p) { return ::cudaFree(p); }

struct AsyncAllocator : Allocator {
    explicit AsyncAllocator(cudaStream_t stream) : stream(stream) {}
    cudaError_t cudaMalloc(void **p, size_t bytes) override
    {
        total_ += bytes;
        return cudaMallocAsync(p, bytes, stream);
    }
    cudaError_t cudaFree(void *p) override { return cudaFreeAsync(p, stream); }

    cudaStream_t stream;
};

struct Api {
    cudaError_t (*cudaDeviceSynchronize)();
    cudaError_t (*memcpy)(void *, const void *, size_t, cudaMemcpyKind);
};

namespace mem {
inline cudaError_t cudaMemcpy(void *to, const void *from, size_t n) { return ::cudaMemcpy(to, from, n, cudaMemcpyDefault); }
} // namespace mem

int use(Allocator &alloc, const std::shared_ptr<Allocator> &shared, cudaStream_t stream)
{
    void *a = nullptr, *b = nullptr, *c = nullptr;
    AsyncAllocator async{stream};
    const Api api = {&cudaDeviceSynchronize, ::cudaMemcpy};

    int failed = alloc.cudaMalloc(&a, 64) != cudaSuccess;
    failed += shared->cudaMalloc(&b, 64) != cudaSuccess;
    failed += async.Allocator::cudaMalloc(&c, 64) != cudaSuccess;
    failed += alloc.cudaMemset(a, 0, 64) != cudaSuccess;
    failed += mem::cudaMemcpy(b, a, 64) != cudaSuccess;
    failed += api.memcpy(c, b, 64, cudaMemcpyDeviceToDevice) != cudaSuccess;
    failed += api.cudaDeviceSynchronize() != cudaSuccess;

    auto member = &Allocator::cudaFree;
    failed += (alloc.*member)(a) != cudaSuccess;
    failed += shared -> cudaFree(b) != cudaSuccess;
    failed += cudaFree(c) != cudaSuccess;
    return failed;
}
