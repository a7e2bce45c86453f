#include <cuda_runtime.h>
#include <functional>

typedef void (*UnaryKernel)(float *, int);
using BinaryKernel = void(const float *, float *, int);

__global__ void negate(float *x, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) x[i] = -x[i];
}

template <int Power> __global__ void raise(float *x, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        float y = 1.0f;
        for (int k = 0; k < Power; ++k) y *= x[i];
        x[i] = y;
    }
}

__global__ void add(const float *x, float *y, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] += x[i];
}

static UnaryKernel const kTable[] = {negate, raise<2>, &raise<3>};

struct Stage {
    UnaryKernel kernel;
    dim3 block;
    void (*finish)(const float *, float *, int);
};

static UnaryKernel pick(int power) { return power == 2 ? raise<2> : raise<3>; }

template <typename F, typename... Args> void launch(F kernel, int n, cudaStream_t s, Args... args)
{
    kernel<<<(n + 127) / 128, 128, 0, s>>>(args...);
}

template <void (*Kernel)(float *, int)> void launchStatic(float *x, int n) { Kernel<<<(n + 63) / 64, 64>>>(x, n); }

void run(const Stage &stage, const Stage *stages, float *x, float *y, int n, cudaStream_t s)
{
    UnaryKernel k = n > 100 ? negate : raise<2>;
    k<<<1, 32>>>(x, n);
    kTable[n % 3]<<<1, 32, 0, s>>>(x, n);
    (*k)<<<1, 32>>>(x, n);
    (n > 10 ? negate : k)<<<1, 32>>>(x, n);
    pick(3)<<<dim3(1), dim3(32)>>>(x, n);
    stage.kernel<<<dim3(1), stage.block>>>(x, n);
    stages[0].finish<<<1, 32, 0, s>>>(x, y, n);
    (stages + 1)->kernel<<<1, 32>>>(y, n);

    BinaryKernel &ref = add;
    ref<<<1, 32>>>(x, y, n);
    launch(add, n, s, (const float *)x, y, n);
    launch(raise<5>, n, s, x, n);
    launchStatic<negate>(x, n);
}
