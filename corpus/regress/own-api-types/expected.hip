// The driver's types, for a program that finds its functions with dlsym.
#include <hip/hip_runtime.h>
#include <stdio.h>

typedef unsigned long long hipDeviceptr_t;
typedef int hipDevice_t;
typedef struct ihipStream_t *hipStream_t;

typedef enum hipError_t {
    hipSuccess = 0,
    hipErrorInvalidValue = 1,
#ifdef WITH_ALL
    hipErrorNotFound = 500,
#endif
} hipError_t;

struct Driver {
    hipError_t (*init)(unsigned);
    hipError_t (*device)(hipDevice_t *, int);
    hipError_t (*allocate)(hipDeviceptr_t *, size_t);
};

typedef struct HIP_ARRAY_DESCRIPTOR {
    size_t Width;
    size_t Height;
} HIP_ARRAY_DESCRIPTOR;

bool works(const Driver &driver)
{
    hipError_t made = driver.init(0);
    if (made != hipSuccess) {
        printf("no driver: %d\n", (int)made);
    }
    return made == hipSuccess;
}
