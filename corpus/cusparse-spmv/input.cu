// Sparse matrix times vector, and pieces of a preconditioner.
#include <cuda_runtime.h>
#include <cusparse.h>
#include <cstdio>
#include <vector>

#define CHECK_CUSPARSE(call)                                                                     \
    {                                                                                            \
        cusparseStatus_t status = (call);                                                        \
        if (status != CUSPARSE_STATUS_SUCCESS) {                                                 \
            printf("cuSPARSE failed in line %d: %s\n", __LINE__, cusparseGetErrorString(status)); \
            return 1;                                                                            \
        }                                                                                        \
    }

struct Csr {
    int rows, columns, nonzeros;
    int *offsets, *indices;
    float *values;
};

int multiply(cusparseHandle_t handle, const Csr &a, float *x, float *y)
{
    cusparseSpMatDescr_t matrix;
    cusparseDnVecDescr_t in, out;
    float alpha = 1.0f, beta = 0.0f;
    size_t bytes = 0;
    void *buffer = nullptr;
    CHECK_CUSPARSE(cusparseCreateCsr(&matrix, a.rows, a.columns, a.nonzeros, a.offsets, a.indices, a.values,
                                     CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO,
                                     CUDA_R_32F))
    CHECK_CUSPARSE(cusparseCreateDnVec(&in, a.columns, x, CUDA_R_32F))
    CHECK_CUSPARSE(cusparseCreateDnVec(&out, a.rows, y, CUDA_R_32F))
    CHECK_CUSPARSE(cusparseSpMV_bufferSize(handle, CUSPARSE_OPERATION_NON_TRANSPOSE, &alpha, matrix, in, &beta,
                                           out, CUDA_R_32F, CUSPARSE_SPMV_ALG_DEFAULT, &bytes))
    cudaMalloc(&buffer, bytes);
    CHECK_CUSPARSE(cusparseSpMV(handle, CUSPARSE_OPERATION_NON_TRANSPOSE, &alpha, matrix, in, &beta, out,
                                CUDA_R_32F, CUSPARSE_SPMV_CSR_ALG2, buffer))
    cudaFree(buffer);
    CHECK_CUSPARSE(cusparseDestroySpMat(matrix))
    CHECK_CUSPARSE(cusparseDestroyDnVec(in))
    CHECK_CUSPARSE(cusparseDestroyDnVec(out))
    return 0;
}

int transpose(cusparseHandle_t handle, const Csr &a, Csr &t)
{
    size_t bytes = 0;
    void *buffer = nullptr;
    CHECK_CUSPARSE(cusparseCsr2cscEx2_bufferSize(handle, a.rows, a.columns, a.nonzeros, a.values, a.offsets,
                                                 a.indices, t.values, t.offsets, t.indices, CUDA_R_32F,
                                                 CUSPARSE_ACTION_NUMERIC, CUSPARSE_INDEX_BASE_ZERO,
                                                 CUSPARSE_CSR2CSC_ALG_DEFAULT, &bytes))
    cudaMalloc(&buffer, bytes);
    CHECK_CUSPARSE(cusparseCsr2cscEx2(handle, a.rows, a.columns, a.nonzeros, a.values, a.offsets, a.indices,
                                      t.values, t.offsets, t.indices, CUDA_R_32F, CUSPARSE_ACTION_NUMERIC,
                                      CUSPARSE_INDEX_BASE_ZERO, CUSPARSE_CSR2CSC_ALG_DEFAULT, buffer))
    cudaFree(buffer);
    return 0;
}

int factorize(cusparseHandle_t handle, Csr &a)
{
    cusparseMatDescr_t description;
    csrilu02Info_t info;
    int bytes = 0, pivot = -1;
    void *buffer = nullptr;
    CHECK_CUSPARSE(cusparseCreateMatDescr(&description))
    cusparseSetMatType(description, CUSPARSE_MATRIX_TYPE_GENERAL);
    cusparseSetMatIndexBase(description, CUSPARSE_INDEX_BASE_ZERO);
    CHECK_CUSPARSE(cusparseCreateCsrilu02Info(&info))
    CHECK_CUSPARSE(cusparseScsrilu02_bufferSize(handle, a.rows, a.nonzeros, description, a.values, a.offsets,
                                                a.indices, info, &bytes))
    cudaMalloc(&buffer, bytes);
    CHECK_CUSPARSE(cusparseScsrilu02_analysis(handle, a.rows, a.nonzeros, description, a.values, a.offsets,
                                              a.indices, info, CUSPARSE_SOLVE_POLICY_USE_LEVEL, buffer))
    CHECK_CUSPARSE(cusparseScsrilu02(handle, a.rows, a.nonzeros, description, a.values, a.offsets, a.indices,
                                     info, CUSPARSE_SOLVE_POLICY_USE_LEVEL, buffer))
    if (cusparseXcsrilu02_zeroPivot(handle, info, &pivot) == CUSPARSE_STATUS_ZERO_PIVOT) {
        printf("zero pivot in row %d\n", pivot);
    }
    cudaFree(buffer);
    cusparseDestroyCsrilu02Info(info);
    cusparseDestroyMatDescr(description);
    return 0;
}

int main()
{
    cusparseHandle_t handle;
    cudaStream_t stream;
    int version = 0;
    cudaStreamCreate(&stream);
    CHECK_CUSPARSE(cusparseCreate(&handle))
    CHECK_CUSPARSE(cusparseSetStream(handle, stream))
    CHECK_CUSPARSE(cusparseSetPointerMode(handle, CUSPARSE_POINTER_MODE_HOST))
    CHECK_CUSPARSE(cusparseGetVersion(handle, &version))
    printf("version %d\n", version);
    CHECK_CUSPARSE(cusparseDestroy(handle))
    cudaStreamDestroy(stream);
    return 0;
}
