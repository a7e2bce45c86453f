// A program that has its own side for HIP: names of CUDA's that it gives to HIP's, and headers by compiler.
#ifdef __HIPCC__
#include <hip/hip_runtime.h>
using cudaStream_t = hipStream_t;
typedef hipError_t cudaError_t;
static const auto cudaStreamSynchronize = hipStreamSynchronize;
template <typename T> static inline hipError_t cudaMalloc(T **at, size_t size) { return hipMalloc(at, size); }
#else
#include <cuda_runtime.h>
#endif

#ifdef __CUDACC__ // on NVIDIA's GPUs alone
__device__ unsigned lane() { unsigned found; asm("mov.u32 %0, %%laneid;" : "=r"(found)); return found; }
#else
#if defined(__HIPCC__)
__device__ unsigned lane() { return __lane_id(); }
#endif
#endif

#if defined(__CUDACC__) || defined(__HIPCC__)
#define BOTH __host__ __device__
#else
#define BOTH
#endif

BOTH int next(int a) { return a + 1; }

int main() {
    int *p;
    hipStream_t stream = 0;
    return hipMalloc(&p, next(3)) != 0 || hipStreamSynchronize(stream) != 0;
}
