/* memory.cu: sections are separated by form feeds */
#include <hip/hip_runtime.h>

/* Section 1: allocation */
static hipError_t grab(void **p, size_t n)
{
   return hipMalloc(p, n);
}

/* Section 2: release */
static hipError_t drop(void *p) {return hipFree(p);}
/* Section 3: kernels */
__global__ void touch(char *p) { p[threadIdx.x] = 0; }

int main(void)
{
    void *p;
    if (grab(&p, 256) != hipSuccess) return 1;
    touch<<<1,256>>>((char *)p);
    return drop(p) != hipSuccess;
}
