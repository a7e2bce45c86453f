// Bitonic sort of 32 values in registers, compared and exchanged with __shfl_xor_sync.
#include <cstdio>
#include <cuda_runtime.h>

__device__ float compareExchange(float mine, int mask, bool ascending)
{
    float other = __shfl_xor_sync(0xffffffffu, mine, mask);
    return (mine < other) == ascending ? mine : other;
}

__global__ void bitonic(float *data)
{
    int lane = threadIdx.x % warpSize;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float x = data[i];
    for (int size = 2; size <= warpSize; size *= 2)
        for (int stride = size / 2; stride > 0; stride /= 2) {
            bool up = (lane & size) == 0;
            bool low = (lane & stride) == 0;
            x = compareExchange(x, stride, up == low);
        }
    data[i] = x;
}

int main()
{
    const int n = 256;
    static float h[n], result[n];
    for (int i = 0; i < n; i++)
        h[i] = (float)((i * 193 + 71) % 509) / 4;
    float *data;
    int wrong = 0;
    cudaMalloc(&data, sizeof(h));
    cudaMemcpy(data, h, sizeof(h), cudaMemcpyHostToDevice);
    bitonic<<<n / 128, 128>>>(data);
    cudaMemcpy(result, data, sizeof(h), cudaMemcpyDeviceToHost);
    for (int w = 0; w < n; w += 32) {
        float before = 0, after = 0;
        for (int i = w; i < w + 32; i++) {
            before += h[i];
            after += result[i];
            wrong += i > w && result[i] < result[i - 1];
        }
        wrong += before != after;
        printf("%g %g\n", result[w], result[w + 31]);
    }
    printf("wrong: %d\n", wrong);
    cudaFree(data);
    return wrong != 0;
}
