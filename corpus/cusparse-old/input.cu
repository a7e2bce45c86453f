// Functions that cuSPARSE lost with CUDA 11 and 12, and hipSPARSE kept.
#include <cuda_runtime.h>
#include <cusparse_v2.h>

struct Matrix {
    int rows, columns, nonzeros;
    int *offsets, *indices;
    double *values;
};

cusparseStatus_t multiply(cusparseHandle_t handle, cusparseMatDescr_t description, const Matrix &a,
                          const double *x, double *y)
{
    const double one = 1.0, zero = 0.0;
    return cusparseDcsrmv(handle, CUSPARSE_OPERATION_NON_TRANSPOSE, a.rows, a.columns, a.nonzeros, &one,
                          description, a.values, a.offsets, a.indices, x, &zero, y);
}

cusparseStatus_t hybrid(cusparseHandle_t handle, cusparseMatDescr_t description, const Matrix &a,
                        const double *x, double *y)
{
    const double one = 1.0, zero = 0.0;
    cusparseHybMat_t hyb;
    cusparseCreateHybMat(&hyb);
    cusparseDcsr2hyb(handle, a.rows, a.columns, description, a.values, a.offsets, a.indices, hyb, 0,
                     CUSPARSE_HYB_PARTITION_AUTO);
    cusparseStatus_t status = cusparseDhybmv(handle, CUSPARSE_OPERATION_NON_TRANSPOSE, &one, description, hyb,
                                             x, &zero, y);
    cusparseDestroyHybMat(hyb);
    return status;
}

cusparseStatus_t square(cusparseHandle_t handle, cusparseMatDescr_t description, const Matrix &a, Matrix &c)
{
    int *total = &c.nonzeros;
    cusparseDcsr2csc(handle, a.rows, a.columns, a.nonzeros, a.values, a.offsets, a.indices, c.values,
                     c.indices, c.offsets, CUSPARSE_ACTION_NUMERIC, CUSPARSE_INDEX_BASE_ZERO);
    cusparseXcsrgemmNnz(handle, CUSPARSE_OPERATION_NON_TRANSPOSE, CUSPARSE_OPERATION_NON_TRANSPOSE, a.rows,
                        a.rows, a.rows, description, a.nonzeros, a.offsets, a.indices, description,
                        a.nonzeros, a.offsets, a.indices, description, c.offsets, total);
    cudaMalloc((void **)&c.indices, sizeof(int) * c.nonzeros);
    cudaMalloc((void **)&c.values, sizeof(double) * c.nonzeros);
    return cusparseDcsrgemm(handle, CUSPARSE_OPERATION_NON_TRANSPOSE, CUSPARSE_OPERATION_NON_TRANSPOSE, a.rows,
                            a.rows, a.rows, description, a.nonzeros, a.values, a.offsets, a.indices,
                            description, a.nonzeros, a.values, a.offsets, a.indices, description, c.values,
                            c.offsets, c.indices);
}

cusparseStatus_t solve(cusparseHandle_t handle, cusparseMatDescr_t description, Matrix &a, const double *x,
                       double *y)
{
    const double one = 1.0;
    csrsv2Info_t info;
    int bytes = 0;
    void *buffer = NULL;
    cusparseCreateCsrsv2Info(&info);
    cusparseDcsrsv2_bufferSize(handle, CUSPARSE_OPERATION_NON_TRANSPOSE, a.rows, a.nonzeros, description,
                               a.values, a.offsets, a.indices, info, &bytes);
    cudaMalloc(&buffer, bytes);
    cusparseDcsrsv2_analysis(handle, CUSPARSE_OPERATION_NON_TRANSPOSE, a.rows, a.nonzeros, description,
                             a.values, a.offsets, a.indices, info, CUSPARSE_SOLVE_POLICY_NO_LEVEL, buffer);
    cusparseStatus_t status =
        cusparseDcsrsv2_solve(handle, CUSPARSE_OPERATION_NON_TRANSPOSE, a.rows, a.nonzeros, &one, description,
                              a.values, a.offsets, a.indices, info, x, y, CUSPARSE_SOLVE_POLICY_NO_LEVEL, buffer);
    cudaFree(buffer);
    cusparseDestroyCsrsv2Info(info);
    return status;
}
