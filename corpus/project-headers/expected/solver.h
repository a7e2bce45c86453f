#pragma once

#include "grid.hpp"

#include <hip/hip_runtime_api.h>

namespace wave {

class Solver {
public:
    Solver(Grid grid, real dt, bool absorb);
    ~Solver();
    Solver(const Solver &) = delete;
    Solver &operator=(const Solver &) = delete;

    hipError_t step(int count);
    hipError_t read(real *host) const;
    hipStream_t stream() const { return stream_; }

private:
    Grid grid_;
    real dt_;
    bool absorb_;
    real *fields_[3];
    hipStream_t stream_;
};

} // namespace wave
