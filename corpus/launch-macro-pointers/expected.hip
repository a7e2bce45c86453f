#include <hip/hip_runtime.h>

using Kernel = void (*)(float *, int);

__global__ void up(float *x, int n)
{
    if (threadIdx.x < n) x[threadIdx.x] += 1.0f;
}
__global__ void down(float *x, int n)
{
    if (threadIdx.x < n) x[threadIdx.x] -= 1.0f;
}

struct Op {
    Kernel kernel;
    int threads;
};

static Kernel choose(bool rising, int) { return rising ? up : down; }

template <class F, class... A> hipError_t launch(F f, dim3 grid, dim3 block, hipStream_t s, A... a)
{
    hipLaunchKernelGGL(f, grid, block, 0, s, a...);
    return hipGetLastError();
}

void run(const Op *ops, int count, float *x, int n, hipStream_t s)
{
    for (int i = 0; i < count; ++i)
        hipLaunchKernelGGL(ops[i].kernel, 1, ops[i].threads, 0, s, x, n);
    hipLaunchKernelGGL((ops + 1)->kernel, 1, 32, 0, 0, x, n);
    Kernel k = count > 1 ? up : down;
    hipLaunchKernelGGL(k, 1, 32, 0, 0, x, n);
    hipLaunchKernelGGL((*k), 1, 32, 0, s, x, n);
    hipLaunchKernelGGL(choose(true, 0), 1, 32, 0, 0, x, n);
    launch(up, dim3(1), dim3(32), s, x, n);
    launch(choose(false, 1), 1, 32, s, x, n);
}
