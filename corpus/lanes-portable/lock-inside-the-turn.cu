// Every thread takes a lock and gives it back in the same turn of its loop; the state is volatile, so that no compiler puts
// what is done with the lock behind the loop.
#include <cuda_runtime.h>

__global__ void add(int *lock, double *total, const double *in, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    volatile bool done = i >= n;
    while (!done) {
        if (atomicCAS(lock, 0, 1) == 0) {
            __threadfence();
            *(volatile double *)total += in[i];
            __threadfence();
            atomicExch(lock, 0);
            done = true;
        }
    }
}
