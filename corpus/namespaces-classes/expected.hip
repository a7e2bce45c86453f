#include <hip/hip_runtime.h>
#include <memory>
#include <stdexcept>

namespace sim {

inline namespace v2 {
namespace kernels {
__global__ void kick(float4 *velocity, const float4 *force, float dt, int n);
__global__ void drift(float4 *position, const float4 *velocity, float dt, int n);
} // namespace kernels
} // namespace v2

namespace {
__device__ float4 madd(float4 a, float s, float4 b)
{
    return make_float4(b.x + s * a.x, b.y + s * a.y, b.z + s * a.z, b.w);
}
} // namespace

class Stream {
public:
    Stream()
    {
        if (hipStreamCreate(&handle_) != hipSuccess)
            throw std::runtime_error("cudaStreamCreate");
    }
    ~Stream() { hipStreamDestroy(handle_); }
    Stream(const Stream &) = delete;
    Stream &operator=(const Stream &) = delete;
    operator hipStream_t() const { return handle_; }

private:
    hipStream_t handle_{};
};

struct CudaDelete {
    void operator()(void *p) const { hipFree(p); }
};

template <typename T> using DevicePtr = std::unique_ptr<T[], CudaDelete>;

template <typename T> DevicePtr<T> makeDevice(size_t n)
{
    T *p = nullptr;
    if (hipMalloc(&p, n * sizeof(T)) != hipSuccess)
        throw std::bad_alloc();
    return DevicePtr<T>(p);
}

class System {
public:
    explicit System(int n) : n_(n), position_(makeDevice<float4>(n)), velocity_(makeDevice<float4>(n)), force_(makeDevice<float4>(n)) {}

    void step(float dt)
    {
        kernels::kick<<<blocks(), kThreads, 0, stream_>>>(velocity_.get(), force_.get(), dt, n_);
        sim::v2::kernels::drift<<<blocks(), kThreads, 0, stream_>>>(position_.get(), velocity_.get(), dt, n_);
        if (hipPeekAtLastError() != hipSuccess)
            throw std::runtime_error(hipGetErrorString(hipGetLastError()));
    }
    void wait() { hipStreamSynchronize(stream_); }

private:
    static constexpr int kThreads = 128;
    int blocks() const { return (n_ + kThreads - 1) / kThreads; }

    int n_;
    Stream stream_;
    DevicePtr<float4> position_, velocity_, force_;
};

__global__ void kernels::kick(float4 *velocity, const float4 *force, float dt, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        velocity[i] = madd(force[i], dt, velocity[i]);
}

__global__ void v2::kernels::drift(float4 *position, const float4 *velocity, float dt, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        position[i] = madd(velocity[i], dt, position[i]);
}

} // namespace sim

int main()
{
    sim::System system(4096);
    for (int i = 0; i < 10; ++i)
        system.step(0.01f);
    system.wait();
}
