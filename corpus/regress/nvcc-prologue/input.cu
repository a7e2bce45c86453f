#include <cuda_gl_interop.h>
#include <cuda_runtime.h>
#include <stdio.h>

// As helper_cuda.h does.
#ifdef __DRIVER_TYPES_H__
static const char *name_of(cudaError_t error) { return cudaGetErrorName(error); }
#endif

#ifdef __CUDA_RUNTIME_H__
#define check(call) check_at((call), #call, __FILE__, __LINE__)
static void check_at(cudaError_t status, const char *call, const char *file, int line)
{
    if (status != cudaSuccess)
        fprintf(stderr, "%s:%d: %s: %s\n", file, line, call, name_of(status));
}
#endif

struct Given { float value[64]; };

__global__ void copy(__grid_constant__ const Given given, float *out)
{
    assert(threadIdx.x < 64);
    out[threadIdx.x] = given.value[threadIdx.x];
}

int main()
{
    Given given = {};
    float *out;
    check(cudaMalloc(&out, sizeof given));
    copy<<<1, 64>>>(given, out);
    check(cudaDeviceSynchronize());
}
