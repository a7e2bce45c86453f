/* memory.cu: sections are separated by form feeds */
#include <cuda_runtime.h>

/* Section 1: allocation */
static cudaError_t grab(void **p, size_t n)
{
   return cudaMalloc(p, n);
}

/* Section 2: release */
static cudaError_t drop(void *p) {return cudaFree(p);}
/* Section 3: kernels */
__global__ void touch(char *p) { p[threadIdx.x] = 0; }

int main(void)
{
    void *p;
    if (grab(&p, 256) != cudaSuccess) return 1;
    touch<<<1,256>>>((char *)p);
    return drop(p) != cudaSuccess;
}
