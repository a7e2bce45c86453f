// Functions that cuSPARSE lost with CUDA 11 and 12, and hipSPARSE kept.
#include <hip/hip_runtime.h>
#include <hipsparse/hipsparse.h>

struct Matrix {
    int rows, columns, nonzeros;
    int *offsets, *indices;
    double *values;
};

hipsparseStatus_t multiply(hipsparseHandle_t handle, hipsparseMatDescr_t description, const Matrix &a,
                          const double *x, double *y)
{
    const double one = 1.0, zero = 0.0;
    return hipsparseDcsrmv(handle, HIPSPARSE_OPERATION_NON_TRANSPOSE, a.rows, a.columns, a.nonzeros, &one,
                          description, a.values, a.offsets, a.indices, x, &zero, y);
}

hipsparseStatus_t hybrid(hipsparseHandle_t handle, hipsparseMatDescr_t description, const Matrix &a,
                        const double *x, double *y)
{
    const double one = 1.0, zero = 0.0;
    hipsparseHybMat_t hyb;
    hipsparseCreateHybMat(&hyb);
    hipsparseDcsr2hyb(handle, a.rows, a.columns, description, a.values, a.offsets, a.indices, hyb, 0,
                     HIPSPARSE_HYB_PARTITION_AUTO);
    hipsparseStatus_t status = hipsparseDhybmv(handle, HIPSPARSE_OPERATION_NON_TRANSPOSE, &one, description, hyb,
                                             x, &zero, y);
    hipsparseDestroyHybMat(hyb);
    return status;
}

hipsparseStatus_t square(hipsparseHandle_t handle, hipsparseMatDescr_t description, const Matrix &a, Matrix &c)
{
    int *total = &c.nonzeros;
    hipsparseDcsr2csc(handle, a.rows, a.columns, a.nonzeros, a.values, a.offsets, a.indices, c.values,
                     c.indices, c.offsets, HIPSPARSE_ACTION_NUMERIC, HIPSPARSE_INDEX_BASE_ZERO);
    hipsparseXcsrgemmNnz(handle, HIPSPARSE_OPERATION_NON_TRANSPOSE, HIPSPARSE_OPERATION_NON_TRANSPOSE, a.rows,
                        a.rows, a.rows, description, a.nonzeros, a.offsets, a.indices, description,
                        a.nonzeros, a.offsets, a.indices, description, c.offsets, total);
    hipMalloc((void **)&c.indices, sizeof(int) * c.nonzeros);
    hipMalloc((void **)&c.values, sizeof(double) * c.nonzeros);
    return hipsparseDcsrgemm(handle, HIPSPARSE_OPERATION_NON_TRANSPOSE, HIPSPARSE_OPERATION_NON_TRANSPOSE, a.rows,
                            a.rows, a.rows, description, a.nonzeros, a.values, a.offsets, a.indices,
                            description, a.nonzeros, a.values, a.offsets, a.indices, description, c.values,
                            c.offsets, c.indices);
}

hipsparseStatus_t solve(hipsparseHandle_t handle, hipsparseMatDescr_t description, Matrix &a, const double *x,
                       double *y)
{
    const double one = 1.0;
    csrsv2Info_t info;
    int bytes = 0;
    void *buffer = NULL;
    hipsparseCreateCsrsv2Info(&info);
    hipsparseDcsrsv2_bufferSize(handle, HIPSPARSE_OPERATION_NON_TRANSPOSE, a.rows, a.nonzeros, description,
                               a.values, a.offsets, a.indices, info, &bytes);
    hipMalloc(&buffer, bytes);
    hipsparseDcsrsv2_analysis(handle, HIPSPARSE_OPERATION_NON_TRANSPOSE, a.rows, a.nonzeros, description,
                             a.values, a.offsets, a.indices, info, HIPSPARSE_SOLVE_POLICY_NO_LEVEL, buffer);
    hipsparseStatus_t status =
        hipsparseDcsrsv2_solve(handle, HIPSPARSE_OPERATION_NON_TRANSPOSE, a.rows, a.nonzeros, &one, description,
                              a.values, a.offsets, a.indices, info, x, y, HIPSPARSE_SOLVE_POLICY_NO_LEVEL, buffer);
    hipFree(buffer);
    hipsparseDestroyCsrsv2Info(info);
    return status;
}
