// Matrix times vector with several rows to a warp and, for wide matrices, several warps to a row.
#include <cstdio>
#include <cuda_runtime.h>

#define WARP_SIZE 32

template <int LANES>
__global__ void narrow(const float *a, const float *x, float *y, int rows, int cols)
{
    const int row = (blockIdx.x * blockDim.x + threadIdx.x) / LANES, lane = threadIdx.x % LANES;
    float sum = 0;
    if (row < rows)
        for (int c = lane; c < cols; c += LANES)
            sum += a[row * cols + c] * x[c];
    for (int o = LANES / 2; o > 0; o /= 2)
        sum += __shfl_down_sync(0xffffffff, sum, o, LANES);
    if (row < rows && lane == 0)
        y[row] = sum;
}

template <int WARPS>
__global__ void wide(const float *a, const float *x, float *y, int cols)
{
    __shared__ float part[WARPS];
    const int row = blockIdx.x, warp = threadIdx.x / WARP_SIZE, lane = threadIdx.x % WARP_SIZE;
    float sum = 0;
    for (int c = threadIdx.x; c < cols; c += WARPS * WARP_SIZE)
        sum += a[row * cols + c] * x[c];
    for (int o = WARP_SIZE / 2; o > 0; o /= 2)
        sum += __shfl_xor_sync(0xffffffff, sum, o);
    if (lane == 0)
        part[warp] = sum;
    __syncthreads();
    if (warp == 0) {
        sum = lane < WARPS ? part[lane] : 0;
        for (int o = WARPS / 2; o > 0; o /= 2)
            sum += __shfl_xor_sync(0xffffffff, sum, o);
        if (lane == 0)
            y[row] = sum;
    }
}

int check(const char *name, const float *a, const float *x, const float *y, int rows, int cols)
{
    int wrong = 0;
    for (int r = 0; r < rows; r++) {
        float sum = 0;
        for (int c = 0; c < cols; c++)
            sum += a[r * cols + c] * x[c];
        wrong += sum != y[r];
    }
    printf("%s: %g %g, wrong: %d\n", name, y[0], y[rows - 1], wrong);
    return wrong;
}

int main()
{
    const int most = 50 * 24;
    float *a, *x, *y;
    int wrong = 0;
    cudaMallocManaged(&a, 6 * 520 * sizeof(float));
    cudaMallocManaged(&x, 520 * sizeof(float));
    cudaMallocManaged(&y, 64 * sizeof(float));
    for (int i = 0; i < 6 * 520; i++)
        a[i] = (float)((i * 31) % 19 - 9);
    for (int i = 0; i < 520; i++)
        x[i] = (float)((i * 7) % 11) / 4;
    narrow<4><<<2, 128>>>(a, x, y, most / 24, 24);
    cudaDeviceSynchronize();
    wrong += check("four lanes", a, x, y, 50, 24);
    narrow<16><<<7, 128>>>(a, x, y, most / 24, 24);
    cudaDeviceSynchronize();
    wrong += check("sixteen lanes", a, x, y, 50, 24);
    wide<8><<<6, 256>>>(a, x, y, 520);
    cudaDeviceSynchronize();
    wrong += check("eight warps", a, x, y, 6, 520);
    cudaFree(a);
    cudaFree(x);
    cudaFree(y);
    return wrong != 0;
}
