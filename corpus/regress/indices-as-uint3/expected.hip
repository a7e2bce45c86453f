#include <hip/hip_runtime.h>

struct Place
{
    uint3 thread, block;
    __device__ Place() : thread(make_uint3(threadIdx.x, threadIdx.y, threadIdx.z)) { block = make_uint3(blockIdx.x, blockIdx.y, blockIdx.z); }
};

__device__ unsigned int rank(const uint3 &at, dim3 size) { return (at.z * size.y + at.y) * size.x + at.x; }

__device__ uint3 here() { return make_uint3(blockIdx.x, blockIdx.y, blockIdx.z); }

template <typename T>
__device__ unsigned int width(T size) { return size.x; }

__global__ void number(unsigned int *out)
{
    const uint3 thread = make_uint3(threadIdx.x, threadIdx.y, threadIdx.z);
    uint3 size(make_uint3(blockDim.x, blockDim.y, blockDim.z));
    uint3 grid;
    grid = make_uint3(gridDim.x, gridDim.y, gridDim.z);
    dim3 same = threadIdx;
    auto block = blockIdx;
    Place place;
    unsigned int at = rank(here(), grid.x ? gridDim : dim3(1)) * rank(make_uint3(blockDim.x, blockDim.y, blockDim.z), dim3(2, 2, 2)) + rank(make_uint3(threadIdx.x, threadIdx.y, threadIdx.z), blockDim);
    out[at] = thread.x + size.x + same.y + block.z + place.thread.x + place.block.y + width(blockDim);
    out[at] = static_cast<uint3>(make_uint3(threadIdx.x, threadIdx.y, threadIdx.z)).x;
}
