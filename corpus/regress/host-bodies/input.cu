#include <cuda_runtime.h>
#include <stdexcept>
#include <vector>

#define EVERYWHERE __host__ __device__

// CUDA's compiler does not define the number for the host either: these are decided as before.
int blocksOf(int device)
{
    int most;
#if __CUDA_ARCH__ < 300
    most = 8;
#endif
#if __CUDA_ARCH__ >= 300 && __CUDA_ARCH__ < 500
    most = 16;
#endif
#if __CUDA_ARCH__ >= 500
    most = 32;
#endif
    cudaDeviceProp properties;
    if (cudaGetDeviceProperties(&properties, device) != cudaSuccess)
        throw std::runtime_error("no such device");
    return most * properties.multiProcessorCount;
}

class Plan {
public:
    void make(const std::vector<int> &sizes);
    __host__ __device__ int rounds(int size) const;

private:
    int total = 0;
};

void Plan::make(const std::vector<int> &sizes)
{
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 700
    total = 1;
#else
    total = 2;
#endif
    for (int size : sizes)
        total += size;
}

// These may run on the device.
__host__ __device__ int Plan::rounds(int size) const
{
#if __CUDA_ARCH__ >= 700
    return size / 2;
#else
    return size / 4;
#endif
}

EVERYWHERE int least(int size)
{
#if __CUDA_ARCH__ >= 700
    size /= 2;
#endif
    return size;
}

__global__ void count(int *counts)
{
    counts[threadIdx.x] = least(counts[threadIdx.x]);
}

void counted(int *counts)
{
    count<<<blocksOf(0), 64>>>(counts);
}
