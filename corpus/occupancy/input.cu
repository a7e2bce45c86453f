#include <cuda_runtime.h>
#include <cstdio>

__global__ void square(int *a, int n)
{
    const int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i < n)
        a[i] *= a[i];
}

template <typename T, unsigned Radius> __global__ void box(const T *in, T *out, int n)
{
    extern __shared__ unsigned char buffer[];
    T *line = reinterpret_cast<T *>(buffer);
    const int i = threadIdx.x + blockIdx.x * blockDim.x;
    line[threadIdx.x] = i < n ? in[i] : T(0);
    __syncthreads();
    T sum = T(0);
    for (int k = -(int)Radius; k <= (int)Radius; ++k) {
        const int j = threadIdx.x + k;
        sum += j >= 0 && j < (int)blockDim.x ? line[j] : T(0);
    }
    if (i < n)
        out[i] = sum;
}

struct LineBytes {
    __host__ __device__ size_t operator()(int blockSize) const { return blockSize * sizeof(float); }
};

static double occupancyOf(int block, const cudaDeviceProp &prop)
{
    int blocks = 0;
    cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, square, block, 0);
    return double(blocks) * block / prop.maxThreadsPerMultiProcessor;
}

int tune(int *a, const float *in, float *out, int n)
{
    cudaDeviceProp prop;
    cudaGetDeviceProperties(&prop, 0);

    int minGrid = 0, block = 0, blocks = 0;
    cudaOccupancyMaxPotentialBlockSize(&minGrid, &block, square);
    square<<<(n + block - 1) / block, block>>>(a, n);
    std::printf("square: %d threads, %.0f %%\n", block, 100 * occupancyOf(block, prop));

    cudaOccupancyMaxPotentialBlockSize(&minGrid, &block, (void *)square, 0, n);
    cudaOccupancyMaxPotentialBlockSize(&minGrid, &block, box<double, 2>, 1024, 256);
    cudaOccupancyMaxPotentialBlockSizeVariableSMem(&minGrid, &block, box<float, 4>, LineBytes());
    box<float, 4><<<(n + block - 1) / block, block, LineBytes()(block)>>>(in, out, n);

    cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, box<float, 4>, block, LineBytes()(block));
    cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(&blocks, box<float, 1>, block, 0, cudaOccupancyDefault);
    return blocks * prop.multiProcessorCount;
}
