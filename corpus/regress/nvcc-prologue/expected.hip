#include <hip/hip_runtime.h>
#include <assert.h>
#include <hip/hip_gl_interop.h>
#include <hip/hip_runtime.h>
#include <stdio.h>

// As helper_cuda.h does.
#ifdef HIP_INCLUDE_HIP_DRIVER_TYPES_H
static const char *name_of(hipError_t error) { return hipGetErrorName(error); }
#endif

#ifdef HIP_INCLUDE_HIP_HIP_RUNTIME_H
#define check(call) check_at((call), #call, __FILE__, __LINE__)
static void check_at(hipError_t status, const char *call, const char *file, int line)
{
    if (status != hipSuccess)
        fprintf(stderr, "%s:%d: %s: %s\n", file, line, call, name_of(status));
}
#endif

struct Given { float value[64]; };

__global__ void copy(const Given given, float *out)
{
    assert(threadIdx.x < 64);
    out[threadIdx.x] = given.value[threadIdx.x];
}

int main()
{
    Given given = {};
    float *out;
    check(hipMalloc(&out, sizeof given));
    copy<<<1, 64>>>(given, out);
    check(hipDeviceSynchronize());
}
