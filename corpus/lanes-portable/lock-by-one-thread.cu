// One thread of each block takes a lock.
#include <cuda_runtime.h>

__global__ void append(int *lock, int *count, int *list)
{
    __shared__ int at;
    if (threadIdx.x == 0) {
        while (atomicCAS(lock, 0, 1) != 0)
            ;
        at = *count;
        *count += blockDim.x;
        __threadfence();
        atomicExch(lock, 0);
    }
    __syncthreads();
    list[at + threadIdx.x] = blockIdx.x;
}
