#include <cuda_runtime.h>

struct Box
{
    uint3 low;
    dim3 size;
    Box(dim3 at, uint3 extent) : low(at), size(extent) {}
};

static unsigned count(const uint3 &of)
{
    return of.x * of.y * of.z;
}

static uint3 blocks(dim3 grid)
{
    return grid;
}

__global__ void fill(int *out, uint3 size)
{
    uint3 at = make_uint3(threadIdx.x, threadIdx.y, threadIdx.z);
    dim3 place(at);
    if (place.x < size.x)
        out[place.x] = size.y;
}

void run(int *out, dim3 grid, uint3 block)
{
    uint3 size = grid;
    dim3 threads = block;
    Box box(grid, block);
    box.low = grid;
    box.size = block;
    size = blocks(grid);
    if (count(grid) > 1)
        fill<<<grid, threads>>>(out, size);
}
