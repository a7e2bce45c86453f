#include <hip/hip_runtime.h>
#include <hipcub/hipcub.hpp>
#include <hip/hip_runtime.h>

namespace gpu = hipcub;

class Workspace {
public:
    ~Workspace() { hipFree(data_); }
    void *get(size_t bytes)
    {
        if (bytes > size_) {
            hipFree(data_);
            hipMalloc(&data_, bytes);
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

hipError_t sum(const float *in, float *out, int n, Workspace &space, hipStream_t stream)
{
    size_t bytes = 0;
    hipError_t err = hipcub::DeviceReduce::Sum(nullptr, bytes, in, out, n, stream);
    if (err != hipSuccess)
        return err;
    return hipcub::DeviceReduce::Sum(space.get(bytes), bytes, in, out, n, stream);
}

hipError_t sortByKey(const unsigned *keys, unsigned *sortedKeys, const int *values, int *sortedValues, int n,
                      Workspace &space, hipStream_t stream)
{
    size_t bytes = 0;
    hipcub::DeviceRadixSort::SortPairs(nullptr, bytes, keys, sortedKeys, values, sortedValues, n, 0, sizeof(unsigned) * 8,
                                    stream);
    return hipcub::DeviceRadixSort::SortPairs(space.get(bytes), bytes, keys, sortedKeys, values, sortedValues, n, 0,
                                           sizeof(unsigned) * 8, stream);
}

hipError_t compact(const float *in, float *out, int *count, int n, Workspace &space, hipStream_t stream)
{
    size_t scanBytes = 0, selectBytes = 0;
    gpu::DeviceScan::InclusiveSum(nullptr, scanBytes, in, out, n, stream);
    gpu::DeviceSelect::If(nullptr, selectBytes, in, out, count, n, Positive(), stream);
    const size_t bytes = scanBytes > selectBytes ? scanBytes : selectBytes;
    return gpu::DeviceSelect::If(space.get(bytes), scanBytes = bytes, in, out, count, n, Positive(), stream);
}
