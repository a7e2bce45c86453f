#ifndef KEYWORDS_H
#define KEYWORDS_H

#ifdef __HIPCC__
#include <hip/hip_runtime.h>
#endif
#ifdef CUDA
  #define KERNEL __global__
  #define FENCE __syncthreads()
  #define LOCAL_ID threadIdx.x
#elif defined(FW_OPENCL)
  #define KERNEL __kernel
  #define FENCE barrier(CLK_LOCAL_MEM_FENCE)
  #define LOCAL_ID get_local_id(0)
#endif

#define BLOCK 64

#endif
