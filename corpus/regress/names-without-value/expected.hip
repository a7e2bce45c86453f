#include <hip/hip_runtime.h>
#include <hipblaslt/hipblaslt.h>
#include <hipblas/hipblas.h>

int in_place(hipblasLtMatmulDescOpaque_t *product, hipblasLtMatrixLayoutOpaque_t *layout)
{
    cublasLtMatmulDescInit(product, HIPBLAS_COMPUTE_32F, HIP_R_32F);



    return cublasLtMatrixLayoutInit(layout, HIP_R_32F, 16, 16, 16);
}

int library()
{
    return CUBLAS_VERSION;
}

bool has_clusters(const hipDeviceProp_t &device)
{
    return device.clusterLaunch && device.concurrentKernels;
}
