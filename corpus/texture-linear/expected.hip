#include <hip/hip_runtime.h>

// Sparse matrix times vector, with x read through the texture cache.
__global__ void spmvEll(int rows, int width, const int *__restrict__ cols, const float *__restrict__ vals,
                        hipTextureObject_t x, float *__restrict__ y)
{
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows)
        return;
    float sum = 0;
    for (int k = 0; k < width; ++k)
        sum += __ldg(vals + k * rows + row) * tex1Dfetch<float>(x, __ldg(cols + k * rows + row));
    y[row] = sum;
}

__global__ void sampleVolume(hipTextureObject_t volume, hipTextureObject_t layers, const float3 *where, float4 *out, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        const float3 p = where[i];
        const float4 a = tex3D<float4>(volume, p.x, p.y, p.z);
        const float4 b = tex2DLayered<float4>(layers, p.x, p.y, (int)p.z);
        out[i] = make_float4(a.x * b.x, a.y * b.y, a.z * b.z, a.w * b.w);
    }
}

hipTextureObject_t bindLinear(const float *device, size_t count)
{
    hipResourceDesc res{};
    res.resType = hipResourceTypeLinear;
    res.res.linear.devPtr = const_cast<float *>(device);
    res.res.linear.desc = hipCreateChannelDesc<float>();
    res.res.linear.sizeInBytes = count * sizeof(float);

    hipTextureDesc desc{};
    desc.readMode = hipReadModeElementType;

    hipTextureObject_t tex = 0;
    hipCreateTextureObject(&tex, &res, &desc, nullptr);
    return tex;
}

hipTextureObject_t bindVolume(const uchar4 *host, hipExtent size, hipArray_t *array, bool layered)
{
    const hipChannelFormatDesc format = hipCreateChannelDesc<uchar4>();
    hipMalloc3DArray(array, &format, size, layered ? hipArrayLayered : hipArrayDefault);

    hipMemcpy3DParms copy{};
    copy.srcPtr = make_hipPitchedPtr(const_cast<uchar4 *>(host), size.width * sizeof(uchar4), size.width, size.height);
    copy.dstArray = *array;
    copy.extent = size;
    copy.kind = hipMemcpyHostToDevice;
    hipMemcpy3D(&copy);

    hipResourceDesc res{};
    res.resType = hipResourceTypeArray;
    res.res.array.array = *array;
    hipTextureDesc desc{};
    desc.addressMode[0] = desc.addressMode[1] = desc.addressMode[2] = hipAddressModeClamp;
    desc.filterMode = hipFilterModeLinear;
    desc.readMode = hipReadModeNormalizedFloat;
    desc.maxAnisotropy = 1;
    desc.mipmapFilterMode = hipFilterModePoint;

    hipTextureObject_t tex = 0;
    hipCreateTextureObject(&tex, &res, &desc, nullptr);
    return tex;
}
