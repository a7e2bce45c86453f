// Cars on lanes of a road.
#include <cuda_runtime.h>

__global__ void advance(int *cars, const int *speed, int lanes, int length)
{
    int lane = blockIdx.y;
    int at = blockIdx.x * blockDim.x + threadIdx.x;
    if (lane < lanes && at < length && cars[lane * length + at] > 0)
        atomicMax(&cars[lane * length + (at + speed[at]) % length], 1);
}
