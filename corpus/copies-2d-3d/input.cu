#include <cuda_runtime.h>
#include <vector>

__global__ void scaleVolume(cudaPitchedPtr volume, cudaExtent extent, float factor)
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

cudaError_t scale(std::vector<float> &host, size_t width, size_t height, size_t depth, float factor)
{
    const cudaExtent extent = make_cudaExtent(width * sizeof(float), height, depth);
    cudaPitchedPtr device;
    cudaError_t err = cudaMalloc3D(&device, extent);
    if (err != cudaSuccess)
        return err;
    cudaMemset3D(device, 0, extent);

    cudaMemcpy3DParms in = {0};
    in.srcPtr = make_cudaPitchedPtr(host.data(), width * sizeof(float), width, height);
    in.srcPos = make_cudaPos(0, 0, 0);
    in.dstPtr = device;
    in.dstPos = make_cudaPos(0, 0, 0);
    in.extent = extent;
    in.kind = cudaMemcpyHostToDevice;
    cudaMemcpy3D(&in);

    const dim3 block(16, 4, 4);
    scaleVolume<<<dim3((width + 15) / 16, (height + 3) / 4, (depth + 3) / 4), block>>>(device, extent, factor);

    struct cudaMemcpy3DParms out = {0};
    out.srcPtr = device;
    out.dstPtr = in.srcPtr;
    out.extent = extent;
    out.kind = cudaMemcpyDeviceToHost;
    err = cudaMemcpy3DAsync(&out, cudaStreamLegacy);
    cudaStreamSynchronize(0);
    cudaFree(device.ptr);
    return err;
}

cudaError_t crop(const unsigned char *image, size_t pitch, unsigned char *result, int width, int height)
{
    unsigned char *device;
    size_t devicePitch;
    cudaChannelFormatDesc format = cudaCreateChannelDesc<unsigned char>();
    cudaArray_t array;
    cudaMallocPitch((void **)&device, &devicePitch, width, height);
    cudaMallocArray(&array, &format, width, height, cudaArrayDefault);
    cudaMemset2D(device, devicePitch, 0xff, width, height);
    cudaMemset2DAsync(device, devicePitch, 0, width / 2, height / 2, 0);

    cudaMemcpy2DAsync(device, devicePitch, image + 8 * pitch + 8, pitch, width, height, cudaMemcpyHostToDevice, 0);
    cudaMemcpy2DToArray(array, 0, 0, device, devicePitch, width, height, cudaMemcpyDeviceToDevice);
    cudaMemcpy2DFromArrayAsync(result, width, array, 0, 0, width, height, cudaMemcpyDeviceToHost, 0);

    cudaChannelFormatDesc got;
    cudaExtent size;
    unsigned int flags;
    cudaArrayGetInfo(&got, &size, &flags, array);
    cudaGetChannelDesc(&got, array);
    cudaFreeArray(array);
    cudaFree(device);
    return got.f == cudaChannelFormatKindUnsigned && size.width == (size_t)width ? cudaSuccess : cudaErrorInvalidValue;
}
