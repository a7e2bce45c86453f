#include <hip/hip_runtime.h>
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

hipError_t keepInCache(hipStream_t stream, float *data, size_t bytes)
{
    hipDeviceProp_t prop;
    hipGetDeviceProperties(&prop, 0);
    if (prop.persistingL2CacheMaxSize <= 0)
        return hipErrorNotSupported;
    hipDeviceSetLimit(cudaLimitPersistingL2CacheSize, prop.persistingL2CacheMaxSize);

    hipStreamAttrValue attribute = {};
    attribute.accessPolicyWindow.base_ptr = data;
    attribute.accessPolicyWindow.num_bytes = bytes;
    attribute.accessPolicyWindow.hitRatio = 0.6f;
    attribute.accessPolicyWindow.hitProp = hipAccessPropertyPersisting;
    attribute.accessPolicyWindow.missProp = hipAccessPropertyStreaming;
    const hipError_t err = hipStreamSetAttribute(stream, hipStreamAttributeAccessPolicyWindow, &attribute);
    cudaCtxResetPersistingL2Cache();
    return err;
}

hipError_t launchDependent(const float *in, float *out, int n, hipStream_t stream)
{
    hipLaunchAttribute attributes[2];
    attributes[0].id = cudaLaunchAttributeProgrammaticStreamSerialization;
    attributes[0].val.programmaticStreamSerializationAllowed = 1;
    attributes[1].id = cudaLaunchAttributeClusterDimension;
    attributes[1].val.clusterDim.x = 2;
    attributes[1].val.clusterDim.y = 1;
    attributes[1].val.clusterDim.z = 1;

    hipLaunchConfig_t config = {};
    config.gridDim = dim3((n + 255) / 256);
    config.blockDim = dim3(256);
    config.stream = stream;
    config.attrs = attributes;
    config.numAttrs = 2;

    int clusters = 0;
    cudaOccupancyMaxActiveClusters(&clusters, consumer, &config);
    std::printf("%d clusters\n", clusters);
    return hipLaunchKernelEx(&config, consumer, in, out, n);
}
