#include <cuda_runtime.h>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <vector>

__global__ void rotateImage(float *out, int width, int height, cudaTextureObject_t tex, float theta)
{
    const unsigned x = blockIdx.x * blockDim.x + threadIdx.x;
    const unsigned y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height)
        return;

    float u = x / (float)width - 0.5f;
    float v = y / (float)height - 0.5f;
    const float tu = u * cosf(theta) - v * sinf(theta) + 0.5f;
    const float tv = v * cosf(theta) + u * sinf(theta) + 0.5f;
    out[y * width + x] = tex2D<float>(tex, tu, tv);
}

int main()
{
    const int width = 640, height = 480;
    std::vector<float> image(width * height);
    for (size_t i = 0; i < image.size(); ++i)
        image[i] = (i / 16) % 2 ? 1.0f : 0.0f;

    cudaChannelFormatDesc format = cudaCreateChannelDesc(32, 0, 0, 0, cudaChannelFormatKindFloat);
    cudaArray_t array;
    cudaMallocArray(&array, &format, width, height);
    cudaMemcpy2DToArray(array, 0, 0, image.data(), width * sizeof(float), width * sizeof(float), height,
                        cudaMemcpyHostToDevice);

    struct cudaResourceDesc res;
    std::memset(&res, 0, sizeof(res));
    res.resType = cudaResourceTypeArray;
    res.res.array.array = array;

    struct cudaTextureDesc desc;
    std::memset(&desc, 0, sizeof(desc));
    desc.addressMode[0] = cudaAddressModeWrap;
    desc.addressMode[1] = cudaAddressModeWrap;
    desc.filterMode = cudaFilterModeLinear;
    desc.readMode = cudaReadModeElementType;
    desc.normalizedCoords = 1;

    cudaTextureObject_t tex = 0;
    if (cudaCreateTextureObject(&tex, &res, &desc, NULL) != cudaSuccess) {
        std::fprintf(stderr, "no texture: %s\n", cudaGetErrorString(cudaGetLastError()));
        return 1;
    }

    float *out;
    cudaMalloc(&out, image.size() * sizeof(float));
    const dim3 block(16, 16);
    const dim3 grid((width + block.x - 1) / block.x, (height + block.y - 1) / block.y);
    rotateImage<<<grid, block>>>(out, width, height, tex, 0.5f);
    cudaMemcpy(image.data(), out, image.size() * sizeof(float), cudaMemcpyDeviceToHost);
    std::printf("%g\n", image[0]);

    cudaDestroyTextureObject(tex);
    cudaFreeArray(array);
    cudaFree(out);
    return 0;
}
