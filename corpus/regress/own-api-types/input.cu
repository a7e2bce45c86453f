// The driver's types, for a program that finds its functions with dlsym.
#include <stdio.h>

typedef unsigned long long CUdeviceptr;
typedef int CUdevice;
typedef struct CUstream_st *CUstream;

typedef enum cudaError_enum {
    CUDA_SUCCESS = 0,
    CUDA_ERROR_INVALID_VALUE = 1,
#ifdef WITH_ALL
    CUDA_ERROR_NOT_FOUND = 500,
#endif
} CUresult;

struct Driver {
    CUresult (*init)(unsigned);
    CUresult (*device)(CUdevice *, int);
    CUresult (*allocate)(CUdeviceptr *, size_t);
};

typedef struct CUDA_ARRAY_DESCRIPTOR_st {
    size_t Width;
    size_t Height;
} CUDA_ARRAY_DESCRIPTOR;

bool works(const Driver &driver)
{
    CUresult made = driver.init(0);
    if (made != CUDA_SUCCESS) {
        printf("no driver: %d\n", (int)made);
    }
    return made == CUDA_SUCCESS;
}
