#ifndef WAVE_GRID_HPP
#define WAVE_GRID_HPP

#include "config.h"

#include <cstddef>

namespace wave {

struct Grid {
    int nx, ny;
    real dx;

    HOST_DEVICE std::size_t index(int x, int y) const { return std::size_t(y) * nx + x; }
    HOST_DEVICE bool inside(int x, int y) const { return x >= kHalo && y >= kHalo && x < nx - kHalo && y < ny - kHalo; }
};

} // namespace wave

#endif
