// Device vectors in managed memory that is advised to stay on the device.
#include <cuda_runtime.h>
#include <thrust/device_vector.h>
#include <thrust/system/cuda/memory.h>

inline cudaError_t allocate_near(void **place, std::size_t bytes)
{
    cudaError_t status = thrust::system::cuda::detail::cudaMallocManaged(place, bytes);
    if (status == cudaSuccess)
        status = cudaMemset(*place, 0, bytes);
    return status;
}

using near_memory = thrust::system::cuda::detail::cuda_memory_resource<allocate_near, cudaFree, thrust::cuda::pointer<void>>;

int resources()
{
    return sizeof(near_memory) > 0;
}
