#include <hip/hip_runtime.h>
#include <hip/hip_runtime_api.h>

namespace memory {
using address_t = hipDeviceptr_t;

inline address_t address(const void *p) { return (address_t)(p); }
} // namespace memory

hipError_t copy(float *to, const float *from, size_t bytes)
{
    return hipMemcpyDtoH(to, (hipDeviceptr_t)(from), bytes);
}
