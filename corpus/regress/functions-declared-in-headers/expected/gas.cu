#include "gas.h"
#include <math.h>

// The index of the entry that is nearest to a temperature.
GAS_HD int nearest(const double *list, int n, double wanted)
{
    int best = 0;
    for (int i = 1; i < n; i++)
        if (fabs(list[i] - wanted) < fabs(list[best] - wanted))
            best = i;
    return best;
}

__host__ __device__ double enthalpy(double kelvin) { return 20.8 * kelvin; }

double pressure(double kelvin) { return 8.3 * kelvin; }  // of the host alone

namespace mix {
GAS_HD inline double share(double a, double b) { return a / (a + b); }
}

__global__ void heat(const double *list, int n, double *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = enthalpy(list[nearest(list, n, out[i])]) * mix::share(out[i]);
}
