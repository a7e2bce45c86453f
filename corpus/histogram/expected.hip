#include <hip/hip_runtime.h>
#include <assert.h>

typedef unsigned int uint;
typedef unsigned char uchar;

#define HISTOGRAM_BIN_COUNT 256
#define PARTIAL_COUNT 240
#define THREADS 192
#define UMUL(a, b) ((a) * (b))
#define UMAD(a, b, c) (UMUL((a), (b)) + (c))

static uint *d_Partial;

__global__ void histogramKernel(uint *partial, const uchar4 *data, uint dataCount)
{
    __shared__ uint bins[HISTOGRAM_BIN_COUNT];
    for (uint b = threadIdx.x; b < HISTOGRAM_BIN_COUNT; b += blockDim.x)
        bins[b] = 0;
    __syncthreads();

    for (uint pos = UMAD(blockIdx.x, blockDim.x, threadIdx.x); pos < dataCount; pos += UMUL(blockDim.x, gridDim.x)) {
        const uchar4 v = data[pos];
        atomicAdd(bins + v.x, 1);
        atomicAdd(bins + v.y, 1);
        atomicAdd(bins + v.z, 1);
        atomicAdd(bins + v.w, 1);
    }
    __syncthreads();
    for (uint b = threadIdx.x; b < HISTOGRAM_BIN_COUNT; b += blockDim.x)
        partial[blockIdx.x * HISTOGRAM_BIN_COUNT + b] = bins[b];
}

__global__ void mergeKernel(uint *histogram, const uint *partial, uint count)
{
    __shared__ uint data[256];
    uint sum = 0;
    for (uint i = threadIdx.x; i < count; i += 256)
        sum += partial[blockIdx.x + i * HISTOGRAM_BIN_COUNT];
    data[threadIdx.x] = sum;
    for (uint stride = 128; stride > 0; stride >>= 1) {
        __syncthreads();
        if (threadIdx.x < stride)
            data[threadIdx.x] += data[threadIdx.x + stride];
    }
    if (threadIdx.x == 0)
        histogram[blockIdx.x] = data[0];
}

extern "C" hipError_t initHistogram(void)
{
    return hipMalloc((void **)&d_Partial, PARTIAL_COUNT * HISTOGRAM_BIN_COUNT * sizeof(uint));
}

extern "C" hipError_t closeHistogram(void) { return hipFree(d_Partial); }

extern "C" hipError_t histogram(uint *d_Histogram, const void *d_Data, uint byteCount)
{
    assert(byteCount % sizeof(uchar4) == 0);
    histogramKernel<<<PARTIAL_COUNT, THREADS>>>(d_Partial, (const uchar4 *)d_Data, byteCount / sizeof(uchar4));
    hipError_t err = hipGetLastError();
    if (err != hipSuccess)
        return err;
    mergeKernel<<<HISTOGRAM_BIN_COUNT, 256>>>(d_Histogram, d_Partial, PARTIAL_COUNT);
    return hipGetLastError();
}
