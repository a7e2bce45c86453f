#include <cuda_runtime.h>
#include <stdio.h>

texture<float, 2, cudaReadModeElementType> texImage;
texture<uchar4, cudaTextureType1D, cudaReadModeNormalizedFloat> texColours;
surface<void, cudaSurfaceType2D> surfOut;

__global__ void resample(int width, int height, float angle)
{
    const int x = blockIdx.x * blockDim.x + threadIdx.x;
    const int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height)
        return;
    const float u = x * cosf(angle) - y * sinf(angle), v = x * sinf(angle) + y * cosf(angle);
    const float value = tex2D(texImage, u + 0.5f, v + 0.5f);
    const float4 colour = tex1Dfetch(texColours, (int)(255.0f * value));
    surf2Dwrite(make_uchar4(255 * colour.x, 255 * colour.y, 255 * colour.z, 255), surfOut, x * 4, y);
}

extern "C" int render(cudaArray *image, cudaArray *out, const uchar4 *colours, int width, int height, float angle)
{
    cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    size_t offset = 0;

    texImage.addressMode[0] = cudaAddressModeClamp;
    texImage.addressMode[1] = cudaAddressModeClamp;
    texImage.filterMode = cudaFilterModeLinear;
    texImage.normalized = false;
    cudaBindTextureToArray(texImage, image, format);
    cudaBindTexture(&offset, texColours, colours, 256 * sizeof(uchar4));
    cudaBindSurfaceToArray(surfOut, out);

    resample<<<dim3((width + 15) / 16, (height + 15) / 16), dim3(16, 16)>>>(width, height, angle);
    const cudaError_t err = cudaThreadSynchronize();
    cudaUnbindTexture(texImage);
    cudaUnbindTexture(texColours);
    if (err != cudaSuccess)
        printf("%s\n", cudaGetErrorString(err));
    return err;
}
