#pragma once
#include <cuComplex.h>

#ifdef USE_DOUBLE
typedef cuDoubleComplex amplitude;
#else
typedef cuFloatComplex amplitude;
#endif

typedef unsigned char qubit;

namespace box {
typedef float4 corner;
}
