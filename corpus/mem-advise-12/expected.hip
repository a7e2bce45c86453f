#include <hip/hip_runtime.h>
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
    hipGetDevice(&device);

    float *x, *y;
    hipMallocManaged(&x, bytes);
    hipMallocManaged(&y, bytes);
    for (size_t i = 0; i < n; ++i) {
        x[i] = 1.0f;
        y[i] = 2.0f;
    }

    hipMemAdvise(x, bytes, hipMemAdviseSetReadMostly, device);
    hipMemAdvise(y, bytes, hipMemAdviseSetPreferredLocation, device);
    hipMemAdvise(y, bytes, hipMemAdviseSetAccessedBy, hipCpuDeviceId);

    hipStream_t stream;
    hipStreamCreate(&stream);
    hipMemPrefetchAsync(x, bytes, device, stream);
    hipMemPrefetchAsync(y, bytes, device, stream);
    axpy<<<256, 256, 0, stream>>>(y, x, 3.0f, n);
    hipMemPrefetchAsync(y, bytes, hipCpuDeviceId, stream);
    hipStreamSynchronize(stream);

    hipMemAdvise(x, bytes, hipMemAdviseUnsetReadMostly, device);
    int last = 0;
    hipMemRangeGetAttribute(&last, sizeof(last), hipMemRangeAttributeLastPrefetchLocation, y, bytes);
    std::printf("%g, last prefetched to %d\n", y[n - 1], last);

    hipMemPrefetchAsync(x, bytes, hipCpuDeviceId);
    hipStreamDestroy(stream);
    hipFree(x);
    hipFree(y);
    return y[0] == 5.0f;
}
