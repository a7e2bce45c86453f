#include <hip/hip_runtime.h>
#include <stdexcept>

// extern __shared__ arrays of one name must have one type, so each type gets its own name.
template <typename T> struct SharedMemory;

template <> struct SharedMemory<float> {
    __device__ static float *get()
    {
        extern __shared__ float sharedFloat[];
        return sharedFloat;
    }
};

template <> struct SharedMemory<double> {
    __device__ static double *get()
    {
        extern __shared__ double sharedDouble[];
        return sharedDouble;
    }
};

template <typename T>
__global__ void reverseBlock(T *data, int n)
{
    T *cache = SharedMemory<T>::get();
    const int base = blockIdx.x * blockDim.x, t = threadIdx.x;
    if (base + t < n)
        cache[t] = data[base + t];
    __syncthreads();
    const int last = min(static_cast<int>(blockDim.x), n - base) - 1;
    if (t <= last)
        data[base + t] = cache[last - t];
}

__global__ void mixedArrays(int *keys, float *values, int n)
{
    extern __shared__ __align__(16) unsigned char raw[];
    float *v = reinterpret_cast<float *>(raw);
    int *k = reinterpret_cast<int *>(v + blockDim.x);
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    k[threadIdx.x] = i < n ? keys[i] : 0;
    v[threadIdx.x] = i < n ? values[i] : 0.0f;
    __syncthreads();
    if (i < n)
        values[i] = v[threadIdx.x] * k[blockDim.x - 1 - threadIdx.x];
}

template <typename T>
void reverse(T *data, int n, int block)
{
    const size_t bytes = block * sizeof(T);
    int limit = 0;
    hipDeviceGetAttribute(&limit, hipDeviceAttributeSharedMemPerBlockOptin, 0);
    if (bytes > static_cast<size_t>(limit))
        throw std::length_error("block does not fit into shared memory");
    if (bytes > 48 * 1024)
        hipFuncSetAttribute((const void*)(reverseBlock<T>), hipFuncAttributeMaxDynamicSharedMemorySize, bytes);
    reverseBlock<T><<<(n + block - 1) / block, block, bytes>>>(data, n);
}

template void reverse<float>(float *, int, int);
template void reverse<double>(double *, int, int);

void mixed(int *keys, float *values, int n)
{
    mixedArrays<<<(n + 255) / 256, 256, 256 * (sizeof(int) + sizeof(float))>>>(keys, values, n);
}
