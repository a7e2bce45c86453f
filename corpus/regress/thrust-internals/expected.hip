// Device vectors in managed memory that is advised to stay on the device.
#include <hip/hip_runtime.h>
#include <thrust/device_vector.h>
#include <thrust/system/hip/memory.h>

inline hipError_t allocate_near(void **place, std::size_t bytes)
{
    hipError_t status = thrust::system::hip::detail::cudaMallocManaged(place, bytes);
    if (status == hipSuccess)
        status = hipMemset(*place, 0, bytes);
    return status;
}

using near_memory = thrust::system::hip::detail::cuda_memory_resource<allocate_near, hipFree, thrust::hip::pointer<void>>;

int resources()
{
    return sizeof(near_memory) > 0;
}
