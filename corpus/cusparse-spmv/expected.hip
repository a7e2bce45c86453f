// Sparse matrix times vector, and pieces of a preconditioner.
#include <hip/hip_runtime.h>
#include <hipsparse/hipsparse.h>
#include <cstdio>
#include <vector>

#define CHECK_CUSPARSE(call)                                                                     \
    {                                                                                            \
        hipsparseStatus_t status = (call);                                                        \
        if (status != HIPSPARSE_STATUS_SUCCESS) {                                                 \
            printf("cuSPARSE failed in line %d: %s\n", __LINE__, hipsparseGetErrorString(status)); \
            return 1;                                                                            \
        }                                                                                        \
    }

struct Csr {
    int rows, columns, nonzeros;
    int *offsets, *indices;
    float *values;
};

int multiply(hipsparseHandle_t handle, const Csr &a, float *x, float *y)
{
    hipsparseSpMatDescr_t matrix;
    hipsparseDnVecDescr_t in, out;
    float alpha = 1.0f, beta = 0.0f;
    size_t bytes = 0;
    void *buffer = nullptr;
    CHECK_CUSPARSE(hipsparseCreateCsr(&matrix, a.rows, a.columns, a.nonzeros, a.offsets, a.indices, a.values,
                                     HIPSPARSE_INDEX_32I, HIPSPARSE_INDEX_32I, HIPSPARSE_INDEX_BASE_ZERO,
                                     HIP_R_32F))
    CHECK_CUSPARSE(hipsparseCreateDnVec(&in, a.columns, x, HIP_R_32F))
    CHECK_CUSPARSE(hipsparseCreateDnVec(&out, a.rows, y, HIP_R_32F))
    CHECK_CUSPARSE(hipsparseSpMV_bufferSize(handle, HIPSPARSE_OPERATION_NON_TRANSPOSE, &alpha, matrix, in, &beta,
                                           out, HIP_R_32F, HIPSPARSE_SPMV_ALG_DEFAULT, &bytes))
    hipMalloc(&buffer, bytes);
    CHECK_CUSPARSE(hipsparseSpMV(handle, HIPSPARSE_OPERATION_NON_TRANSPOSE, &alpha, matrix, in, &beta, out,
                                HIP_R_32F, HIPSPARSE_SPMV_CSR_ALG2, buffer))
    hipFree(buffer);
    CHECK_CUSPARSE(hipsparseDestroySpMat(matrix))
    CHECK_CUSPARSE(hipsparseDestroyDnVec(in))
    CHECK_CUSPARSE(hipsparseDestroyDnVec(out))
    return 0;
}

int transpose(hipsparseHandle_t handle, const Csr &a, Csr &t)
{
    size_t bytes = 0;
    void *buffer = nullptr;
    CHECK_CUSPARSE(hipsparseCsr2cscEx2_bufferSize(handle, a.rows, a.columns, a.nonzeros, a.values, a.offsets,
                                                 a.indices, t.values, t.offsets, t.indices, HIP_R_32F,
                                                 HIPSPARSE_ACTION_NUMERIC, HIPSPARSE_INDEX_BASE_ZERO,
                                                 HIPSPARSE_CSR2CSC_ALG_DEFAULT, &bytes))
    hipMalloc(&buffer, bytes);
    CHECK_CUSPARSE(hipsparseCsr2cscEx2(handle, a.rows, a.columns, a.nonzeros, a.values, a.offsets, a.indices,
                                      t.values, t.offsets, t.indices, HIP_R_32F, HIPSPARSE_ACTION_NUMERIC,
                                      HIPSPARSE_INDEX_BASE_ZERO, HIPSPARSE_CSR2CSC_ALG_DEFAULT, buffer))
    hipFree(buffer);
    return 0;
}

int factorize(hipsparseHandle_t handle, Csr &a)
{
    hipsparseMatDescr_t description;
    csrilu02Info_t info;
    int bytes = 0, pivot = -1;
    void *buffer = nullptr;
    CHECK_CUSPARSE(hipsparseCreateMatDescr(&description))
    hipsparseSetMatType(description, HIPSPARSE_MATRIX_TYPE_GENERAL);
    hipsparseSetMatIndexBase(description, HIPSPARSE_INDEX_BASE_ZERO);
    CHECK_CUSPARSE(hipsparseCreateCsrilu02Info(&info))
    CHECK_CUSPARSE(hipsparseScsrilu02_bufferSize(handle, a.rows, a.nonzeros, description, a.values, a.offsets,
                                                a.indices, info, &bytes))
    hipMalloc(&buffer, bytes);
    CHECK_CUSPARSE(hipsparseScsrilu02_analysis(handle, a.rows, a.nonzeros, description, a.values, a.offsets,
                                              a.indices, info, HIPSPARSE_SOLVE_POLICY_USE_LEVEL, buffer))
    CHECK_CUSPARSE(hipsparseScsrilu02(handle, a.rows, a.nonzeros, description, a.values, a.offsets, a.indices,
                                     info, HIPSPARSE_SOLVE_POLICY_USE_LEVEL, buffer))
    if (hipsparseXcsrilu02_zeroPivot(handle, info, &pivot) == HIPSPARSE_STATUS_ZERO_PIVOT) {
        printf("zero pivot in row %d\n", pivot);
    }
    hipFree(buffer);
    hipsparseDestroyCsrilu02Info(info);
    hipsparseDestroyMatDescr(description);
    return 0;
}

int main()
{
    hipsparseHandle_t handle;
    hipStream_t stream;
    int version = 0;
    hipStreamCreate(&stream);
    CHECK_CUSPARSE(hipsparseCreate(&handle))
    CHECK_CUSPARSE(hipsparseSetStream(handle, stream))
    CHECK_CUSPARSE(hipsparseSetPointerMode(handle, HIPSPARSE_POINTER_MODE_HOST))
    CHECK_CUSPARSE(hipsparseGetVersion(handle, &version))
    printf("version %d\n", version);
    CHECK_CUSPARSE(hipsparseDestroy(handle))
    hipStreamDestroy(stream);
    return 0;
}
