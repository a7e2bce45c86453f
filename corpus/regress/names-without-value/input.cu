#include <cublasLt.h>
#include <cublas_v2.h>

int in_place(cublasLtMatmulDescOpaque_t *product, cublasLtMatrixLayoutOpaque_t *layout)
{
    cublasLtMatmulDescInit(product, CUBLAS_COMPUTE_32F, CUDA_R_32F);



    return cublasLtMatrixLayoutInit(layout, CUDA_R_32F, 16, 16, 16);
}

int library()
{
    return CUBLAS_VERSION;
}

bool has_clusters(const cudaDeviceProp &device)
{
    return device.clusterLaunch && device.concurrentKernels;
}
