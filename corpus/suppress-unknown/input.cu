#include <cuda_runtime.h>

// hipify: ignore[X999] no rule is called like this
__global__ void __launch_bounds__(128, 4) weights(float *w, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        w[i] = __expf(-w[i]);
}

// hipify: ignore
__global__ void __launch_bounds__(128, 4) weightsDouble(double *w, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        w[i] = exp(-w[i]);
}

__global__ void __launch_bounds__(128, 4) normalise(float *w, float sum, int n) // hipify: ignore[d023] ids are in capitals
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        w[i] /= sum;
}

// hipify: ignore[D023, X999] one known, one unknown
__global__ void __launch_bounds__(128, 4) clear(float *w) { w[threadIdx.x] = 0.0f; }

void run(float *w, double *d, int n)
{
    weights<<<(n + 127) / 128, 128>>>(w, n);
    weightsDouble<<<(n + 127) / 128, 128>>>(d, n);
    normalise<<<(n + 127) / 128, 128>>>(w, 2.0f, n);
    clear<<<1, 128>>>(w);
}
