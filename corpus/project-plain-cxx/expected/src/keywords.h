#pragma once
#if defined(__CUDACC__) || defined(__HIPCC__)
#include <hip/hip_runtime.h>
#else
#define __host__
#define __device__
#endif
