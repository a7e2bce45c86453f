#include <cuda.h>
#include <cstddef>
#include <vector>

// A vector in device memory that grows without copying: addresses are reserved once, memory is mapped as needed.
class GrowingBuffer {
public:
    GrowingBuffer(CUdevice device, std::size_t reserve) : device_(device)
    {
        prop_ = {};
        prop_.type = CU_MEM_ALLOCATION_TYPE_PINNED;
        prop_.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
        prop_.location.id = device;
        cuMemGetAllocationGranularity(&granularity_, &prop_, CU_MEM_ALLOC_GRANULARITY_MINIMUM);
        reserved_ = roundUp(reserve);
        if (cuMemAddressReserve(&base_, reserved_, 0, 0, 0) != CUDA_SUCCESS)
            reserved_ = 0;
    }

    ~GrowingBuffer()
    {
        if (mapped_ > 0)
            cuMemUnmap(base_, mapped_);
        for (CUmemGenericAllocationHandle handle : handles_)
            cuMemRelease(handle);
        if (reserved_ > 0)
            cuMemAddressFree(base_, reserved_);
    }

    GrowingBuffer(const GrowingBuffer &) = delete;
    GrowingBuffer &operator=(const GrowingBuffer &) = delete;

    CUresult grow(std::size_t bytes)
    {
        const std::size_t wanted = roundUp(bytes);
        if (wanted <= mapped_)
            return CUDA_SUCCESS;
        if (wanted > reserved_)
            return CUDA_ERROR_OUT_OF_MEMORY;

        CUmemGenericAllocationHandle handle;
        CUresult status = cuMemCreate(&handle, wanted - mapped_, &prop_, 0);
        if (status != CUDA_SUCCESS)
            return status;
        status = cuMemMap(at(mapped_), wanted - mapped_, 0, handle, 0ULL);
        if (status != CUDA_SUCCESS) {
            cuMemRelease(handle);
            return status;
        }
        handles_.push_back(handle);

        CUmemAccessDesc access = {};
        access.location = prop_.location;
        access.flags = CU_MEM_ACCESS_FLAGS_PROT_READWRITE;
        status = cuMemSetAccess(at(mapped_), wanted - mapped_, &access, 1);
        mapped_ = wanted;
        return status;
    }

    CUdeviceptr data() const { return base_; }

private:
    std::size_t roundUp(std::size_t n) const { return (n + granularity_ - 1) / granularity_ * granularity_; }
    CUdeviceptr at(std::size_t offset) const { return (CUdeviceptr)((char *)base_ + offset); }

    CUdevice device_;
    CUmemAllocationProp prop_;
    CUdeviceptr base_ = 0;
    std::size_t granularity_ = 1, reserved_ = 0, mapped_ = 0;
    std::vector<CUmemGenericAllocationHandle> handles_;
};

bool supportsVmm(CUdevice device)
{
    int yes = 0;
    cuDeviceGetAttribute(&yes, CU_DEVICE_ATTRIBUTE_VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED, device);
    return yes != 0;
}

CUresult fill(GrowingBuffer &buffer, std::size_t words)
{
    const CUresult status = buffer.grow(words * 4);
    return status == CUDA_SUCCESS ? cuMemsetD32(buffer.data(), 0u, words) : status;
}
