#include <cuda.h>

namespace memory {
using address_t = CUdeviceptr;

inline address_t address(const void *p) { return reinterpret_cast<address_t>(p); }
} // namespace memory

CUresult copy(float *to, const float *from, size_t bytes)
{
    return cuMemcpyDtoH(to, reinterpret_cast<CUdeviceptr>(from), bytes);
}
