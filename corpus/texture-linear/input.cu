#include <cuda_runtime.h>

// Sparse matrix times vector, with x read through the texture cache.
__global__ void spmvEll(int rows, int width, const int *__restrict__ cols, const float *__restrict__ vals,
                        cudaTextureObject_t x, float *__restrict__ y)
{
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows)
        return;
    float sum = 0;
    for (int k = 0; k < width; ++k)
        sum += __ldg(vals + k * rows + row) * tex1Dfetch<float>(x, __ldg(cols + k * rows + row));
    y[row] = sum;
}

__global__ void sampleVolume(cudaTextureObject_t volume, cudaTextureObject_t layers, const float3 *where, float4 *out, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        const float3 p = where[i];
        const float4 a = tex3D<float4>(volume, p.x, p.y, p.z);
        const float4 b = tex2DLayered<float4>(layers, p.x, p.y, (int)p.z);
        out[i] = make_float4(a.x * b.x, a.y * b.y, a.z * b.z, a.w * b.w);
    }
}

cudaTextureObject_t bindLinear(const float *device, size_t count)
{
    cudaResourceDesc res{};
    res.resType = cudaResourceTypeLinear;
    res.res.linear.devPtr = const_cast<float *>(device);
    res.res.linear.desc = cudaCreateChannelDesc<float>();
    res.res.linear.sizeInBytes = count * sizeof(float);

    cudaTextureDesc desc{};
    desc.readMode = cudaReadModeElementType;

    cudaTextureObject_t tex = 0;
    cudaCreateTextureObject(&tex, &res, &desc, nullptr);
    return tex;
}

cudaTextureObject_t bindVolume(const uchar4 *host, cudaExtent size, cudaArray_t *array, bool layered)
{
    const cudaChannelFormatDesc format = cudaCreateChannelDesc<uchar4>();
    cudaMalloc3DArray(array, &format, size, layered ? cudaArrayLayered : cudaArrayDefault);

    cudaMemcpy3DParms copy{};
    copy.srcPtr = make_cudaPitchedPtr(const_cast<uchar4 *>(host), size.width * sizeof(uchar4), size.width, size.height);
    copy.dstArray = *array;
    copy.extent = size;
    copy.kind = cudaMemcpyHostToDevice;
    cudaMemcpy3D(&copy);

    cudaResourceDesc res{};
    res.resType = cudaResourceTypeArray;
    res.res.array.array = *array;
    cudaTextureDesc desc{};
    desc.addressMode[0] = desc.addressMode[1] = desc.addressMode[2] = cudaAddressModeClamp;
    desc.filterMode = cudaFilterModeLinear;
    desc.readMode = cudaReadModeNormalizedFloat;
    desc.maxAnisotropy = 1;
    desc.mipmapFilterMode = cudaFilterModePoint;

    cudaTextureObject_t tex = 0;
    cudaCreateTextureObject(&tex, &res, &desc, nullptr);
    return tex;
}
