#include <cstdio>
#ifdef USE_HIPBLAS
#include <hip/hip_runtime.h>
#include <hipblas/hipblas.h>
#elif defined(USE_CUBLAS)
#include <hipblas/hipblas.h>
#include <hip/hip_runtime.h>
#endif

bool multiplied(int n, const float *a, const float *b, float *c)
{
#ifdef USE_CUBLAS
    const float one = 1, zero = 0;
    static hipblasHandle_t handle;
    return hipblasCreate(&handle) == HIPBLAS_STATUS_SUCCESS &&
           hipblasSgemm(handle, HIPBLAS_OP_T, HIPBLAS_OP_N, n, n, n, &one, a, n, b, n, &zero, c, n) == HIPBLAS_STATUS_SUCCESS;
#elif defined(USE_HIPBLAS)
    const float one = 1, zero = 0;
    static hipblasHandle_t handle;
    return hipblasCreate(&handle) == HIPBLAS_STATUS_SUCCESS &&
           hipblasSgemm(handle, HIPBLAS_OP_T, HIPBLAS_OP_N, n, n, n, &one, a, n, b, n, &zero, c, n) == HIPBLAS_STATUS_SUCCESS;
#else
    std::printf("neither %d %p %p %p\n", n, (const void *)a, (const void *)b, (void *)c);
    return false;
#endif
}

int main() { return multiplied(0, nullptr, nullptr, nullptr); }
