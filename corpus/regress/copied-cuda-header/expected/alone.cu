#include <hip/hip_runtime.h>
#include <hip/hip_fp16.h>

#ifdef HIP_INCLUDE_HIP_HIP_FP16_H
__global__ void twice(__half *values) { values[threadIdx.x] = __hadd(values[threadIdx.x], values[threadIdx.x]); }
#endif
