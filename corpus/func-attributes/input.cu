#include <cuda_runtime.h>
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

template <class Kernel> cudaError_t describe(const char *name, Kernel kernel)
{
    cudaFuncAttributes attr;
    cudaError_t err = cudaFuncGetAttributes(&attr, kernel);
    if (err == cudaSuccess)
        std::printf("%s: %d registers, %zu B shared, %zu B local, at most %d threads\n", name, attr.numRegs,
                    attr.sharedSizeBytes, attr.localSizeBytes, attr.maxThreadsPerBlock);
    return err;
}

cudaError_t prepare(int bytes)
{
    cudaFuncSetCacheConfig(touch, cudaFuncCachePreferL1);
    cudaFuncSetCacheConfig(sortTile<int, 4>, cudaFuncCachePreferShared);
    cudaFuncSetAttribute(sortTile<float, 8>, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes);
    cudaFuncSetAttribute(&sortTile<double, 2>, cudaFuncAttributePreferredSharedMemoryCarveout,
                         /* percent */ 100);
    cudaFuncSetAttribute((const void *)touch, cudaFuncAttributePreferredSharedMemoryCarveout, 50);
    cudaFuncSetAttribute(reinterpret_cast<const void *>(&touch), cudaFuncAttributeMaxDynamicSharedMemorySize, 0);

    auto *kernel = &sortTile<unsigned, 4>;
    cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes);

    cudaFuncAttributes attr;
    cudaFuncGetAttributes(&attr, touch);
    cudaFuncGetAttributes(&attr, (const void *)sortTile<float, 8>);
    cudaError_t err = describe("touch", touch);
    if (err == cudaSuccess)
        err = describe("sortTile", sortTile<int, 4>);
    cudaDeviceSetCacheConfig(cudaFuncCachePreferEqual);
    return err;
}
