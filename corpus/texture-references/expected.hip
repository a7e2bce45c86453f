#include <hip/hip_runtime.h>
#include <stdio.h>

texture<float, 2, hipReadModeElementType> texImage;
texture<uchar4, hipTextureType1D, hipReadModeNormalizedFloat> texColours;
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

extern "C" int render(hipArray *image, hipArray *out, const uchar4 *colours, int width, int height, float angle)
{
    hipChannelFormatDesc format = hipCreateChannelDesc<float>();
    size_t offset = 0;

    texImage.addressMode[0] = hipAddressModeClamp;
    texImage.addressMode[1] = hipAddressModeClamp;
    texImage.filterMode = hipFilterModeLinear;
    texImage.normalized = false;
    hipBindTextureToArray(texImage, image, format);
    hipBindTexture(&offset, texColours, colours, 256 * sizeof(uchar4));
    cudaBindSurfaceToArray(surfOut, out);

    resample<<<dim3((width + 15) / 16, (height + 15) / 16), dim3(16, 16)>>>(width, height, angle);
    const hipError_t err = hipDeviceSynchronize();
    hipUnbindTexture(texImage);
    hipUnbindTexture(texColours);
    if (err != hipSuccess)
        printf("%s\n", hipGetErrorString(err));
    return err;
}
