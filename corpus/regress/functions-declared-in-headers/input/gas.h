#pragma once

#define GAS_HD __host__ __device__

GAS_HD int nearest(const double *temperatures, int count, double wanted);
__device__ __host__ double enthalpy(double temperature);
double pressure(double temperature);

namespace mix {
GAS_HD double share(double a, double b = 1.0);
}
