#include "solver.h"
#include "stencil.cuh"

#include <utility>

namespace wave {

Solver::Solver(Grid grid, real dt, bool absorb) : grid_(grid), dt_(dt), absorb_(absorb)
{
    hipStreamCreate(&stream_);
    for (real *&field : fields_) {
        hipMalloc(&field, grid.nx * sizeof(real) * grid.ny);
        hipMemsetAsync(field, 0, grid.nx * sizeof(real) * grid.ny, stream_);
    }
}

Solver::~Solver()
{
    for (real *field : fields_)
        hipFree(field);
    hipStreamDestroy(stream_);
}

hipError_t Solver::step(int count)
{
    const dim3 block(kBlockX, kBlockY);
    const dim3 grid((grid_.nx + kBlockX - 1) / kBlockX, (grid_.ny + kBlockY - 1) / kBlockY);
    for (int i = 0; i < count; ++i) {
        if (absorb_)
            stepKernel<true><<<grid, block, 0, stream_>>>(fields_[1], fields_[0], fields_[2], grid_, dt_ * dt_);
        else
            stepKernel<false><<<grid, block, 0, stream_>>>(fields_[1], fields_[0], fields_[2], grid_, dt_ * dt_);
        std::swap(fields_[0], fields_[1]);
        std::swap(fields_[1], fields_[2]);
    }
    return hipGetLastError();
}

hipError_t Solver::read(real *host) const
{
    hipMemcpyAsync(host, fields_[1], grid_.nx * sizeof(real) * grid_.ny, hipMemcpyDeviceToHost, stream_);
    return hipStreamSynchronize(stream_);
}

} // namespace wave
