#include <cuda_runtime.h>

class ManagedBuffer {
public:
    explicit ManagedBuffer(size_t bytes) : bytes_(bytes) { cudaMallocManaged(&data_, bytes, cudaMemAttachGlobal); }
    ~ManagedBuffer() { cudaFree(data_); }
    ManagedBuffer(const ManagedBuffer &) = delete;
    ManagedBuffer &operator=(const ManagedBuffer &) = delete;

    cudaError_t toDevice(int device, cudaStream_t stream)
    {
        cudaMemLocation where = {cudaMemLocationTypeDevice, device};
        cudaMemAdvise(data_, bytes_, cudaMemAdviseSetPreferredLocation, where);
        return cudaMemPrefetchAsync(data_, bytes_, where, 0, stream);
    }

    cudaError_t toHost(cudaStream_t stream)
    {
        cudaMemLocation host{};
        host.type = cudaMemLocationTypeHost;
        host.id = 0;
        return cudaMemPrefetchAsync(data_, bytes_, host, 0u, stream);
    }

    cudaError_t readMostly(bool on)
    {
        const cudaMemLocation nowhere = {cudaMemLocationTypeInvalid, 0};
        return cudaMemAdvise(data_, bytes_, on ? cudaMemAdviseSetReadMostly : cudaMemAdviseUnsetReadMostly, nowhere);
    }

    cudaError_t toNumaNode(int node, cudaStream_t stream)
    {
        return cudaMemPrefetchAsync(data_, bytes_, cudaMemLocation{cudaMemLocationTypeHostNuma, node}, 0, stream);
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

cudaError_t run(ManagedBuffer &buffer, int n, int device, cudaStream_t stream)
{
    cudaError_t err = buffer.toDevice(device, stream);
    if (err != cudaSuccess)
        return err;
    invert<<<(n + 255) / 256, 256, 0, stream>>>(buffer.as<float>(), n);
    err = buffer.toHost(stream);
    return err != cudaSuccess ? err : cudaStreamSynchronize(stream);
}
