#include <hip/hip_runtime.h>
#include <stdio.h>
#include <stdlib.h>

#define TILE 16

typedef struct {
    int width;
    int height;
    int stride;
    float *elements;
} Matrix;

__global__ void matmul(const Matrix A, const Matrix B, Matrix C)
{
    __shared__ float As[TILE][TILE + 1];
    __shared__ float Bs[TILE][TILE + 1];

    const int row = blockIdx.y * TILE + threadIdx.y;
    const int col = blockIdx.x * TILE + threadIdx.x;
    float acc = 0.f;

    for (int t = 0; t < (A.width + TILE - 1) / TILE; ++t) {
        const int ka = t * TILE + threadIdx.x;
        const int kb = t * TILE + threadIdx.y;
        As[threadIdx.y][threadIdx.x] = (row < A.height && ka < A.width) ? A.elements[row * A.stride + ka] : 0.f;
        Bs[threadIdx.y][threadIdx.x] = (kb < B.height && col < B.width) ? B.elements[kb * B.stride + col] : 0.f;
        __syncthreads();

        for (int k = 0; k < TILE; ++k)
            acc = __fmaf_rn(As[threadIdx.y][k], Bs[k][threadIdx.x], acc);
        __syncthreads();
    }
    if (row < C.height && col < C.width)
        C.elements[row * C.stride + col] = acc;
}

static Matrix onDevice(Matrix host, int copy)
{
    Matrix dev = host;
    size_t size = (size_t)host.width * host.height * sizeof(float);
    hipMalloc(&dev.elements, size);
    if (copy)
        hipMemcpy(dev.elements, host.elements, size, hipMemcpyHostToDevice);
    else
        hipMemset(dev.elements, 0, size);
    return dev;
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 512;
    Matrix A = {n, n, n, (float *)malloc(sizeof(float) * n * n)};
    Matrix B = {n, n, n, (float *)malloc(sizeof(float) * n * n)};
    Matrix C = {n, n, n, (float *)malloc(sizeof(float) * n * n)};
    for (int i = 0; i < n * n; ++i) {
        A.elements[i] = (float)(i % 7);
        B.elements[i] = (float)(i % 11);
    }

    Matrix dA = onDevice(A, 1), dB = onDevice(B, 1), dC = onDevice(C, 0);
    dim3 block(TILE, TILE);
    dim3 grid((n + block.x - 1) / block.x, (n + block.y - 1) / block.y, 1);

    hipEvent_t begin, end;
    hipEventCreate(&begin);
    hipEventCreate(&end);
    hipEventRecord(begin, 0);
    matmul<<<grid, block>>>(dA, dB, dC);
    hipEventRecord(end, 0);
    hipEventSynchronize(end);

    float ms = 0.f;
    hipEventElapsedTime(&ms, begin, end);
    hipMemcpy(C.elements, dC.elements, sizeof(float) * n * n, hipMemcpyDeviceToHost);
    printf("%d x %d in %.3f ms, %.1f GFLOP/s, c[0] = %g\n", n, n, ms, 2.0 * n * n * n / ms * 1e-6, C.elements[0]);

    hipEventDestroy(begin);
    hipEventDestroy(end);
    hipFree(dA.elements);
    hipFree(dB.elements);
    hipFree(dC.elements);
    free(A.elements);
    free(B.elements);
    free(C.elements);
    return 0;
}
