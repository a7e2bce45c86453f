#include <hip/hip_runtime.h>

__global__ void scale(float *cells, float by) { cells[blockIdx.x * blockDim.x + threadIdx.x] *= by; }

void launch(float *cells, hipStream_t stream)
{
    hipLaunchConfig_t config = {};
    config.gridDim = dim3(4);
    config.blockDim = dim3(64);
    config.stream = stream;

    hipLaunchAttribute attributes[3];
    attributes[0].id = hipLaunchAttributePriority;
    attributes[0].val.priority = 1;



    attributes[1].val.clusterDim.x = 2;
    attributes[1].val.clusterDim.y = 1;



    attributes[2].val.programmaticStreamSerializationAllowed = 1;
    config.attrs = attributes;
    config.numAttrs = 3;
    hipLaunchKernelEx(&config, scale, cells, 2.0f);
}

int numa(const hipDeviceProp_t &prop)
{
    return prop.deviceNumaId + prop.pciBusID;
}

void texture(hipTextureDesc *desc, hipResourceDesc from, hipMemPoolProps *pool)
{
    desc->sRGB = 0;
    desc->seamlessCubemap = 1;
    from.flags = 0;
    from.resType = hipResourceTypeArray;



    pool->usage = 0;
    pool->maxSize = 1 << 20;
}
