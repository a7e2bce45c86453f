#ifndef WAVE_STENCIL_CUH
#define WAVE_STENCIL_CUH

#include "grid.hpp"

namespace wave {

// Second derivative of fourth order.
__device__ inline real laplacian(const real *__restrict__ u, Grid g, int x, int y)
{
    const real c0 = -5.0 / 2.0, c1 = 4.0 / 3.0, c2 = -1.0 / 12.0;
    real sum = 2.0 * c0 * u[g.index(x, y)];
    sum += c1 * (u[g.index(x - 1, y)] + u[g.index(x + 1, y)] + u[g.index(x, y - 1)] + u[g.index(x, y + 1)]);
    sum += c2 * (u[g.index(x - 2, y)] + u[g.index(x + 2, y)] + u[g.index(x, y - 2)] + u[g.index(x, y + 2)]);
    return sum / (g.dx * g.dx);
}

#include "kernels.inl"

} // namespace wave

#endif
