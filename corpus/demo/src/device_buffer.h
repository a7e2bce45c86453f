#pragma once

#include "kmeans/cuda_check.h"

#include <cstddef>
#include <utility>

namespace kmeans {

// Owns an array in device memory.
template <typename T>
class DeviceBuffer {
public:
    explicit DeviceBuffer(std::size_t count) : count_(count) { CUDA_CHECK(cudaMalloc(&data_, bytes())); }
    ~DeviceBuffer() { cudaFree(data_); }

    DeviceBuffer(DeviceBuffer &&other) noexcept : data_(std::exchange(other.data_, nullptr)), count_(other.count_) {}
    DeviceBuffer(const DeviceBuffer &) = delete;
    DeviceBuffer &operator=(const DeviceBuffer &) = delete;

    T *get() { return data_; }
    std::size_t bytes() const { return count_ * sizeof(T); }

    void zero(cudaStream_t stream) { CUDA_CHECK(cudaMemsetAsync(data_, 0, bytes(), stream)); }
    void upload(const T *from, cudaStream_t stream)
    {
        CUDA_CHECK(cudaMemcpyAsync(data_, from, bytes(), cudaMemcpyHostToDevice, stream));
    }
    void download(T *to, cudaStream_t stream) const
    {
        CUDA_CHECK(cudaMemcpyAsync(to, data_, bytes(), cudaMemcpyDeviceToHost, stream));
    }

private:
    T *data_ = nullptr;
    std::size_t count_;
};

}  // namespace kmeans
