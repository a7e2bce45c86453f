#include <cuda_runtime.h>
#include <cstdio>

__global__ void axpy(float *y, const float *x, float a, size_t n)
{
    const size_t step = size_t(gridDim.x) * blockDim.x;
    for (size_t i = blockIdx.x * size_t(blockDim.x) + threadIdx.x; i < n; i += step)
        y[i] += a * x[i];
}

int main()
{
    const size_t n = size_t(1) << 24, bytes = n * sizeof(float);
    int device = -1;
    cudaGetDevice(&device);

    float *x, *y;
    cudaMallocManaged(&x, bytes);
    cudaMallocManaged(&y, bytes);
    for (size_t i = 0; i < n; ++i) {
        x[i] = 1.0f;
        y[i] = 2.0f;
    }

    cudaMemAdvise(x, bytes, cudaMemAdviseSetReadMostly, device);
    cudaMemAdvise(y, bytes, cudaMemAdviseSetPreferredLocation, device);
    cudaMemAdvise(y, bytes, cudaMemAdviseSetAccessedBy, cudaCpuDeviceId);

    cudaStream_t stream;
    cudaStreamCreate(&stream);
    cudaMemPrefetchAsync(x, bytes, device, stream);
    cudaMemPrefetchAsync(y, bytes, device, stream);
    axpy<<<256, 256, 0, stream>>>(y, x, 3.0f, n);
    cudaMemPrefetchAsync(y, bytes, cudaCpuDeviceId, stream);
    cudaStreamSynchronize(stream);

    cudaMemAdvise(x, bytes, cudaMemAdviseUnsetReadMostly, device);
    int last = 0;
    cudaMemRangeGetAttribute(&last, sizeof(last), cudaMemRangeAttributeLastPrefetchLocation, y, bytes);
    std::printf("%g, last prefetched to %d\n", y[n - 1], last);

    cudaMemPrefetchAsync(x, bytes, cudaCpuDeviceId);
    cudaStreamDestroy(stream);
    cudaFree(x);
    cudaFree(y);
    return y[0] == 5.0f;
}
