#ifndef PRECISION_HPP
#define PRECISION_HPP
#include "cufft.h"

#cmakedefine USE_DOUBLE
#define MOST_POINTS @MOST_POINTS@

#ifdef USE_DOUBLE
typedef cufftDoubleComplex Point;
static const cufftType TRANSFORM = CUFFT_Z2Z;
#else
typedef cufftComplex Point;
static const cufftType TRANSFORM = CUFFT_C2C;
#endif

#endif
