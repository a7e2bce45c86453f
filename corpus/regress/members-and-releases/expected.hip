#include <cstdio>
#include <hip/hip_runtime.h>

// A class as it stood in a header for the host; its functions were given to the device later on.
class Counter
{
public:
    __host__ __device__ explicit Counter(int *cells, int width = 32);
    __device__ int add(int lane);
    __host__ __device__ int most() const;
    __device__ Counter &operator+=(const Counter &other);

private:
    int *cells_;
    int width_;
};

__host__ __device__ inline Counter::Counter(int *cells, int width) : cells_(cells), width_(width) {}

__device__ int Counter::add(int lane) { return atomicAdd(&cells_[lane % width_], 1); }

__host__ __device__ int Counter::most() const
{
    int most = 0;
    for (int i = 0; i < width_; i++)
        most = cells_[i] > most ? cells_[i] : most;
    return most;
}

__device__ inline Counter &Counter::operator+=(const Counter &other)
{
    for (int i = 0; i < width_; i++)
        cells_[i] += other.cells_[i];
    return *this;
}

__global__ void count(int *cells, int *more, int n)
{
    Counter mine(cells), other(more);
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        mine.add(i);
    if (i == 0)
        mine += other;
}

int main()
{
    int *cells = nullptr;
#if CUDART_VERSION >= 6000 || defined(__HIP_PLATFORM_AMD__)
    hipMallocManaged(&cells, 2 * 32 * sizeof(int));
#else
    old_allocate(&cells, 2 * 32 * sizeof(int));
#endif
    count<<<1, 64>>>(cells, cells + 32, 64);
#if (CUDA_VERSION < 4000 && !defined(__HIP_PLATFORM_AMD__)) || !defined(WITH_THREADS)
    hipDeviceSynchronize();
#elif CUDART_VERSION < 4000 && !defined(__HIP_PLATFORM_AMD__)
    cudaThreadSynchronizeOfOld();
#endif
    printf("%d\n", Counter(cells).most());
    return hipFree(cells) != hipSuccess;
}
