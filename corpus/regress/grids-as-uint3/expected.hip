#include <hip/hip_runtime.h>

struct Box
{
    uint3 low;
    dim3 size;
    Box(dim3 at, uint3 extent) : low(make_uint3(at.x, at.y, at.z)), size(dim3(extent.x, extent.y, extent.z)) {}
};

static unsigned count(const uint3 &of)
{
    return of.x * of.y * of.z;
}

static uint3 blocks(dim3 grid)
{
    return make_uint3(grid.x, grid.y, grid.z);
}

__global__ void fill(int *out, uint3 size)
{
    uint3 at = make_uint3(threadIdx.x, threadIdx.y, threadIdx.z);
    dim3 place(dim3(at.x, at.y, at.z));
    if (place.x < size.x)
        out[place.x] = size.y;
}

void run(int *out, dim3 grid, uint3 block)
{
    uint3 size = make_uint3(grid.x, grid.y, grid.z);
    dim3 threads = dim3(block.x, block.y, block.z);
    Box box(grid, block);
    box.low = make_uint3(grid.x, grid.y, grid.z);
    box.size = dim3(block.x, block.y, block.z);
    size = blocks(grid);
    if (count(make_uint3(grid.x, grid.y, grid.z)) > 1)
        fill<<<grid, threads>>>(out, size);
}
