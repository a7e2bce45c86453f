#include <hip/hip_runtime.h>
#include <cstdio>

template <typename T, int N> __global__ void sortTile(T *keys, int n)
{
    extern __shared__ unsigned char raw[];
    T *tile = reinterpret_cast<T *>(raw);
    for (int k = 0; k < N; ++k) {
        const int i = (blockIdx.x * N + k) * blockDim.x + threadIdx.x;
        tile[k * blockDim.x + threadIdx.x] = i < n ? keys[i] : T(0);
    }
    __syncthreads();
    // odd-even transposition over the tile
    const int count = N * blockDim.x;
    for (int round = 0; round < count; ++round) {
        for (int i = 2 * threadIdx.x + (round & 1); i + 1 < count; i += 2 * blockDim.x)
            if (tile[i + 1] < tile[i]) {
                const T t = tile[i];
                tile[i] = tile[i + 1];
                tile[i + 1] = t;
            }
        __syncthreads();
    }
    for (int k = 0; k < N; ++k) {
        const int i = (blockIdx.x * N + k) * blockDim.x + threadIdx.x;
        if (i < n)
            keys[i] = tile[k * blockDim.x + threadIdx.x];
    }
}

__global__ void touch(float *x) { x[threadIdx.x] += 1.0f; }

template <class Kernel> hipError_t describe(const char *name, Kernel kernel)
{
    hipFuncAttributes attr;
    hipError_t err = hipFuncGetAttributes(&attr, (const void*)(kernel));
    if (err == hipSuccess)
        std::printf("%s: %d registers, %zu B shared, %zu B local, at most %d threads\n", name, attr.numRegs,
                    attr.sharedSizeBytes, attr.localSizeBytes, attr.maxThreadsPerBlock);
    return err;
}

hipError_t prepare(int bytes)
{
    hipFuncSetCacheConfig((const void*)(touch), hipFuncCachePreferL1);
    hipFuncSetCacheConfig((const void*)(sortTile<int, 4>), hipFuncCachePreferShared);
    hipFuncSetAttribute((const void*)(sortTile<float, 8>), hipFuncAttributeMaxDynamicSharedMemorySize, bytes);
    hipFuncSetAttribute((const void*)(&sortTile<double, 2>), hipFuncAttributePreferredSharedMemoryCarveout,
                         /* percent */ 100);
    hipFuncSetAttribute((const void *)touch, hipFuncAttributePreferredSharedMemoryCarveout, 50);
    hipFuncSetAttribute(reinterpret_cast<const void *>(&touch), hipFuncAttributeMaxDynamicSharedMemorySize, 0);

    auto *kernel = &sortTile<unsigned, 4>;
    hipFuncSetAttribute((const void*)(kernel), hipFuncAttributeMaxDynamicSharedMemorySize, bytes);

    hipFuncAttributes attr;
    hipFuncGetAttributes(&attr, (const void*)(touch));
    hipFuncGetAttributes(&attr, (const void *)sortTile<float, 8>);
    hipError_t err = describe("touch", touch);
    if (err == hipSuccess)
        err = describe("sortTile", sortTile<int, 4>);
    hipDeviceSetCacheConfig(hipFuncCachePreferEqual);
    return err;
}
