#include <hip/hip_runtime.h>

class ManagedBuffer {
public:
    explicit ManagedBuffer(size_t bytes) : bytes_(bytes) { hipMallocManaged(&data_, bytes, hipMemAttachGlobal); }
    ~ManagedBuffer() { hipFree(data_); }
    ManagedBuffer(const ManagedBuffer &) = delete;
    ManagedBuffer &operator=(const ManagedBuffer &) = delete;

    hipError_t toDevice(int device, hipStream_t stream)
    {
        hipMemLocation where = {hipMemLocationTypeDevice, device};
        hipMemAdvise_v2(data_, bytes_, hipMemAdviseSetPreferredLocation, where);
        return hipMemPrefetchAsync_v2(data_, bytes_, where, 0, stream);
    }

    hipError_t toHost(hipStream_t stream)
    {
        hipMemLocation host{};
        host.type = hipMemLocationTypeHost;
        host.id = 0;
        return hipMemPrefetchAsync_v2(data_, bytes_, host, 0u, stream);
    }

    hipError_t readMostly(bool on)
    {
        const hipMemLocation nowhere = {hipMemLocationTypeInvalid, 0};
        return hipMemAdvise_v2(data_, bytes_, on ? hipMemAdviseSetReadMostly : hipMemAdviseUnsetReadMostly, nowhere);
    }

    hipError_t toNumaNode(int node, hipStream_t stream)
    {
        return hipMemPrefetchAsync_v2(data_, bytes_, hipMemLocation{hipMemLocationTypeHostNuma, node}, 0, stream);
    }

    template <class T> T *as() { return static_cast<T *>(data_); }

private:
    void *data_ = nullptr;
    size_t bytes_;
};

__global__ void invert(float *x, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        x[i] = 1.0f / x[i];
}

hipError_t run(ManagedBuffer &buffer, int n, int device, hipStream_t stream)
{
    hipError_t err = buffer.toDevice(device, stream);
    if (err != hipSuccess)
        return err;
    invert<<<(n + 255) / 256, 256, 0, stream>>>(buffer.as<float>(), n);
    err = buffer.toHost(stream);
    return err != hipSuccess ? err : hipStreamSynchronize(stream);
}
