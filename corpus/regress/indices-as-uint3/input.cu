#include <cuda_runtime.h>

struct Place
{
    uint3 thread, block;
    __device__ Place() : thread(threadIdx) { block = blockIdx; }
};

__device__ unsigned int rank(const uint3 &at, dim3 size) { return (at.z * size.y + at.y) * size.x + at.x; }

__device__ uint3 here() { return blockIdx; }

template <typename T>
__device__ unsigned int width(T size) { return size.x; }

__global__ void number(unsigned int *out)
{
    const uint3 thread = threadIdx;
    uint3 size(blockDim);
    uint3 grid;
    grid = gridDim;
    dim3 same = threadIdx;
    auto block = blockIdx;
    Place place;
    unsigned int at = rank(here(), grid.x ? gridDim : dim3(1)) * rank(blockDim, dim3(2, 2, 2)) + rank(threadIdx, blockDim);
    out[at] = thread.x + size.x + same.y + block.z + place.thread.x + place.block.y + width(blockDim);
    out[at] = static_cast<uint3>(threadIdx).x;
}
