#include <cuda_runtime.h>

__global__ void fill(int *p, int value, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        p[i] = value;
}

__global__ void done(int *flag) { *flag = 1; }

#define AND_CHECK(launch) ((launch), cudaGetLastError())

cudaError_t run(int *p, int *flag, int n, bool verbose, cudaStream_t s)
{
    const int blocks = (n + 255) / 256;

    // statements
    fill<<<blocks, 256, 0, s>>>(p, 0, n);
    if (verbose) done<<<1, 1>>>(flag);
    for (int k = 0; k < 3; ++k)
        fill<<<blocks, 256>>>(p, k, n);
    switch (n) {
    case 0: done<<<1, 1>>>(flag); break;
    default: fill<<<1, 1>>>(p, 1, 1);
    }
    auto later = [=] { done<<<1, 1, 0, s>>>(flag); };
    later();

    // expressions
    verbose ? fill<<<blocks, 256>>>(p, 1, n) : done<<<1, 1>>>(flag);
    fill<<<blocks, 256>>>(p, 2, n), done<<<1, 1>>>(flag);
    const cudaError_t err = (fill<<<blocks, 256>>>(p, 3, n), cudaGetLastError());
    for (int k = 0; k < 2; ++k, done<<<1, 1>>>(flag))
        fill<<<blocks, 256>>>(p, k, n);
    return err != cudaSuccess ? err : AND_CHECK((fill<<<blocks, 256>>>(p, 4, n)));
}

static void launchDone(int *flag) { return done<<<1, 1>>>(flag); }

void finish(int *flag) { launchDone(flag); }
