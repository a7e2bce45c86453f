// The width is a template parameter that the host chooses by asking the device.
#include <cstdio>
#include <cuda_runtime.h>

template <int Width>
__device__ int sumOf(int value)
{
#pragma unroll
    for (int offset = Width / 2; offset > 0; offset /= 2)
        value += __shfl_xor_sync(0xffffffff, value, offset, Width);
    return value;
}

template <int Width>
__global__ void rows(const int *in, int columns, int *out, int n)
{
    const int lane = threadIdx.x % Width;
    for (int row = (blockIdx.x * blockDim.x + threadIdx.x) / Width; row < n; row += gridDim.x * blockDim.x / Width) {
        int sum = 0;
        for (int c = lane; c < columns; c += Width)
            sum += in[row * columns + c];
        sum = sumOf<Width>(sum);
        if (lane == 0)
            out[row] = sum;
    }
}

template <int Width>
void start(const int *in, int columns, int *out, int n)
{
    rows<Width><<<3, 2 * Width>>>(in, columns, out, n);
}

int main()
{
    const int n = 20, columns = 150;
    int *in, *out, wrong = 0, width = 0;
    cudaDeviceGetAttribute(&width, cudaDevAttrWarpSize, 0);
    cudaMallocManaged(&in, n * columns * sizeof(int));
    cudaMallocManaged(&out, n * sizeof(int));
    for (int i = 0; i < n * columns; i++)
        in[i] = i * 11 % 23;
    if (width == 64)
        start<64>(in, columns, out, n);
    else
        start<32>(in, columns, out, n);
    cudaDeviceSynchronize();
    for (int r = 0; r < n; r++) {
        int sum = 0;
        for (int c = 0; c < columns; c++)
            sum += in[r * columns + c];
        wrong += out[r] != sum;
    }
    printf("first %d, wrong: %d\n", out[0], wrong);
    return wrong != 0;
}
