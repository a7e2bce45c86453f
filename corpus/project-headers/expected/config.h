#pragma once

// Plain C++: the host compiler reads this too.
#ifdef __HIPCC__
#include <hip/hip_runtime.h>
#endif
#if defined(__CUDACC__) || defined(__HIPCC__)
#define HOST_DEVICE __host__ __device__
#else
#define HOST_DEVICE
#endif

namespace wave {
typedef double real;
enum { kHalo = 2, kBlockX = 32, kBlockY = 4 };
} // namespace wave
