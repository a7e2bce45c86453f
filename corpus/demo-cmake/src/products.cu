#include <cublas_v2.h>

#include "solver.h"

bool product(const float *a, const float *b, float *c, int n)
{
    cublasHandle_t handle;
    if (cublasCreate(&handle) != CUBLAS_STATUS_SUCCESS) return false;
    const float one = 1, zero = 0;
    auto done = cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, n, n, n, &one, a, n, b, n, &zero, c, n);
    cublasDestroy(handle);
    return done == CUBLAS_STATUS_SUCCESS;
}
