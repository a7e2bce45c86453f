#include <hip/hip_runtime.h>
#include <hipsparse/hipsparse.h>
#include <cstdlib>

#define CHECK(call)                                                                                                   \
    do {                                                                                                              \
        if ((call) != HIPSPARSE_STATUS_SUCCESS) std::abort();                                                          \
    } while (0)

// Solves A * C = alpha * B for two right sides in a row.
void solve(hipsparseHandle_t handle, hipsparseSpMatDescr_t A, hipsparseDnMatDescr_t B, hipsparseDnMatDescr_t C)
{
    const float alpha = 1.0f;
    const hipsparseOperation_t plain = HIPSPARSE_OPERATION_NON_TRANSPOSE;
    hipsparseSpSMDescr_t descr;
    CHECK(hipsparseSpSM_createDescr(&descr));
    size_t bytes = 0;
    void *buffer = nullptr;
    CHECK(hipsparseSpSM_bufferSize(handle, plain, plain, &alpha, A, B, C, HIP_R_32F, HIPSPARSE_SPSM_ALG_DEFAULT, descr,
                                  &bytes));
    hipMalloc(&buffer, bytes);
    CHECK(hipsparseSpSM_analysis(handle, plain, plain, &alpha, A, B, C, HIP_R_32F, HIPSPARSE_SPSM_ALG_DEFAULT, descr,
                                buffer));
    for (int i = 0; i < 2; i++) {
        CHECK(hipsparseSpSM_solve(handle, plain, plain, &alpha, A, B, C, HIP_R_32F, HIPSPARSE_SPSM_ALG_DEFAULT, descr, buffer));
    }
    hipFree(buffer);
    CHECK(hipsparseSpSM_destroyDescr(descr));
}
