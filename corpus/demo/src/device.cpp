#include "kmeans/cuda_check.h"
#include "kmeans/kmeans.h"

#include <cstdio>

namespace kmeans {

int listDevices()
{
    int count = 0;
    if (cudaGetDeviceCount(&count) != cudaSuccess)
        return 0;
    for (int device = 0; device < count; ++device) {
        cudaDeviceProp prop;
        CUDA_CHECK(cudaGetDeviceProperties(&prop, device));
        std::printf("%d: %s, %d multiprocessors, %zu MiB, compute capability %d.%d\n", device, prop.name,
                    prop.multiProcessorCount, prop.totalGlobalMem >> 20, prop.major, prop.minor);
    }
    return count;
}

}  // namespace kmeans
