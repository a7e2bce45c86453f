#include <cuda_runtime.h>
#include <surface_types.h>
#include <surface_indirect_functions.h>

__global__ void copySurface(cudaSurfaceObject_t in, cudaSurfaceObject_t out, int width, int height)
{
    const unsigned x = blockIdx.x * blockDim.x + threadIdx.x;
    const unsigned y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < width && y < height) {
        uchar4 data;
        surf2Dread(&data, in, x * 4, y);
        data.x = 255 - data.x;
        surf2Dwrite(data, out, x * 4, y);
        surf2Dread(&data, in, (x ^ 1) * 4, y, cudaBoundaryModeZero);
        surf2Dwrite<uchar4>(data, out, (x ^ 1) * 4, y, cudaBoundaryModeTrap);
    }
}

static cudaError_t makeSurface(cudaArray_t array, cudaSurfaceObject_t *surface)
{
    cudaResourceDesc desc = {};
    desc.resType = cudaResourceTypeArray;
    desc.res.array.array = array;
    return cudaCreateSurfaceObject(surface, &desc);
}

int invert(const unsigned char *pixels, unsigned char *result, int width, int height)
{
    const size_t pitch = 4 * width;
    cudaChannelFormatDesc format = cudaCreateChannelDesc(8, 8, 8, 8, cudaChannelFormatKindUnsigned);
    cudaArray_t from, to;
    cudaMallocArray(&from, &format, width, height, cudaArraySurfaceLoadStore);
    cudaMallocArray(&to, &format, width, height, cudaArraySurfaceLoadStore);
    cudaMemcpy2DToArray(from, 0, 0, pixels, pitch, pitch, height, cudaMemcpyHostToDevice);

    cudaSurfaceObject_t in = 0, out = 0;
    if (makeSurface(from, &in) != cudaSuccess || makeSurface(to, &out) != cudaSuccess)
        return -1;

    dim3 threads(16, 16), blocks((width + 15) / 16, (height + 15) / 16);
    copySurface<<<blocks, threads>>>(in, out, width, height);
    cudaMemcpy2DFromArray(result, pitch, to, 0, 0, pitch, height, cudaMemcpyDeviceToHost);

    cudaDestroySurfaceObject(in);
    cudaDestroySurfaceObject(out);
    cudaFreeArray(from);
    cudaFreeArray(to);
    return 0;
}
