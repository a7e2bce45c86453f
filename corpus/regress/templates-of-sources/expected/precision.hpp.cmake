#ifndef PRECISION_HPP
#define PRECISION_HPP
#include "hipfft/hipfft.h"

#cmakedefine USE_DOUBLE
#define MOST_POINTS @MOST_POINTS@

#ifdef USE_DOUBLE
typedef hipfftDoubleComplex Point;
static const hipfftType TRANSFORM = HIPFFT_Z2Z;
#else
typedef hipfftComplex Point;
static const hipfftType TRANSFORM = HIPFFT_C2C;
#endif

#endif
