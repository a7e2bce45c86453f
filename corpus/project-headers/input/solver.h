#pragma once

#include "grid.hpp"

#include <cuda_runtime_api.h>

namespace wave {

class Solver {
public:
    Solver(Grid grid, real dt, bool absorb);
    ~Solver();
    Solver(const Solver &) = delete;
    Solver &operator=(const Solver &) = delete;

    cudaError_t step(int count);
    cudaError_t read(real *host) const;
    cudaStream_t stream() const { return stream_; }

private:
    Grid grid_;
    real dt_;
    bool absorb_;
    real *fields_[3];
    cudaStream_t stream_;
};

} // namespace wave
