#include <hip/hip_runtime.h>
#include <hip/hip_runtime_api.h>

__global__ void copySurface(hipSurfaceObject_t in, hipSurfaceObject_t out, int width, int height)
{
    const unsigned x = blockIdx.x * blockDim.x + threadIdx.x;
    const unsigned y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < width && y < height) {
        uchar4 data;
        surf2Dread(&data, in, x * 4, y);
        data.x = 255 - data.x;
        surf2Dwrite(data, out, x * 4, y);
        surf2Dread(&data, in, (x ^ 1) * 4, y);
        surf2Dwrite<uchar4>(data, out, (x ^ 1) * 4, y);
    }
}

static hipError_t makeSurface(hipArray_t array, hipSurfaceObject_t *surface)
{
    hipResourceDesc desc = {};
    desc.resType = hipResourceTypeArray;
    desc.res.array.array = array;
    return hipCreateSurfaceObject(surface, &desc);
}

int invert(const unsigned char *pixels, unsigned char *result, int width, int height)
{
    const size_t pitch = 4 * width;
    hipChannelFormatDesc format = hipCreateChannelDesc(8, 8, 8, 8, hipChannelFormatKindUnsigned);
    hipArray_t from, to;
    hipMallocArray(&from, &format, width, height, hipArraySurfaceLoadStore);
    hipMallocArray(&to, &format, width, height, hipArraySurfaceLoadStore);
    hipMemcpy2DToArray(from, 0, 0, pixels, pitch, pitch, height, hipMemcpyHostToDevice);

    hipSurfaceObject_t in = 0, out = 0;
    if (makeSurface(from, &in) != hipSuccess || makeSurface(to, &out) != hipSuccess)
        return -1;

    dim3 threads(16, 16), blocks((width + 15) / 16, (height + 15) / 16);
    copySurface<<<blocks, threads>>>(in, out, width, height);
    hipMemcpy2DFromArray(result, pitch, to, 0, 0, pitch, height, hipMemcpyDeviceToHost);

    hipDestroySurfaceObject(in);
    hipDestroySurfaceObject(out);
    hipFreeArray(from);
    hipFreeArray(to);
    return 0;
}
