#include <cuda_runtime.h>
#include <cusparse.h>
#include <cstdlib>

#define CHECK(call)                                                                                                   \
    do {                                                                                                              \
        if ((call) != CUSPARSE_STATUS_SUCCESS) std::abort();                                                          \
    } while (0)

// Solves A * C = alpha * B for two right sides in a row.
void solve(cusparseHandle_t handle, cusparseSpMatDescr_t A, cusparseDnMatDescr_t B, cusparseDnMatDescr_t C)
{
    const float alpha = 1.0f;
    const cusparseOperation_t plain = CUSPARSE_OPERATION_NON_TRANSPOSE;
    cusparseSpSMDescr_t descr;
    CHECK(cusparseSpSM_createDescr(&descr));
    size_t bytes = 0;
    void *buffer = nullptr;
    CHECK(cusparseSpSM_bufferSize(handle, plain, plain, &alpha, A, B, C, CUDA_R_32F, CUSPARSE_SPSM_ALG_DEFAULT, descr,
                                  &bytes));
    cudaMalloc(&buffer, bytes);
    CHECK(cusparseSpSM_analysis(handle, plain, plain, &alpha, A, B, C, CUDA_R_32F, CUSPARSE_SPSM_ALG_DEFAULT, descr,
                                buffer));
    for (int i = 0; i < 2; i++) {
        CHECK(cusparseSpSM_solve(handle, plain, plain, &alpha, A, B, C, CUDA_R_32F, CUSPARSE_SPSM_ALG_DEFAULT, descr));
    }
    cudaFree(buffer);
    CHECK(cusparseSpSM_destroyDescr(descr));
}
