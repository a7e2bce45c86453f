#include <cub/cub.cuh>
#include <cuda_runtime.h>

namespace gpu = cub;

class Workspace {
public:
    ~Workspace() { cudaFree(data_); }
    void *get(size_t bytes)
    {
        if (bytes > size_) {
            cudaFree(data_);
            cudaMalloc(&data_, bytes);
            size_ = bytes;
        }
        return data_;
    }

private:
    void *data_ = nullptr;
    size_t size_ = 0;
};

struct Positive {
    __host__ __device__ bool operator()(float x) const { return x > 0.0f; }
};

cudaError_t sum(const float *in, float *out, int n, Workspace &space, cudaStream_t stream)
{
    size_t bytes = 0;
    cudaError_t err = cub::DeviceReduce::Sum(nullptr, bytes, in, out, n, stream);
    if (err != cudaSuccess)
        return err;
    return cub::DeviceReduce::Sum(space.get(bytes), bytes, in, out, n, stream);
}

cudaError_t sortByKey(const unsigned *keys, unsigned *sortedKeys, const int *values, int *sortedValues, int n,
                      Workspace &space, cudaStream_t stream)
{
    size_t bytes = 0;
    cub::DeviceRadixSort::SortPairs(nullptr, bytes, keys, sortedKeys, values, sortedValues, n, 0, sizeof(unsigned) * 8,
                                    stream);
    return cub::DeviceRadixSort::SortPairs(space.get(bytes), bytes, keys, sortedKeys, values, sortedValues, n, 0,
                                           sizeof(unsigned) * 8, stream);
}

cudaError_t compact(const float *in, float *out, int *count, int n, Workspace &space, cudaStream_t stream)
{
    size_t scanBytes = 0, selectBytes = 0;
    gpu::DeviceScan::InclusiveSum(nullptr, scanBytes, in, out, n, stream);
    gpu::DeviceSelect::If(nullptr, selectBytes, in, out, count, n, Positive(), stream);
    const size_t bytes = scanBytes > selectBytes ? scanBytes : selectBytes;
    return gpu::DeviceSelect::If(space.get(bytes), scanBytes = bytes, in, out, count, n, Positive(), stream);
}
