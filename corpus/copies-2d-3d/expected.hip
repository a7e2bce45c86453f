#include <hip/hip_runtime.h>
#include <vector>

__global__ void scaleVolume(hipPitchedPtr volume, hipExtent extent, float factor)
{
    const unsigned x = blockIdx.x * blockDim.x + threadIdx.x;
    const unsigned y = blockIdx.y * blockDim.y + threadIdx.y;
    const unsigned z = blockIdx.z * blockDim.z + threadIdx.z;
    if (x >= extent.width / sizeof(float) || y >= extent.height || z >= extent.depth)
        return;
    char *slice = static_cast<char *>(volume.ptr) + z * volume.pitch * extent.height;
    float *row = reinterpret_cast<float *>(slice + y * volume.pitch);
    row[x] *= factor;
}

hipError_t scale(std::vector<float> &host, size_t width, size_t height, size_t depth, float factor)
{
    const hipExtent extent = make_hipExtent(width * sizeof(float), height, depth);
    hipPitchedPtr device;
    hipError_t err = hipMalloc3D(&device, extent);
    if (err != hipSuccess)
        return err;
    hipMemset3D(device, 0, extent);

    hipMemcpy3DParms in = {0};
    in.srcPtr = make_hipPitchedPtr(host.data(), width * sizeof(float), width, height);
    in.srcPos = make_hipPos(0, 0, 0);
    in.dstPtr = device;
    in.dstPos = make_hipPos(0, 0, 0);
    in.extent = extent;
    in.kind = hipMemcpyHostToDevice;
    hipMemcpy3D(&in);

    const dim3 block(16, 4, 4);
    scaleVolume<<<dim3((width + 15) / 16, (height + 3) / 4, (depth + 3) / 4), block>>>(device, extent, factor);

    struct hipMemcpy3DParms out = {0};
    out.srcPtr = device;
    out.dstPtr = in.srcPtr;
    out.extent = extent;
    out.kind = hipMemcpyDeviceToHost;
    err = hipMemcpy3DAsync(&out, hipStreamLegacy);
    hipStreamSynchronize(0);
    hipFree(device.ptr);
    return err;
}

hipError_t crop(const unsigned char *image, size_t pitch, unsigned char *result, int width, int height)
{
    unsigned char *device;
    size_t devicePitch;
    hipChannelFormatDesc format = hipCreateChannelDesc<unsigned char>();
    hipArray_t array;
    hipMallocPitch((void **)&device, &devicePitch, width, height);
    hipMallocArray(&array, &format, width, height, hipArrayDefault);
    hipMemset2D(device, devicePitch, 0xff, width, height);
    hipMemset2DAsync(device, devicePitch, 0, width / 2, height / 2, 0);

    hipMemcpy2DAsync(device, devicePitch, image + 8 * pitch + 8, pitch, width, height, hipMemcpyHostToDevice, 0);
    hipMemcpy2DToArray(array, 0, 0, device, devicePitch, width, height, hipMemcpyDeviceToDevice);
    hipMemcpy2DFromArrayAsync(result, width, array, 0, 0, width, height, hipMemcpyDeviceToHost, 0);

    hipChannelFormatDesc got;
    hipExtent size;
    unsigned int flags;
    hipArrayGetInfo(&got, &size, &flags, array);
    hipGetChannelDesc(&got, array);
    hipFreeArray(array);
    hipFree(device);
    return got.f == hipChannelFormatKindUnsigned && size.width == (size_t)width ? hipSuccess : hipErrorInvalidValue;
}
