#pragma once
#include <hip/hip_runtime.h>
#include <hip/hip_complex.h>

#ifdef USE_DOUBLE
typedef hipDoubleComplex amplitude;
#else
typedef hipFloatComplex amplitude;
#endif

typedef unsigned char qubit;

namespace box {
typedef float4 corner;
}
