#include <hip/hip_runtime.h>

namespace offload {
enum Status { success = 0, cudaErrorUnknown = 1 };
enum class Backend { host, cudaMemcpyDefault };

inline Status synchronize()
{
    if (hipDeviceSynchronize() != hipSuccess)
        return cudaErrorUnknown;
    return success;
}
} // namespace offload

int check(offload::Backend backend, int *to, const int *from)
{
    if (backend == offload::Backend::cudaMemcpyDefault)
        hipMemcpy(to, from, 4, hipMemcpyDefault);
    return offload::synchronize() == offload::cudaErrorUnknown;
}
