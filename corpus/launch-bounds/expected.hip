#include <hip/hip_runtime.h>

#define MAX_THREADS 256
#define MIN_BLOCKS 4
#define BOUNDED __launch_bounds__(MAX_THREADS, MIN_BLOCKS)
#define KERNEL(threads) extern "C" __global__ void __launch_bounds__(threads)

__global__ void __launch_bounds__(128) one(float *x) { x[blockIdx.x * 128 + threadIdx.x] *= 2.0f; }

__global__ __launch_bounds__(MAX_THREADS, MIN_BLOCKS) void two(float *x)
{
    x[blockIdx.x * MAX_THREADS + threadIdx.x] += 1.0f;
}

__launch_bounds__(MAX_THREADS, 2) __global__ void three(float *x) { x[blockIdx.x * MAX_THREADS + threadIdx.x] -= 1.0f; }

template <int Threads, int Blocks = (Threads > 128 ? 2 : 4)>
__global__ void __launch_bounds__(Threads, Blocks) templated(float *x)
{
    x[blockIdx.x * Threads + threadIdx.x] *= 0.5f;
}

template <int Threads>
__launch_bounds__(Threads,
                  /* blocks per multiprocessor */ (2 * 1024) / Threads/* blocks per cluster */)
__global__ void clustered(float *x)
{
    x[blockIdx.x * Threads + threadIdx.x] *= 0.25f;
}

__global__ void BOUNDED viaMacro(float *x) { x[threadIdx.x] = 0.0f; }

KERNEL(64) exported(float *x) { x[threadIdx.x] = 1.0f; }

void run(float *x, int blocks, hipStream_t s)
{
    one<<<blocks, 128, 0, s>>>(x);
    two<<<blocks, MAX_THREADS, 0, s>>>(x);
    three<<<blocks, MAX_THREADS, 0, s>>>(x);
    templated<128><<<blocks, 128, 0, s>>>(x);
    clustered<256><<<blocks, 256, 0, s>>>(x);
    viaMacro<<<1, 32, 0, s>>>(x);
    exported<<<1, 32, 0, s>>>(x);
}
