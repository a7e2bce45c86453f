#include <hip/hip_runtime_api.h>
#include <cstddef>
#include <vector>

// A vector in device memory that grows without copying: addresses are reserved once, memory is mapped as needed.
class GrowingBuffer {
public:
    GrowingBuffer(hipDevice_t device, std::size_t reserve) : device_(device)
    {
        prop_ = {};
        prop_.type = hipMemAllocationTypePinned;
        prop_.location.type = hipMemLocationTypeDevice;
        prop_.location.id = device;
        hipMemGetAllocationGranularity(&granularity_, &prop_, hipMemAllocationGranularityMinimum);
        reserved_ = roundUp(reserve);
        if (hipMemAddressReserve(&base_, reserved_, 0, 0, 0) != hipSuccess)
            reserved_ = 0;
    }

    ~GrowingBuffer()
    {
        if (mapped_ > 0)
            hipMemUnmap(base_, mapped_);
        for (hipMemGenericAllocationHandle_t handle : handles_)
            hipMemRelease(handle);
        if (reserved_ > 0)
            hipMemAddressFree(base_, reserved_);
    }

    GrowingBuffer(const GrowingBuffer &) = delete;
    GrowingBuffer &operator=(const GrowingBuffer &) = delete;

    hipError_t grow(std::size_t bytes)
    {
        const std::size_t wanted = roundUp(bytes);
        if (wanted <= mapped_)
            return hipSuccess;
        if (wanted > reserved_)
            return hipErrorOutOfMemory;

        hipMemGenericAllocationHandle_t handle;
        hipError_t status = hipMemCreate(&handle, wanted - mapped_, &prop_, 0);
        if (status != hipSuccess)
            return status;
        status = hipMemMap(at(mapped_), wanted - mapped_, 0, handle, 0ULL);
        if (status != hipSuccess) {
            hipMemRelease(handle);
            return status;
        }
        handles_.push_back(handle);

        hipMemAccessDesc access = {};
        access.location = prop_.location;
        access.flags = hipMemAccessFlagsProtReadWrite;
        status = hipMemSetAccess(at(mapped_), wanted - mapped_, &access, 1);
        mapped_ = wanted;
        return status;
    }

    hipDeviceptr_t data() const { return base_; }

private:
    std::size_t roundUp(std::size_t n) const { return (n + granularity_ - 1) / granularity_ * granularity_; }
    hipDeviceptr_t at(std::size_t offset) const { return (hipDeviceptr_t)((char *)base_ + offset); }

    hipDevice_t device_;
    hipMemAllocationProp prop_;
    hipDeviceptr_t base_ = 0;
    std::size_t granularity_ = 1, reserved_ = 0, mapped_ = 0;
    std::vector<hipMemGenericAllocationHandle_t> handles_;
};

bool supportsVmm(hipDevice_t device)
{
    int yes = 0;
    hipDeviceGetAttribute(&yes, hipDeviceAttributeVirtualMemoryManagementSupported, device);
    return yes != 0;
}

hipError_t fill(GrowingBuffer &buffer, std::size_t words)
{
    const hipError_t status = buffer.grow(words * 4);
    return status == hipSuccess ? hipMemsetD32(buffer.data(), 0u, words) : status;
}
