#include <cuda_runtime.h>
#include <cstdio>

__global__ void consumer(const float *in, float *out, int n)
{
#if __CUDA_ARCH__ >= 900
    cudaGridDependencySynchronize();
#endif
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = 2.0f * in[i];
}

cudaError_t keepInCache(cudaStream_t stream, float *data, size_t bytes)
{
    cudaDeviceProp prop;
    cudaGetDeviceProperties(&prop, 0);
    if (prop.persistingL2CacheMaxSize <= 0)
        return cudaErrorNotSupported;
    cudaDeviceSetLimit(cudaLimitPersistingL2CacheSize, prop.persistingL2CacheMaxSize);

    cudaStreamAttrValue attribute = {};
    attribute.accessPolicyWindow.base_ptr = data;
    attribute.accessPolicyWindow.num_bytes = bytes;
    attribute.accessPolicyWindow.hitRatio = 0.6f;
    attribute.accessPolicyWindow.hitProp = cudaAccessPropertyPersisting;
    attribute.accessPolicyWindow.missProp = cudaAccessPropertyStreaming;
    const cudaError_t err = cudaStreamSetAttribute(stream, cudaStreamAttributeAccessPolicyWindow, &attribute);
    cudaCtxResetPersistingL2Cache();
    return err;
}

cudaError_t launchDependent(const float *in, float *out, int n, cudaStream_t stream)
{
    cudaLaunchAttribute attributes[2];
    attributes[0].id = cudaLaunchAttributeProgrammaticStreamSerialization;
    attributes[0].val.programmaticStreamSerializationAllowed = 1;
    attributes[1].id = cudaLaunchAttributeClusterDimension;
    attributes[1].val.clusterDim.x = 2;
    attributes[1].val.clusterDim.y = 1;
    attributes[1].val.clusterDim.z = 1;

    cudaLaunchConfig_t config = {};
    config.gridDim = dim3((n + 255) / 256);
    config.blockDim = dim3(256);
    config.stream = stream;
    config.attrs = attributes;
    config.numAttrs = 2;

    int clusters = 0;
    cudaOccupancyMaxActiveClusters(&clusters, consumer, &config);
    std::printf("%d clusters\n", clusters);
    return cudaLaunchKernelEx(&config, consumer, in, out, n);
}
